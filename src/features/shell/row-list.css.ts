import { style } from '@vanilla-extract/css';
import { vars } from '../../theme/contract.css.ts';

export const item = style({
  selectors: { '& + &': { borderBlockStart: `1px solid ${vars.color.line}` } },
});
