import { style } from '@vanilla-extract/css';
import { vars } from '../theme/contract.css.ts';
import { focusRing, tabular } from '../theme/mixins.css.ts';
import { animation, duration, easing, rise } from '../theme/motion.css.ts';
import { beyondSafe } from '../theme/responsive.css.ts';
import { layer, radius, size, space, type, weight } from '../theme/tokens.ts';

export const pill = style([
  focusRing,
  tabular,
  animation(`${rise} ${duration.base} ${easing.out} both`),
  {
    ...type.caption,
    position: 'absolute',
    zIndex: layer.pill,
    insetInlineEnd: beyondSafe('inlineEnd', space.md),
    insetBlockEnd: beyondSafe('blockEnd', space.md),
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: space.xs,
    minInlineSize: size.touch,
    minBlockSize: size.touch,
    paddingInline: space.md,
    fontWeight: weight.semibold,
    color: vars.color.ink,
    backgroundColor: vars.color.raised,
    border: `1px solid ${vars.color.line}`,
    borderRadius: radius.full,
    boxShadow: vars.shadow.low,
  },
]);
export const pillNew = style([
  pill,
  { color: vars.color.onSpark, backgroundColor: vars.color.spark, borderColor: vars.color.spark },
]);
export const mention = style([
  pillNew,
  {
    insetBlockEnd: `calc(${beyondSafe('blockEnd', space.md)} + ${size.touch} + ${space.sm})`,
    paddingInline: 0,
  },
]);
