import { style } from '@vanilla-extract/css';
import { vars } from '../theme/contract.css.ts';
import { transition } from '../theme/motion.css.ts';
import { layer, radius, space, type, weight } from '../theme/tokens.ts';

export const backdrop = style([
  transition(['opacity']),
  {
    position: 'fixed',
    inset: 0,
    zIndex: layer.scrim,
    backgroundColor: vars.color.scrim,
    selectors: { '&[data-starting-style], &[data-ending-style]': { opacity: 0 } },
  },
]);
export const popup = style([
  transition(['opacity', 'transform']),
  {
    position: 'fixed',
    zIndex: layer.sheet,
    insetBlockStart: '50%',
    insetInlineStart: '50%',
    translate: '-50% -50%',
    inlineSize: 'min(22rem, calc(100vw - 2.5rem))',
    maxBlockSize: 'calc(100dvh - 3rem)',
    overflowY: 'auto',
    padding: space.xl,
    display: 'grid',
    gap: space.sm,
    color: vars.color.ink,
    backgroundColor: vars.color.raised,
    borderRadius: radius.xl,
    boxShadow: vars.shadow.high,
    outline: 'none',
    selectors: { '&[data-starting-style], &[data-ending-style]': { opacity: 0, transform: 'scale(0.96)' } },
  },
]);
export const title = style({ ...type.heading, fontWeight: weight.semibold });
export const body = style({ ...type.body, color: vars.color.inkSoft });
export const actions = style({
  display: 'flex',
  flexWrap: 'wrap-reverse',
  justifyContent: 'flex-end',
  gap: space.sm,
  paddingBlockStart: space.md,
});
export const actionsStacked = style({ display: 'grid', gap: space.sm, paddingBlockStart: space.md });
