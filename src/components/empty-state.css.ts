import { style } from '@vanilla-extract/css';
import { vars } from '../theme/contract.css.ts';
import { animation, duration, easing, rise } from '../theme/motion.css.ts';
import { radius, space, type, weight } from '../theme/tokens.ts';

export const root = style([
  animation(`${rise} ${duration.slow} ${easing.out} both`),
  {
    display: 'grid',
    justifyItems: 'center',
    alignContent: 'center',
    gap: space.xs,
    flex: 1,
    minBlockSize: '16rem',
    padding: space.xl,
    textAlign: 'center',
  },
]);
export const icon = style({
  display: 'grid',
  placeItems: 'center',
  inlineSize: '5rem',
  blockSize: '5rem',
  marginBlockEnd: space.md,
  borderRadius: radius.full,
  color: vars.color.onAccentSoft,
  backgroundColor: vars.color.accentSoft,
});
export const line = style({ ...type.heading, fontWeight: weight.semibold, textWrap: 'balance' });
export const hint = style({
  ...type.body,
  maxInlineSize: '20rem',
  color: vars.color.inkSoft,
  textWrap: 'balance',
});
export const action = style({ marginBlockStart: space.lg });
