import { style } from '@vanilla-extract/css';
import { transition } from '../theme/motion.css.ts';

export const ring = style({
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  inlineSize: '2.125rem',
  blockSize: '2.125rem',
});
// It begins above and closes clockwise.
export const circle = style({
  position: 'absolute',
  inset: 0,
  inlineSize: '100%',
  blockSize: '100%',
  rotate: '-90deg',
});
export const done = style([transition(['stroke-dasharray'])]);
