import { style } from '@vanilla-extract/css';
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
    // With the keyboard up there is no home indicator to clear; the root says so.
    paddingBlockEnd: `var(--tb-safe-end, ${safe.blockEnd})`,
    paddingInlineStart: safe.inlineStart,
    paddingInlineEnd: safe.inlineEnd,
  },
  when({
    wide: {
      inlineSize: `calc(${size.rail} + ${safe.inlineStart})`,
      blockSize: '100%',
      paddingBlockStart: padSafe('blockStart', space.lg),
      paddingInlineEnd: 0,
      borderBlockStart: 0,
      borderInlineEnd: `1px solid ${vars.color.line}`,
      display: 'flex',
      flexDirection: 'column',
      alignItems: 'center',
      gap: space.lg,
    },
  }),
]);

export const brand = style([{ display: 'none' }, when({ wide: { display: 'block' } })]);

export const list = style([
  { display: 'grid', gridAutoFlow: 'column', gridAutoColumns: 'minmax(0, 1fr)', minBlockSize: size.bar },
  when({
    wide: {
      gridAutoFlow: 'row',
      gridAutoColumns: 'auto',
      gap: space.sm,
      minBlockSize: 0,
      inlineSize: '100%',
      paddingInline: space.sm,
    },
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
  when({ wide: { paddingBlock: space.sm, borderRadius: radius.md } }),
]);

/** The lit patch behind the icon of the place one is in. */
export const glow = recipe({
  base: [
    transition(['background-color'], '120ms'),
    {
      position: 'relative',
      display: 'grid',
      placeItems: 'center',
      inlineSize: '3.25rem',
      blockSize: '1.75rem',
      borderRadius: radius.full,
      selectors: { [`${item}:active &`]: { backgroundColor: vars.color.press } },
      ...when({ hover: { selectors: { [`${item}:hover &`]: { backgroundColor: vars.color.hover } } } }),
    },
  ],
  variants: {
    isCurrent: { true: { backgroundColor: vars.color.accentSoft } },
    isMain: {
      true: {
        inlineSize: '3rem',
        blockSize: '2.25rem',
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
  maxInlineSize: '100%',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
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
