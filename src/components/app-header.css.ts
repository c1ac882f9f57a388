import { style } from '@vanilla-extract/css';
import { recipe } from '@vanilla-extract/recipes';
import { vars } from '../theme/contract.css.ts';
import { ellipsis, focusRing } from '../theme/mixins.css.ts';
import { padSafe, safe, when } from '../theme/responsive.css.ts';
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
export const bar = style({
  display: 'flex',
  alignItems: 'center',
  gap: space.xs,
  minBlockSize: size.header,
  paddingBlock: space.xs,
  paddingInlineStart: padSafe('inlineStart', space.xs),
  paddingInlineEnd: padSafe('inlineEnd', space.xs),
});
export const back = recipe({
  base: { display: 'flex' },
  variants: { isNarrowOnly: { true: when({ wide: { display: 'none' } }) } },
});
export const heading = style([
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
]);
export const texts = style({ minInlineSize: 0, display: 'grid' });
export const title = style([ellipsis, { ...type.heading, fontWeight: weight.semibold }]);
export const titleLarge = style([
  ellipsis,
  { ...type.title, fontFamily: font.display, fontWeight: weight.bold, paddingInlineStart: space.xs },
]);
export const subtitle = style([ellipsis, { ...type.caption, color: vars.color.inkSoft }]);
export const subtitleLarge = style([subtitle, { paddingInlineStart: space.xs }]);
export const actions = style({ display: 'flex', alignItems: 'center' });
export const below = style({
  // As wide as the content it belongs to, not as the desk.
  maxInlineSize: size.reading,
  marginInline: 'auto',
  paddingInlineStart: padSafe('inlineStart', space.lg),
  paddingInlineEnd: padSafe('inlineEnd', space.lg),
  paddingBlockEnd: space.sm,
});
