import { style, styleVariants } from '@vanilla-extract/css';
import { vars } from '../theme/contract.css.ts';
import { breathe, fadeIn, whenReduced } from '../theme/motion.css.ts';
import { faceSize, radius, space } from '../theme/tokens.ts';

// Invisible for 200 ms: local data is usually there by then, and a flash of grey would only be noise.
export const root = style([
  { animation: `${fadeIn} 200ms 200ms both, ${breathe} 6s 400ms ease-in-out infinite` },
  whenReduced({ animation: `${fadeIn} 200ms 200ms both` }),
]);
export const row = style({
  display: 'flex',
  alignItems: 'center',
  gap: space.md,
  minBlockSize: '4.5rem',
  paddingInline: space.lg,
});
export const lines = style({ flex: 1, display: 'grid', gap: '0.625rem' });
const block = { backgroundColor: vars.color.skeleton, borderRadius: radius.sm };
export const disc = style({
  ...block,
  inlineSize: faceSize(3.25),
  blockSize: faceSize(3.25),
  flexShrink: 0,
  borderRadius: radius.full,
});
export const bar = styleVariants({ long: '78%', medium: '52%', short: '34%' }, (inlineSize) => ({
  ...block,
  inlineSize,
  blockSize: '0.75rem',
}));
// Still: it stands for a frame or two while somebody throws the list.
export const card = style({
  display: 'grid',
  gap: space.sm,
  paddingInline: space.lg,
});
export const chat = style({
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'flex-end',
  gap: space.md,
  padding: space.lg,
  flex: 1,
});
export const bubble = styleVariants({ own: 'flex-end', other: 'flex-start' }, (alignSelf) => ({
  backgroundColor: vars.color.skeleton,
  alignSelf,
  borderRadius: radius.lg,
  blockSize: '2.5rem',
}));
export const width = styleVariants({ long: '64%', medium: '46%', short: '30%' }, (inlineSize) => ({
  inlineSize,
}));
