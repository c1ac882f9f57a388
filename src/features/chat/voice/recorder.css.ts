import { style } from '@vanilla-extract/css';
import { recipe } from '@vanilla-extract/recipes';
import { vars } from '../../../theme/contract.css.ts';
import { tabular } from '../../../theme/mixins.css.ts';
import { breathe } from '../../../theme/motion.css.ts';
import { radius, size, space, type, weight } from '../../../theme/tokens.ts';

/** Around the button: a finger that slides from it moves the recording, and scrolls nothing. */
export const hold = style({ display: 'grid', touchAction: 'none', userSelect: 'none' });
export const bar = style({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: space.xs,
  minInlineSize: 0,
  minBlockSize: size.touch,
  margin: 0,
  padding: 0,
  border: 0,
  outline: 'none',
  // A finger that slides to cancel scrolls nothing.
  touchAction: 'none',
  userSelect: 'none',
});
export const light = recipe({
  base: {
    flexShrink: 0,
    inlineSize: '0.625rem',
    blockSize: '0.625rem',
    marginInline: space.xs,
    borderRadius: radius.full,
    backgroundColor: vars.color.dangerSolid,
  },
  variants: {
    isOn: {
      true: {
        '@media': {
          '(prefers-reduced-motion: no-preference)': { animation: `${breathe} 1.2s ease-in-out infinite` },
        },
      },
      false: { opacity: 0.4 },
    },
  },
});
export const time = style([
  tabular,
  { ...type.body, minInlineSize: '2.75rem', fontWeight: weight.medium, color: vars.color.ink },
]);
export const levels = style({ flex: 1, minInlineSize: 0, blockSize: '1.75rem', overflow: 'hidden' });
export const bars = style({
  inlineSize: '100%',
  // On a wide screen the bars would grow to blocks.
  maxInlineSize: '12rem',
  blockSize: '100%',
  fill: vars.color.accent,
});
export const hint = style({
  ...type.caption,
  display: 'flex',
  alignItems: 'center',
  flexShrink: 0,
  gap: space.xxs,
  // The held button is drawn larger than the room it takes.
  marginInlineEnd: space.sm,
  color: vars.color.inkSoft,
});
export const lock = style({
  position: 'absolute',
  insetInlineEnd: 0,
  insetBlockEnd: `calc(100% + ${space.lg})`,
  display: 'grid',
  justifyItems: 'center',
  gap: space.xs,
  inlineSize: size.touch,
  paddingBlock: space.sm,
  borderRadius: radius.full,
  color: vars.color.ink,
  backgroundColor: vars.color.surface,
  boxShadow: vars.shadow.bubble,
});
export const held = style({
  display: 'grid',
  placeItems: 'center',
  flexShrink: 0,
  inlineSize: size.touch,
  blockSize: size.touch,
  borderRadius: radius.full,
  color: vars.color.onAccent,
  backgroundColor: vars.color.accent,
  transform: 'scale(1.2)',
});
