import { style } from '@vanilla-extract/css';
import { vars } from '../../theme/contract.css.ts';
import { space, type } from '../../theme/tokens.ts';

/** Under the words of the row above, not under its icon. */
export const dependents = style({
  marginInlineStart: `calc(${space.lg} + 22px + ${space.md})`,
  borderInlineStart: `2px solid ${vars.color.line}`,
  marginBlockEnd: space.md,
});

export const caption = style({
  ...type.caption,
  color: vars.color.inkSoft,
  paddingInline: space.lg,
});
