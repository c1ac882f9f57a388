import { style } from '@vanilla-extract/css';
import { vars } from '../../theme/contract.css.ts';
import { space } from '../../theme/tokens.ts';

export const row = style({
  display: 'flex',
  alignItems: 'center',
  paddingInlineEnd: space.xs,
  selectors: { '& + &': { borderBlockStart: `1px solid ${vars.color.line}` } },
});
export const main = style({ flex: 1, minInlineSize: 0 });
