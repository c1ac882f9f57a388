import { style } from '@vanilla-extract/css';
import { recipe } from '@vanilla-extract/recipes';
import { vars } from '../../theme/contract.css.ts';
import { ellipsis, focusRingInset, tabular } from '../../theme/mixins.css.ts';
import { padSafe } from '../../theme/responsive.css.ts';
import { radius, size, space, type, weight } from '../../theme/tokens.ts';

export const bar = style({
  display: 'flex',
  flexShrink: 0,
  alignItems: 'center',
  gap: space.xs,
  paddingInlineStart: padSafe('inlineStart', space.px),
  paddingInlineEnd: padSafe('inlineEnd', space.xs),
  backgroundColor: vars.color.surface,
  borderBlockEnd: `1px solid ${vars.color.line}`,
});
export const jump = style([
  focusRingInset,
  {
    display: 'flex',
    flex: 1,
    alignItems: 'center',
    gap: space.sm,
    minInlineSize: 0,
    minBlockSize: `calc(${size.touch} + ${space.sm})`,
    paddingBlock: space.xs,
    paddingInlineStart: space.lg,
    textAlign: 'start',
    color: vars.color.ink,
    cursor: 'pointer',
    '@media': { '(hover: hover)': { ':hover': { backgroundColor: vars.color.hover } } },
  },
]);
/** One part for each pinned message, up to four of them: where in the row one is. */
export const segments = style({
  display: 'flex',
  flexDirection: 'column',
  flexShrink: 0,
  alignSelf: 'stretch',
  gap: space.xxs,
  inlineSize: '0.1875rem',
  marginBlock: space.xs,
});
export const segment = recipe({
  base: { flex: 1, borderRadius: radius.full },
  variants: {
    isShown: {
      true: { backgroundColor: vars.color.accent },
      false: { backgroundColor: vars.color.lineStrong },
    },
  },
});
export const texts = style({ display: 'grid', flex: 1, minInlineSize: 0 });
export const label = style([
  ellipsis,
  tabular,
  { ...type.caption, fontWeight: weight.semibold, color: vars.color.accentText },
]);
export const words = style([ellipsis, { ...type.body }]);
export const sender = style({ color: vars.color.inkSoft });

export const row = style({ display: 'flex', alignItems: 'center', paddingInlineEnd: space.xs });
export const rowMain = style({ flex: 1, minInlineSize: 0 });
