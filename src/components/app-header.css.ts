import { style } from '@vanilla-extract/css';
import { recipe } from '@vanilla-extract/recipes';
import { vars } from '../theme/contract.css.ts';
import { ellipsis, focusRing } from '../theme/mixins.css.ts';
import { beyondSafe, safe, when } from '../theme/responsive.css.ts';
import { font, layer, radius, size, space, type, weight } from '../theme/tokens.ts';

export const header = style({
  position: 'relative',
  zIndex: layer.sticky,
  flexShrink: 0,
  color: vars.color.ink,
  backgroundColor: vars.color.surface,
  borderBlockEnd: `1px solid ${vars.color.line}`,
  paddingBlockStart: safe.blockStart,
});
export const bar = recipe({
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: space.xs,
    minBlockSize: size.header,
    paddingBlock: space.xs,
    paddingInlineStart: beyondSafe('inlineStart', space.xs),
    paddingInlineEnd: beyondSafe('inlineEnd', space.xs),
  },
  variants: { size: { compact: {}, large: { flexWrap: 'wrap' } } },
});
export const back = recipe({
  base: { display: 'flex' },
  variants: { isNarrowOnly: { true: when({ wide: { display: 'none' } }) } },
});
export const heading = recipe({
  base: [
    focusRing,
    {
      flex: 1,
      minInlineSize: 0,
      display: 'flex',
      alignItems: 'center',
      gap: space.md,
      // In a chat it is a link: as tall as a thumb.
      minBlockSize: size.touch,
      paddingInline: space.sm,
      borderRadius: radius.sm,
    },
  ],
  // Where title and actions have no room beside each other, the actions go under it.
  variants: { size: { compact: {}, large: { flexBasis: 'auto' } } },
});
export const texts = style({ minInlineSize: 0, display: 'grid' });
export const title = recipe({
  variants: {
    size: {
      compact: { ...type.heading, fontWeight: weight.semibold },
      large: {
        ...type.title,
        fontFamily: font.display,
        fontWeight: weight.bold,
        paddingInlineStart: space.xs,
      },
    },
    isOneLine: { true: ellipsis },
  },
});
export const subtitle = recipe({
  base: { ...type.caption, color: vars.color.inkSoft },
  variants: { size: { compact: {}, large: { paddingInlineStart: space.xs } }, isOneLine: { true: ellipsis } },
});
export const actions = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  marginInlineStart: 'auto',
});
export const below = style({
  // As wide as the content it belongs to, not as the desk.
  maxInlineSize: `calc(${size.reading} + ${safe.inlineStart} + ${safe.inlineEnd})`,
  marginInline: 'auto',
  paddingInlineStart: beyondSafe('inlineStart', space.lg),
  paddingInlineEnd: beyondSafe('inlineEnd', space.lg),
  paddingBlockEnd: space.sm,
});
