import { style } from '@vanilla-extract/css';
import { vars } from '../../theme/contract.css.ts';
import { focusRing, tabular } from '../../theme/mixins.css.ts';
import { animation, duration, easing, rise } from '../../theme/motion.css.ts';
import { radius, size, space, type, weight } from '../../theme/tokens.ts';

export const column = style({
  position: 'relative',
  inlineSize: '100%',
  maxInlineSize: size.reading,
  marginInline: 'auto',
});
export const item = style({ position: 'absolute', insetInline: 0 });
export const coming = style([item, { overflow: 'hidden' }]);
export const end = style({
  display: 'grid',
  placeItems: 'center',
  gap: space.sm,
  paddingBlock: space.lg,
  paddingInline: space.lg,
  color: vars.color.inkSoft,
});
export const chips = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: space.sm,
  paddingBlockStart: space.sm,
  selectors: { '&:empty': { display: 'none' } },
});
/** Beside the title, where it covers nothing that is read, and moves nothing when it comes. */
export const pill = style([
  focusRing,
  tabular,
  animation(`${rise} ${duration.base} ${easing.out} both`),
  {
    ...type.caption,
    display: 'inline-flex',
    alignItems: 'center',
    gap: space.xs,
    minBlockSize: size.touch,
    paddingInline: space.lg,
    fontWeight: weight.semibold,
    color: vars.color.onSpark,
    backgroundColor: vars.color.spark,
    borderRadius: radius.full,
    cursor: 'pointer',
  },
]);
