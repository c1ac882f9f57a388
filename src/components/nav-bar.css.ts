import { globalStyle, style } from '@vanilla-extract/css';
import { recipe } from '@vanilla-extract/recipes';
import { vars } from '../theme/contract.css.ts';
import { focusRingInset } from '../theme/mixins.css.ts';
import { transition } from '../theme/motion.css.ts';
import { padSafe, safe, when } from '../theme/responsive.css.ts';
import { layer, radius, size, space, weight } from '../theme/tokens.ts';

export const nav = style([
  {
    zIndex: layer.nav,
    backgroundColor: vars.color.surface,
    borderBlockStart: `1px solid ${vars.color.line}`,
    paddingBlockEnd: safe.blockEnd,
    paddingInlineStart: safe.inlineStart,
    paddingInlineEnd: safe.inlineEnd,
  },
  when({
    wide: {
      // As wide as its longest word, where letters are large.
      inlineSize: 'max-content',
      minInlineSize: `calc(${size.rail} + ${safe.inlineStart})`,
      blockSize: '100%',
      paddingBlockStart: padSafe('blockStart', space.lg),
      paddingInlineEnd: 0,
      borderBlockStart: 0,
      borderInlineEnd: `1px solid ${vars.color.line}`,
      display: 'flex',
      flexDirection: 'column',
      alignItems: 'center',
      gap: space.lg,
      // What has no room, as with large letters, is scrolled to.
      overflowX: 'hidden',
      overflowY: 'auto',
      overscrollBehavior: 'contain',
    },
    low: { paddingBlockStart: padSafe('blockStart', space.xs) },
  }),
]);

export const brand = style([
  { display: 'none' },
  when({ wide: { display: 'block' }, low: { display: 'none' } }),
]);

export const list = style([
  {
    display: 'grid',
    gridAutoFlow: 'column',
    // Of one width, and never narrower than a word.
    gridAutoColumns: 'minmax(min-content, 1fr)',
    minBlockSize: size.bar,
  },
  when({
    wide: {
      gridAutoFlow: 'row',
      gridAutoColumns: 'auto',
      gap: space.sm,
      flexShrink: 0,
      minBlockSize: 0,
      inlineSize: '100%',
      paddingInline: space.sm,
    },
    low: { gap: space.xxs },
  }),
]);

export const item = style([
  focusRingInset,
  transition(['color'], '120ms'),
  {
    position: 'relative',
    display: 'grid',
    justifyItems: 'center',
    alignContent: 'center',
    gap: '0.1875rem',
    inlineSize: '100%',
    blockSize: '100%',
    minBlockSize: size.bar,
    paddingInline: space.xxs,
    color: vars.color.inkSoft,
    cursor: 'pointer',
    selectors: { '&[aria-current="page"]': { color: vars.color.accentText } },
  },
  when({ wide: { paddingBlock: space.sm, borderRadius: radius.md }, low: { paddingBlock: space.xs } }),
]);

/** The lit patch behind the icon of the place one is in. */
export const glow = recipe({
  base: [
    transition(['background-color'], '120ms'),
    {
      position: 'relative',
      display: 'grid',
      placeItems: 'center',
      // In the icon's own pixels: it does not grow with the letters.
      inlineSize: '52px',
      blockSize: '28px',
      borderRadius: radius.full,
      selectors: { [`${item}:active &`]: { backgroundColor: vars.color.press } },
      ...when({ hover: { selectors: { [`${item}:hover &`]: { backgroundColor: vars.color.hover } } } }),
    },
  ],
  variants: {
    isCurrent: { true: { backgroundColor: vars.color.accentSoft } },
    isMain: {
      true: {
        inlineSize: '48px',
        blockSize: '36px',
        color: vars.color.onAccent,
        backgroundColor: vars.color.accent,
        selectors: { [`${item}:active &`]: { backgroundColor: vars.color.accentHover } },
        ...when({
          hover: { selectors: { [`${item}:hover &`]: { backgroundColor: vars.color.accentHover } } },
        }),
      },
    },
  },
});

export const label = style({
  textAlign: 'center',
  fontSize: '0.6875rem',
  lineHeight: 1.2,
  fontWeight: weight.medium,
  selectors: { '[aria-current="page"] > &': { fontWeight: weight.semibold } },
});

// A ring in the colour of the bar cuts the count out of the icon.
export const badge = style({
  position: 'absolute',
  insetBlockStart: '-0.3125rem',
  insetInlineStart: '56%',
  borderRadius: radius.full,
  boxShadow: `0 0 0 2px ${vars.color.surface}`,
  display: 'inline-flex',
});
// Doubled, to win over the badge's own: it must not hide an icon that does not grow along.
globalStyle(`${badge}${badge} > *`, { fontSize: 'min(0.75rem, 15px)' });
