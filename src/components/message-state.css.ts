import { style } from '@vanilla-extract/css';
import { recipe } from '@vanilla-extract/recipes';
import { vars } from '../theme/contract.css.ts';
import { radius, weight } from '../theme/tokens.ts';

export const state = recipe({
  base: {
    display: 'inline-grid',
    placeItems: 'center',
    inlineSize: '1rem',
    blockSize: '1rem',
    fontSize: '0.75rem',
  },
  variants: {
    tone: { quiet: {}, seen: {}, failed: {} },
    ground: { surface: {}, bubble: {}, picture: {} },
  },
  compoundVariants: [
    { variants: { tone: 'seen', ground: 'surface' }, style: { color: vars.color.accentText } },
    { variants: { tone: 'seen', ground: 'bubble' }, style: { color: vars.color.bubbleOwnSeen } },
    { variants: { tone: 'seen', ground: 'picture' }, style: { color: vars.color.chipSeen } },
  ],
});
export const bang = style({
  display: 'grid',
  placeItems: 'center',
  inlineSize: '1rem',
  blockSize: '1rem',
  borderRadius: radius.full,
  fontSize: '0.75rem',
  lineHeight: 1,
  fontWeight: weight.bold,
  color: vars.color.onDangerSolid,
  backgroundColor: vars.color.dangerSolid,
});
