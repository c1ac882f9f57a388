import { globalStyle, style } from '@vanilla-extract/css';
import { recipe } from '@vanilla-extract/recipes';
import { vars } from '../../theme/contract.css.ts';
import { ellipsis, focusRing, focusRingInset, tabular } from '../../theme/mixins.css.ts';
import { transition } from '../../theme/motion.css.ts';
import { radius, size, space, type, weight } from '../../theme/tokens.ts';

const GAP = '3px';

/** One fills the width; two stand side by side; three have a large first; more are rows of three, the last row filled. */
export const grid = recipe({
  base: {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: 'repeat(6, minmax(0, 1fr))',
    gap: GAP,
    overflow: 'hidden',
    inlineSize: '100%',
    whiteSpace: 'normal',
  },
  variants: {
    // A bubble's own corners cut it.
    size: { bubble: {}, wide: { borderRadius: radius.md, marginBlockEnd: space.xs } },
  },
});
export const cell = style({ position: 'relative', aspectRatio: '1', minInlineSize: 0, gridColumn: 'span 2' });
const inGrid = (count: string, child = ''): string => `[data-count="${count}"] > ${cell}${child}`;
globalStyle(inGrid('1'), { gridColumn: 'span 6' });
globalStyle(inGrid('2'), { gridColumn: 'span 3' });
globalStyle(inGrid('4'), { gridColumn: 'span 3' });
globalStyle(inGrid('3', ':first-child'), { gridColumn: 'span 6', aspectRatio: '16 / 9' });
globalStyle(`${inGrid('3', ':not(:first-child)')}`, { gridColumn: 'span 3' });
for (const count of ['5', '8']) {
  globalStyle(inGrid(count, ':nth-child(-n+2)'), { gridColumn: 'span 3' });
}
for (const count of ['7', '10']) {
  globalStyle(inGrid(count, ':first-child'), { gridColumn: 'span 6', aspectRatio: '16 / 9' });
}

/** In a smaller tile there is room for a ring alone. */
const small = '(max-width: 119px)';
export const tile = style({ position: 'absolute', inset: 0, containerType: 'inline-size' });
export const tileButton = style([
  focusRingInset,
  {
    position: 'absolute',
    inset: 0,
    inlineSize: '100%',
    blockSize: '100%',
    display: 'grid',
    placeItems: 'center',
    overflow: 'hidden',
    backgroundColor: vars.color.sunken,
    cursor: 'pointer',
    selectors: { '&:disabled': { cursor: 'default' } },
  },
]);
export const blur = style({ position: 'absolute', inset: 0, inlineSize: '100%', blockSize: '100%' });
export const picture = style([
  transition(['opacity'], '200ms'),
  {
    position: 'absolute',
    inset: 0,
    inlineSize: '100%',
    blockSize: '100%',
    objectFit: 'cover',
    opacity: 0,
    selectors: { '&[data-loaded]': { opacity: 1 } },
  },
]);
export const frame = style({
  position: 'absolute',
  inset: 0,
  inlineSize: '100%',
  blockSize: '100%',
  objectFit: 'cover',
});
export const pictureTop = style([picture, { objectPosition: 'top' }]);
const chip = {
  ...type.caption,
  display: 'inline-flex',
  alignItems: 'center',
  gap: space.xs,
  paddingBlock: space.xxs,
  paddingInline: space.sm,
  borderRadius: radius.full,
  color: vars.color.onChip,
  backgroundColor: vars.color.chip,
} as const;
export const badgeLine = style({ ...chip, position: 'relative', maxInlineSize: '92%', textAlign: 'center' });
export const playDisc = style({
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  inlineSize: '3.25rem',
  blockSize: '3.25rem',
  borderRadius: radius.full,
  color: vars.color.onChip,
  backgroundColor: vars.color.chip,
});

