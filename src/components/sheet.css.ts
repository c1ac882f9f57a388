import { style } from '@vanilla-extract/css';
import { recipe } from '@vanilla-extract/recipes';
import { vars } from '../theme/contract.css.ts';
import { focusRingInset } from '../theme/mixins.css.ts';
import { easing, transition, whenReduced } from '../theme/motion.css.ts';
import { padSafe, when } from '../theme/responsive.css.ts';
import { layer, radius, space, type, weight } from '../theme/tokens.ts';

// The sheet reaches below the screen, so that a drag upwards does not show what is behind its foot.
const BLEED = '3rem';

export const backdrop = style([
  transition(['opacity']),
  {
    position: 'fixed',
    inset: 0,
    zIndex: layer.scrim,
    backgroundColor: vars.color.scrim,
    opacity: 'calc(1 - var(--drawer-swipe-progress, 0))',
    selectors: {
      '&[data-starting-style], &[data-ending-style]': { opacity: 0 },
      '&[data-swiping]': { transitionDuration: '0ms' },
    },
  },
]);

export const viewport = style({
  position: 'fixed',
  inset: 0,
  zIndex: layer.sheet,
  display: 'flex',
  alignItems: 'flex-end',
  justifyContent: 'center',
  ...when({ wide: { alignItems: 'center' } }),
});

export const popup = style([
  {
    inlineSize: '100%',
    maxInlineSize: '34rem',
    maxBlockSize: `calc(85dvh + ${BLEED})`,
    marginBlockEnd: `-${BLEED}`,
    paddingBlockEnd: `calc(${padSafe('blockEnd', space.lg)} + ${BLEED})`,
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    outline: 'none',
    color: vars.color.ink,
    backgroundColor: vars.color.raised,
    borderStartStartRadius: radius.xl,
    borderStartEndRadius: radius.xl,
    boxShadow: vars.shadow.high,
    transform: 'translateY(var(--drawer-swipe-movement-y, 0px))',
    transition: `transform 280ms ${easing.out}, opacity 280ms ${easing.out}`,
    selectors: {
      '&[data-starting-style], &[data-ending-style]': { transform: `translateY(calc(100% - ${BLEED}))` },
      '&[data-swiping]': { transitionDuration: '0ms', userSelect: 'none' },
    },
  },
  when({
    wide: {
      maxInlineSize: '26rem',
      maxBlockSize: '88dvh',
      marginBlockEnd: 0,
      paddingBlockEnd: space.lg,
      borderRadius: radius.xl,
      selectors: {
        '&[data-starting-style], &[data-ending-style]': { transform: 'translateY(12px)', opacity: 0 },
      },
    },
  }),
  whenReduced({
    transitionProperty: 'opacity',
    selectors: { '&[data-starting-style], &[data-ending-style]': { transform: 'none', opacity: 0 } },
  }),
]);

export const handle = style({
  inlineSize: '2.25rem',
  blockSize: '0.25rem',
  marginBlock: `${space.sm} ${space.xs}`,
  marginInline: 'auto',
  borderRadius: radius.full,
  backgroundColor: vars.color.line,
  ...when({ wide: { visibility: 'hidden' } }),
});
export const head = style({ padding: `${space.xs} ${space.xl} ${space.sm}`, display: 'grid', gap: space.xs });
export const title = style({ ...type.heading, fontWeight: weight.semibold });
export const description = style({ ...type.body, color: vars.color.inkSoft });
export const body = style({ paddingInline: space.sm });
export const bodyPadded = style({ paddingInline: space.xl, display: 'grid', gap: space.lg });

export const action = recipe({
  base: [
    focusRingInset,
    {
      ...type.reading,
      display: 'flex',
      alignItems: 'center',
      gap: space.lg,
      inlineSize: '100%',
      minBlockSize: '3.25rem',
      paddingInline: space.lg,
      borderRadius: radius.md,
      selectors: {
        '&:active': { backgroundColor: vars.color.press },
        '&:disabled': { opacity: 0.5, cursor: 'default' },
      },
      ...when({ hover: { selectors: { '&:hover': { backgroundColor: vars.color.hover } } } }),
    },
  ],
  variants: { tone: { normal: {}, danger: { color: vars.color.danger } } },
});
export const actionIcon = style({ flexShrink: 0, opacity: 0.8 });
