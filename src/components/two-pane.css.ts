import { style } from '@vanilla-extract/css';
import { vars } from '../theme/contract.css.ts';
import { cleared, safe, when } from '../theme/responsive.css.ts';
import { size } from '../theme/tokens.ts';

// Room for a title beside four icons; with large letters, never more than its half.
const LIST_MIN = 'min(20rem, 47%)';

export const panes = style([
  { display: 'grid', minBlockSize: 0, minInlineSize: 0, blockSize: '100%' },
  when({ wide: { gridTemplateColumns: `clamp(${LIST_MIN}, 34%, ${size.listPane}) minmax(0, 1fr)` } }),
]);
export const pane = style({ minBlockSize: 0, minInlineSize: 0, display: 'grid' });
export const listPane = style([
  pane,
  when({ wide: { borderInlineEnd: `1px solid ${vars.color.line}`, ...cleared('inlineEnd') } }),
]);
export const emptyPane = style([pane, { paddingInlineEnd: safe.inlineEnd }]);
