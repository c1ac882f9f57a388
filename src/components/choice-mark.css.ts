import { styleVariants } from '@vanilla-extract/css';
import { vars } from '../theme/contract.css.ts';
import { radius } from '../theme/tokens.ts';

const box = {
  display: 'grid',
  placeItems: 'center',
  flexShrink: 0,
  inlineSize: '1.5rem',
  blockSize: '1.5rem',
  borderRadius: radius.full,
} as const;

export const mark = styleVariants({
  open: { ...box, border: `2px solid ${vars.color.lineStrong}` },
  chosen: {
    ...box,
    border: `2px solid ${vars.color.accent}`,
    backgroundColor: vars.color.accent,
    color: vars.color.onAccent,
  },
});
