import { style, styleVariants } from '@vanilla-extract/css';
import { vars } from '../theme/contract.css.ts';
import { focusRing } from '../theme/mixins.css.ts';
import { transition } from '../theme/motion.css.ts';
import { padSafe, when } from '../theme/responsive.css.ts';
import { layer, radius, size, space, type, weight } from '../theme/tokens.ts';

export const viewport = style({
  position: 'fixed',
  zIndex: layer.toast,
  insetBlockStart: padSafe('blockStart', space.sm),
  insetInline: space.sm,
  marginInline: 'auto',
  maxInlineSize: size.narrow,
  display: 'flex',
  flexDirection: 'column',
  gap: space.sm,
  outline: 'none',
  // Between and beside the notices the screen stays usable.
  pointerEvents: 'none',
});

const HIDDEN = 'translateY(calc(var(--toast-swipe-movement-y, 0px) - 120%))';

export const toast = style([
  focusRing,
  transition(['transform', 'opacity'], '280ms'),
  {
    display: 'flex',
    alignItems: 'center',
    gap: space.md,
    minBlockSize: '3.25rem',
    paddingBlock: space.xs,
    paddingInlineStart: space.md,
    paddingInlineEnd: space.xs,
    color: vars.color.ink,
    backgroundColor: vars.color.raised,
    border: `1px solid ${vars.color.line}`,
    borderRadius: radius.lg,
    boxShadow: vars.shadow.high,
    pointerEvents: 'auto',
    userSelect: 'none',
    touchAction: 'none',
    transform: 'translateY(var(--toast-swipe-movement-y, 0px))',
    selectors: {
      '&[data-starting-style]': { transform: HIDDEN, opacity: 0 },
      '&[data-ending-style]': { transform: HIDDEN, opacity: 0 },
      '&[data-swiping]': { transitionDuration: '0ms' },
      '&[data-limited]': { display: 'none' },
    },
    ...when({ contrast: { border: '1px solid CanvasText' } }),
  },
]);

export const icon = styleVariants(
  {
    success: [vars.color.success, vars.color.successSoft],
    error: [vars.color.danger, vars.color.dangerSoft],
    info: [vars.color.info, vars.color.infoSoft],
    warning: [vars.color.warning, vars.color.warningSoft],
  },
  ([color, backgroundColor]) => ({
    display: 'grid',
    placeItems: 'center',
    flexShrink: 0,
    inlineSize: '2rem',
    blockSize: '2rem',
    borderRadius: radius.full,
    color,
    backgroundColor,
  }),
);

export const message = style({
  ...type.body,
  flex: 1,
  minInlineSize: 0,
  paddingBlock: space.xs,
  fontWeight: weight.medium,
});
