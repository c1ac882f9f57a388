import { style } from '@vanilla-extract/css';
import { recipe } from '@vanilla-extract/recipes';
import { vars } from '../theme/contract.css.ts';
import { focusRing } from '../theme/mixins.css.ts';
import { transition } from '../theme/motion.css.ts';
import { when } from '../theme/responsive.css.ts';
import { radius, size } from '../theme/tokens.ts';

// A finger and an icon do not grow with the letters, whose room they would take.
const TARGET = `clamp(44px, ${size.touch}, 52px)`;

export const iconButton = recipe({
  base: [
    focusRing,
    transition(['background-color', 'color', 'transform'], '120ms'),
    {
      position: 'relative',
      display: 'inline-grid',
      placeItems: 'center',
      flexShrink: 0,
      inlineSize: TARGET,
      blockSize: TARGET,
      borderRadius: radius.full,
      selectors: {
        '&:active:not(:disabled)': { transform: 'scale(0.92)' },
        '&:disabled': { opacity: 0.45, cursor: 'default' },
      },
    },
  ],
  variants: {
    variant: {
      quiet: {
        color: vars.color.ink,
        ...when({ hover: { selectors: { '&:hover': { backgroundColor: vars.color.hover } } } }),
      },
      soft: { color: vars.color.inkSoft },
      solid: {
        color: vars.color.onAccent,
        backgroundColor: vars.color.accent,
        ...when({ hover: { selectors: { '&:hover': { backgroundColor: vars.color.accentHover } } } }),
      },
    },
  },
  defaultVariants: { variant: 'quiet' },
});

export const badge = style({ position: 'absolute', insetBlockStart: '2px', insetInlineEnd: '0' });
