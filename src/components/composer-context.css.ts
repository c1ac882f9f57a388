import { style } from '@vanilla-extract/css';
import { vars } from '../theme/contract.css.ts';
import { ellipsis } from '../theme/mixins.css.ts';
import { space, type, weight } from '../theme/tokens.ts';

export const root = style({
  display: 'flex',
  alignItems: 'center',
  gap: space.sm,
  paddingBlockEnd: space.xs,
  paddingInlineStart: space.sm,
});
export const icon = style({ display: 'grid', color: vars.color.accentText });
export const texts = style({
  display: 'grid',
  flex: 1,
  minInlineSize: 0,
  paddingInlineStart: space.sm,
  borderInlineStart: `2px solid ${vars.color.accent}`,
});
export const title = style([
  ellipsis,
  { ...type.caption, fontWeight: weight.semibold, color: vars.color.accentText },
]);
export const words = style([ellipsis, { ...type.caption, color: vars.color.inkSoft }]);
