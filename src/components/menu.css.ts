import { style } from '@vanilla-extract/css';
import { recipe } from '@vanilla-extract/recipes';
import { vars } from '../theme/contract.css.ts';
import { transition } from '../theme/motion.css.ts';
import { layer, radius, size, space, type } from '../theme/tokens.ts';

export const positioner = style({ zIndex: layer.menu, outline: 'none' });
export const popup = style([
  transition(['opacity', 'transform'], '120ms'),
  {
    minInlineSize: '12rem',
    maxInlineSize: '20rem',
    padding: space.xs,
    color: vars.color.ink,
    backgroundColor: vars.color.raised,
    border: `1px solid ${vars.color.line}`,
    borderRadius: radius.md,
    boxShadow: vars.shadow.high,
    outline: 'none',
    transformOrigin: 'var(--transform-origin)',
    selectors: { '&[data-starting-style], &[data-ending-style]': { opacity: 0, transform: 'scale(0.96)' } },
  },
]);
export const item = recipe({
  base: {
    ...type.body,
    display: 'flex',
    alignItems: 'center',
    gap: space.md,
    minBlockSize: size.touch,
    paddingBlock: space.xs,
    paddingInline: space.md,
    borderRadius: radius.sm,
    outline: 'none',
    cursor: 'pointer',
    userSelect: 'none',
    selectors: {
      '&[data-highlighted]': { backgroundColor: vars.color.hover },
      '&[data-disabled]': { opacity: 0.5, cursor: 'default' },
    },
  },
  variants: { tone: { normal: {}, danger: { color: vars.color.danger } } },
});
export const icon = style({ flexShrink: 0, opacity: 0.8 });
export const text = style({ flex: 1, minInlineSize: 0, textAlign: 'start' });
export const note = style({ ...type.caption, display: 'block', color: vars.color.inkSoft });
export const mark = style({ flexShrink: 0, color: vars.color.accentText });
