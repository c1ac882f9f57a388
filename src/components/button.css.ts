import { style } from '@vanilla-extract/css';
import { recipe } from '@vanilla-extract/recipes';
import { vars } from '../theme/contract.css.ts';
import { focusRing } from '../theme/mixins.css.ts';
import { transition } from '../theme/motion.css.ts';
import { when } from '../theme/responsive.css.ts';
import { radius, size, space, type, weight } from '../theme/tokens.ts';

const fill = (background: string, color: string, hover: string) => ({
  backgroundColor: background,
  color,
  ...when({ hover: { selectors: { '&:hover:not([aria-disabled="true"])': { backgroundColor: hover } } } }),
});

export const button = recipe({
  base: [
    focusRing,
    transition(['background-color', 'transform', 'opacity'], '120ms'),
    {
      ...type.body,
      position: 'relative',
      display: 'inline-flex',
      alignItems: 'center',
      justifyContent: 'center',
      gap: space.sm,
      fontWeight: weight.semibold,
      textAlign: 'center',
      borderRadius: radius.md,
      userSelect: 'none',
      cursor: 'pointer',
      selectors: {
        '&:active:not([aria-disabled="true"])': { transform: 'scale(0.975)' },
        '&[aria-disabled="true"]': { cursor: 'default' },
        '&:disabled': { opacity: 0.5, cursor: 'default' },
      },
    },
  ],
  variants: {
    variant: {
      primary: fill(vars.color.accent, vars.color.onAccent, vars.color.accentHover),
      secondary: fill(vars.color.accentSoft, vars.color.onAccentSoft, vars.color.accentSoft),
      outline: [
        fill(vars.color.surface, vars.color.ink, vars.color.raised),
        { boxShadow: `inset 0 0 0 1px ${vars.color.lineStrong}` },
      ],
      quiet: fill('transparent', vars.color.accentText, vars.color.hover),
      danger: fill(vars.color.dangerSolid, vars.color.onDangerSolid, vars.color.dangerSolid),
      /** Takes the colour of what it stands on, as in a banner. */
      plain: fill('transparent', 'inherit', vars.color.hover),
      dangerQuiet: fill('transparent', vars.color.danger, vars.color.hover),
    },
    size: {
      md: { minBlockSize: '3rem', paddingBlock: space.sm, paddingInline: space.lg },
      sm: { minBlockSize: size.touch, paddingBlock: space.xs, paddingInline: space.md },
    },
    isWide: { true: { inlineSize: '100%' } },
  },
  defaultVariants: { variant: 'primary', size: 'md' },
});

export const content = style({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: space.sm,
  minInlineSize: 0,
});
export const contentHidden = style([content, { opacity: 0 }]);
export const spinner = style({ position: 'absolute', inset: 0, display: 'grid', placeItems: 'center' });
