import { style } from '@vanilla-extract/css';
import { recipe } from '@vanilla-extract/recipes';
import { vars } from '../theme/contract.css.ts';
import { tabular } from '../theme/mixins.css.ts';
import { transition } from '../theme/motion.css.ts';
import { font, radius, size, space, type, weight } from '../theme/tokens.ts';

export const root = style({ display: 'grid', gap: '0.375rem', minInlineSize: 0 });
export const label = style({ ...type.caption, fontWeight: weight.medium, color: vars.color.inkSoft });
export const shell = style({ position: 'relative', display: 'grid' });

export const control = recipe({
  base: [
    transition(['border-color', 'box-shadow'], '120ms'),
    {
      // Below 16 px, as with small text, iOS zooms the page when the field takes focus.
      fontSize: 'max(16px, 1rem)',
      lineHeight: 1.4,
      inlineSize: '100%',
      minInlineSize: 0,
      minBlockSize: '3rem',
      paddingBlock: '0.6875rem',
      paddingInline: space.md,
      color: vars.color.ink,
      backgroundColor: vars.color.surface,
      border: `1px solid ${vars.color.lineStrong}`,
      borderRadius: radius.md,
      appearance: 'none',
      outline: 'none',
      selectors: {
        '&::placeholder': { color: vars.color.inkSoft, opacity: 0.75 },
        '&:focus': { borderColor: vars.color.accent, boxShadow: `0 0 0 1px ${vars.color.accent}` },
        '&[aria-invalid="true"]': { borderColor: vars.color.danger },
        '&[aria-invalid="true"]:focus': { boxShadow: `0 0 0 1px ${vars.color.danger}` },
        '&:disabled': { opacity: 0.6 },
      },
    },
  ],
  variants: {
    kind: {
      text: {},
      code: [
        tabular,
        { fontFamily: font.mono, letterSpacing: '0.06em', textTransform: 'uppercase', fontSize: '1.125rem' },
      ],
      area: { minBlockSize: '6rem', resize: 'vertical' },
    },
    hasTrailing: { true: { paddingInlineEnd: '3.25rem' } },
  },
  defaultVariants: { kind: 'text' },
});

export const trailing = style({
  position: 'absolute',
  insetInlineEnd: '0.125rem',
  insetBlockStart: '50%',
  translate: '0 -50%',
  inlineSize: size.touch,
});
export const hint = style({ ...type.caption, color: vars.color.inkSoft });
export const error = style({
  ...type.caption,
  display: 'flex',
  alignItems: 'flex-start',
  gap: '0.375rem',
  fontWeight: weight.medium,
  color: vars.color.danger,
});
export const errorIcon = style({ flexShrink: 0, marginBlockStart: '0.125rem' });
