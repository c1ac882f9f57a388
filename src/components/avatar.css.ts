import { style, styleVariants } from '@vanilla-extract/css';
import { recipe } from '@vanilla-extract/recipes';
import { vars } from '../theme/contract.css.ts';
import { faceSize, weight } from '../theme/tokens.ts';

const box = (rem: number) => ({
  inlineSize: faceSize(rem),
  blockSize: faceSize(rem),
  fontSize: faceSize(rem * 0.38),
});

export const avatar = recipe({
  base: {
    position: 'relative',
    display: 'inline-grid',
    placeItems: 'center',
    flexShrink: 0,
    fontWeight: weight.semibold,
    letterSpacing: '0.01em',
    lineHeight: 1,
    userSelect: 'none',
  },
  variants: {
    size: { xs: box(1.75), sm: box(2.25), md: box(3.25), lg: box(4.5), xl: box(6) },
    shape: { person: { borderRadius: '50%' }, group: { borderRadius: '34%' } },
  },
});

const { avatar: c } = vars;
export const colours = styleVariants({
  0: { backgroundColor: c.bg0, color: c.fg0 },
  1: { backgroundColor: c.bg1, color: c.fg1 },
  2: { backgroundColor: c.bg2, color: c.fg2 },
  3: { backgroundColor: c.bg3, color: c.fg3 },
  4: { backgroundColor: c.bg4, color: c.fg4 },
  5: { backgroundColor: c.bg5, color: c.fg5 },
  6: { backgroundColor: c.bg6, color: c.fg6 },
  7: { backgroundColor: c.bg7, color: c.fg7 },
});

export const saved = style({ backgroundColor: vars.color.accent, color: vars.color.onAccent });

export const image = style({
  position: 'absolute',
  inset: 0,
  inlineSize: '100%',
  blockSize: '100%',
  objectFit: 'cover',
  borderRadius: 'inherit',
});

export const online = style({
  position: 'absolute',
  insetBlockEnd: '2%',
  insetInlineEnd: '2%',
  inlineSize: '26%',
  blockSize: '26%',
  borderRadius: '50%',
  border: `2px solid ${vars.color.surface}`,
  backgroundColor: vars.color.accent,
});
