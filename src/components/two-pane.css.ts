import { style } from '@vanilla-extract/css';
import { vars } from '../theme/contract.css.ts';
import { when } from '../theme/responsive.css.ts';
import { size } from '../theme/tokens.ts';

export const panes = style([
  { display: 'grid', minBlockSize: 0, minInlineSize: 0, blockSize: '100%' },
  when({ wide: { gridTemplateColumns: `clamp(17rem, 34%, ${size.listPane}) minmax(0, 1fr)` } }),
]);
export const pane = style({ minBlockSize: 0, minInlineSize: 0, display: 'grid' });
export const listPane = style([pane, when({ wide: { borderInlineEnd: `1px solid ${vars.color.line}` } })]);
