import { style } from '@vanilla-extract/css';
import { recipe } from '@vanilla-extract/recipes';
import { vars } from '../theme/contract.css.ts';
import { focusRingInset } from '../theme/mixins.css.ts';
import { beyondSafe, padSafe, when } from '../theme/responsive.css.ts';
import { radius, size, space, type, weight } from '../theme/tokens.ts';

export const bar = style({
  flexShrink: 0,
  paddingBlockStart: space.xs,
  paddingBlockEnd: beyondSafe('blockEnd', space.xs),
  paddingInlineStart: padSafe('inlineStart', space.sm),
  paddingInlineEnd: padSafe('inlineEnd', space.sm),
  backgroundColor: vars.color.surface,
  borderBlockStart: `1px solid ${vars.color.line}`,
});
export const actions = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: space.xs,
  maxInlineSize: size.talk,
  marginInline: 'auto',
});
export const action = recipe({
  base: [
    focusRingInset,
    {
      ...type.caption,
      flex: '1 1 4.5rem',
      display: 'grid',
      justifyItems: 'center',
      gap: space.xxs,
      minBlockSize: size.touch,
      padding: space.xs,
      borderRadius: radius.md,
      fontWeight: weight.semibold,
      selectors: {
        '&:active': { backgroundColor: vars.color.press },
        '&:disabled': { opacity: 0.45, cursor: 'default' },
      },
      ...when({ hover: { selectors: { '&:hover:enabled': { backgroundColor: vars.color.hover } } } }),
    },
  ],
  variants: {
    tone: { normal: { color: vars.color.accentText }, danger: { color: vars.color.danger } },
  },
});
