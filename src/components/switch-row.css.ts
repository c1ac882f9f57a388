import { style } from '@vanilla-extract/css';
import { vars } from '../theme/contract.css.ts';
import { focusRing } from '../theme/mixins.css.ts';
import { transition } from '../theme/motion.css.ts';
import { radius, size, space, type } from '../theme/tokens.ts';

export const row = style({
  display: 'flex',
  alignItems: 'center',
  gap: space.md,
  minBlockSize: '3.5rem',
  paddingBlock: space.sm,
  paddingInline: space.lg,
  cursor: 'pointer',
  selectors: { '&:has([data-disabled])': { cursor: 'default' } },
});
export const leading = style({ flexShrink: 0, display: 'grid', placeItems: 'center' });
export const texts = style({ flex: 1, minInlineSize: 0, display: 'grid', gap: '0.125rem' });
export const label = style({ ...type.reading, color: vars.color.ink });
export const hint = style({ ...type.caption, color: vars.color.inkSoft });

export const track = style([
  focusRing,
  transition(['background-color']),
  {
    flexShrink: 0,
    position: 'relative',
    inlineSize: '3.25rem',
    blockSize: '2rem',
    padding: '0.1875rem',
    borderRadius: radius.full,
    backgroundColor: vars.color.lineStrong,
    selectors: {
      '&[data-checked]': { backgroundColor: vars.color.accent },
      '&[data-disabled]': { opacity: 0.5 },
      // The finger's target is taller than the drawing.
      '&::after': {
        content: '',
        position: 'absolute',
        insetInline: 0,
        insetBlockStart: '50%',
        blockSize: size.touch,
        translate: '0 -50%',
      },
    },
  },
]);
export const thumb = style([
  transition(['translate']),
  {
    display: 'block',
    inlineSize: '1.625rem',
    blockSize: '1.625rem',
    borderRadius: radius.full,
    backgroundColor: vars.color.raised,
    boxShadow: vars.shadow.bubble,
    selectors: { '&[data-checked]': { translate: '1.25rem 0' } },
  },
]);
