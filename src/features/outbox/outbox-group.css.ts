import { style } from '@vanilla-extract/css';
import { vars } from '../../theme/contract.css.ts';
import { space, type } from '../../theme/tokens.ts';

/** Under the words of the row above, not under its icon. Padding: a card lets its rows run from edge to edge. */
export const dependents = style({
  paddingInlineStart: `calc(${space.lg} + 11px)`,
  paddingBlockEnd: space.md,
});
export const thread = style({ borderInlineStart: `2px solid ${vars.color.line}` });

export const caption = style({
  ...type.caption,
  color: vars.color.inkSoft,
  paddingInline: space.lg,
});
