import { style } from '@vanilla-extract/css';
import { vars } from '../theme/contract.css.ts';
import { breathe, fadeIn, whenReduced } from '../theme/motion.css.ts';

export const root = style({
  display: 'grid',
  placeItems: 'center',
  blockSize: '100dvh',
  backgroundColor: vars.color.canvas,
});
export const mark = style([
  { animation: `${fadeIn} 200ms 200ms both, ${breathe} 3s 400ms ease-in-out infinite` },
  whenReduced({ animation: `${fadeIn} 200ms 200ms both` }),
]);
