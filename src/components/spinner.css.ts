import { style } from '@vanilla-extract/css';
import { animation, spin } from '../theme/motion.css.ts';

// A loop that tells of work has no fade to fall back to: under reduced motion the open ring stands still.
export const spinner = style([
  animation(`${spin} 800ms linear infinite`, 'none'),
  { inlineSize: '1.25em', blockSize: '1.25em', flexShrink: 0 },
]);
