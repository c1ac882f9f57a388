import { style } from '@vanilla-extract/css';
import { recipe } from '@vanilla-extract/recipes';
import { vars } from '../theme/contract.css.ts';
import { focusRing, tabular } from '../theme/mixins.css.ts';
import { transition } from '../theme/motion.css.ts';
import { beyondSafe, padSafe, when } from '../theme/responsive.css.ts';
import { radius, size, space, type } from '../theme/tokens.ts';

export const root = style({
  flexShrink: 0,
  paddingBlockStart: space.sm,
  paddingBlockEnd: beyondSafe('blockEnd', space.sm),
  paddingInlineStart: padSafe('inlineStart', space.sm),
  paddingInlineEnd: padSafe('inlineEnd', space.sm),
  backgroundColor: vars.color.surface,
  borderBlockStart: `1px solid ${vars.color.line}`,
});
/** As wide as what it is written under. */
export const measure = recipe({
  base: { inlineSize: '100%', marginInline: 'auto' },
  variants: {
    measure: {
      talk: { maxInlineSize: `calc(${size.talk} - 2 * ${space.sm})` },
      reading: { maxInlineSize: `calc(${size.reading} - 2 * ${space.sm})` },
    },
  },
});
export const line = style({
  display: 'flex',
  alignItems: 'flex-end',
  gap: space.xs,
  selectors: { '&[hidden]': { display: 'none' } },
});

export const input = style([
  transition(['border-color'], '120ms'),
  {
    flex: 1,
    minInlineSize: 0,
    // 16 px and no less, with small text too: iOS zooms into what is smaller.
    fontSize: 'max(16px, 1rem)',
    lineHeight: '1.375rem',
    minBlockSize: size.touch,
    // Five lines, then it scrolls.
    maxBlockSize: 'calc(5 * 1.375rem + 1.375rem)',
    fieldSizing: 'content',
    paddingBlock: '0.625rem',
    paddingInline: space.lg,
    resize: 'none',
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    color: vars.color.ink,
    backgroundColor: vars.color.canvas,
    border: `1px solid ${vars.color.line}`,
    borderRadius: '22px',
    outline: 'none',
    selectors: {
      '&::placeholder': { color: vars.color.inkSoft },
      '&:focus': { borderColor: vars.color.accent },
    },
  },
]);

export const send = style([
  focusRing,
  // No colours: the field empties in the frame that shows the message, which pays for nothing else.
  transition(['transform'], '120ms'),
  {
    display: 'grid',
    placeItems: 'center',
    flexShrink: 0,
    inlineSize: size.touch,
    blockSize: size.touch,
    borderRadius: radius.full,
    color: vars.color.onAccent,
    backgroundColor: vars.color.accent,
    selectors: {
      '&:active:not(:disabled)': { transform: 'scale(0.9)' },
      '&:disabled': { color: vars.color.inkSoft, backgroundColor: 'transparent', cursor: 'default' },
    },
    ...when({
      hover: { selectors: { '&:hover:not(:disabled)': { backgroundColor: vars.color.accentHover } } },
    }),
  },
]);
export const counter = style([
  tabular,
  {
    ...type.caption,
    paddingBlockEnd: space.xs,
    paddingInline: space.lg,
    textAlign: 'end',
    color: vars.color.inkSoft,
  },
]);
export const counterOver = style([counter, { color: vars.color.danger }]);