export const sending = style([
  tabular,
  {
    ...chip,
    position: 'absolute',
    insetBlockStart: space.xs,
    insetInlineStart: space.xs,
    maxInlineSize: `calc(100% - 2 * ${space.xs})`,
    paddingBlock: 0,
    paddingInline: 0,
    borderRadius: radius.xl,
  },
]);
const onlyReadOut = {
  position: 'absolute',
  inlineSize: '1px',
  blockSize: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
} as const;
export const sendingText = style({ paddingInlineEnd: space.md, '@container': { [small]: onlyReadOut } });
export const failedText = style({ '@container': { [small]: onlyReadOut } });
/** In place of the words. */
export const failedSign = style({
  display: 'none',
  flexShrink: 0,
  '@container': { [small]: { display: 'block' } },
});
/** Where the ring of an upload stood, which is over by then. */
export const duration = style([
  tabular,
  {
    ...chip,
    ...type.micro,
    position: 'absolute',
    insetBlockStart: space.sm,
    insetInlineStart: space.sm,
    paddingBlock: '0.125rem',
    paddingInline: '0.4375rem',
    pointerEvents: 'none',
  },
]);
/** Of all that is sent together, laid over their foot. */
export const total = style([
  tabular,
  {
    ...chip,
    ...type.micro,
    position: 'absolute',
    insetInlineStart: space.sm,
    insetBlockEnd: space.sm,
    pointerEvents: 'none',
  },
]);
export const thumb = recipe({
  base: {
    position: 'relative',
    display: 'grid',
    placeItems: 'center',
    flexShrink: 0,
    overflow: 'hidden',
    borderRadius: radius.sm,
    backgroundColor: vars.color.sunken,
  },
  variants: {
    size: {
      small: { inlineSize: '2.25rem', blockSize: '2.25rem' },
      card: { inlineSize: '4rem', blockSize: '4rem' },
    },
  },
});
export const thumbMark = style({
  position: 'relative',
  padding: '2px',
  boxSizing: 'content-box',
  borderRadius: radius.full,
  color: vars.color.onChip,
  backgroundColor: vars.color.chip,
});
/** Documents that stand under pictures in a bubble keep clear of its edges. */
export const under = style({ paddingInline: space.md, paddingBlockStart: space.xs });
export const sendingFailed = style({
  ...chip,
  position: 'absolute',
  insetInline: space.xs,
  insetBlockEnd: space.xs,
  justifyContent: 'space-between',
  borderRadius: radius.md,
  '@container': { [small]: { insetInlineEnd: 'auto' } },
  color: vars.color.danger,
  backgroundColor: vars.color.dangerSoft,
});
export const sendingButton = style([
  focusRing,
  {
    display: 'grid',
    placeItems: 'center',
    flexShrink: 0,
    inlineSize: size.touch,
    blockSize: size.touch,
    color: 'inherit',
    borderRadius: radius.full,
  },
]);
export const fileRow = style([
  focusRing,
  {
    display: 'flex',
    alignItems: 'center',
    gap: space.sm,
    inlineSize: 'min(18rem, 62vw)',
    minBlockSize: size.touch,
    paddingBlock: space.xs,
    color: 'inherit',
    textAlign: 'start',
    whiteSpace: 'normal',
    borderRadius: radius.sm,
    cursor: 'pointer',
    selectors: { '&:disabled': { cursor: 'default' } },
  },
]);
export const fileIcon = style({
  display: 'grid',
  placeItems: 'center',
  flexShrink: 0,
  inlineSize: '2.5rem',
  blockSize: '2.5rem',
  borderRadius: radius.full,
  color: vars.color.onAccent,
  backgroundColor: vars.color.accent,
});
export const fileText = style({ display: 'grid', minInlineSize: 0 });
export const fileName = style([ellipsis, { ...type.body, fontWeight: weight.medium }]);
export const fileMeta = style([tabular, { ...type.micro, opacity: 0.85 }]);
/** Where a player will stand. */
export const soundRoom = style({
  inlineSize: 'min(17rem, 62vw)',
  blockSize: '3rem',
  marginBlockEnd: space.xxs,
});
