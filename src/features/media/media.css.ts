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
    display: 'grid',
    gridTemplateColumns: 'repeat(6, minmax(0, 1fr))',
    gap: GAP,
    overflow: 'hidden',
    borderRadius: radius.md,
    inlineSize: '100%',
    marginBlockEnd: space.xs,
    whiteSpace: 'normal',
  },
  variants: {
    size: { bubble: { inlineSize: 'min(20rem, 66vw)' }, wide: {} },
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

export const tile = style({ position: 'absolute', inset: 0 });
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
export const sendingText = style({ paddingInlineEnd: space.md });
export const sendingFailed = style({
  ...chip,
  position: 'absolute',
  insetInline: space.xs,
  insetBlockEnd: space.xs,
  justifyContent: 'space-between',
  borderRadius: radius.md,
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
