import { globalStyle } from '@vanilla-extract/css';
import type { TextSize } from './device-preferences.ts';

const scale: Record<Exclude<TextSize, 'medium'>, string> = { small: '90%', large: '115%', huge: '135%' };
for (const [size, fontSize] of Object.entries(scale)) {
  globalStyle(`html[data-text-size="${size}"]`, { fontSize });
}

// The reader's switch reaches what the media query of each style does not: everything arrives at once.
globalStyle(['', '::before', '::after'].map((pseudo) => `html[data-motion="less"] *${pseudo}`).join(', '), {
  animationDuration: '0.01ms !important',
  animationIterationCount: '1 !important',
  transitionDuration: '0.01ms !important',
});
