import { globalStyle, style } from '@vanilla-extract/css';
import { recipe } from '@vanilla-extract/recipes';
import { vars } from '../../theme/contract.css.ts';
import { ellipsis, focusRing, focusRingInset, tabular, thumbHigh } from '../../theme/mixins.css.ts';
import { transition } from '../../theme/motion.css.ts';
import { when } from '../../theme/responsive.css.ts';
import { faceSize, radius, size, space, type, weight } from '../../theme/tokens.ts';

export const card = style([
  focusRingInset,
  {
    display: 'grid',
    // A name or a word without a break must not widen the card beyond the screen.
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: space.sm,
    paddingBlock: `${space.md} ${space.xs}`,
    paddingInline: space.lg,
    backgroundColor: vars.color.surface,
    borderBlockEnd: `1px solid ${vars.color.line}`,
  },
]);
export const head = style({ display: 'flex', alignItems: 'center', gap: space.md, minInlineSize: 0 });
export const who = style({
  flex: 1,
  minInlineSize: 0,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
});
export const name = style({
  ...type.reading,
  display: 'block',
  fontWeight: weight.semibold,
  color: vars.color.ink,
});
// Above the meta line, which reaches under it.
export const nameLink = style([
  name,
  ellipsis,
  thumbHigh,
  focusRing,
  { position: 'relative', borderRadius: radius.tight },
]);
export const meta = style([
  tabular,
  {
    ...type.caption,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: space.xs,
    color: vars.color.inkSoft,
    selectors: { '&:empty': { display: 'none' } },
  },
]);
export const fact = style({ display: 'inline-flex', alignItems: 'center', gap: space.xs });
globalStyle(`${fact} + ${fact}::before`, { content: '·' });
// At the foot, where it has room for a thumb: beside the name it would be a line of 18 px.
export const foot = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  columnGap: space.sm,
});
/** As large as the face it stands for. */
const maskBox = (rem: number) => ({ inlineSize: faceSize(rem), blockSize: faceSize(rem) });
export const mask = recipe({
  base: {
    display: 'grid',
    placeItems: 'center',
    flexShrink: 0,
    color: vars.color.inkSoft,
    backgroundColor: vars.color.sunken,
    borderRadius: radius.full,
  },
  variants: { size: { sm: maskBox(2.25), md: maskBox(3.25) } },
});
export const body = style([
  focusRingInset,
  {
    ...type.reading,
    lineHeight: 1.5,
    color: vars.color.ink,
    whiteSpace: 'pre-wrap',
    // Each line has the direction of its own words.
    unicodeBidi: 'plaintext',
    overflowWrap: 'anywhere',
    borderRadius: radius.tight,
  },
]);
export const clamped = style([
  body,
  { display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: 12, overflow: 'hidden' },
]);
export const link = style([focusRing, { color: vars.color.accentText, textDecoration: 'underline' }]);
export const actions = style({
  display: 'flex',
  alignItems: 'center',
  gap: space.xs,
  marginInlineStart: `calc(-1 * ${space.sm})`,
});
export const action = recipe({
  base: [
    focusRing,
    tabular,
    transition(['background-color', 'color'], '120ms'),
    {
      ...type.caption,
      display: 'inline-flex',
      alignItems: 'center',
      gap: space.sm,
      minInlineSize: size.touch,
      minBlockSize: size.touch,
      paddingInline: space.sm,
      justifyContent: 'center',
      fontWeight: weight.medium,
      color: vars.color.inkSoft,
      borderRadius: radius.full,
      cursor: 'pointer',
      selectors: { '&:active': { backgroundColor: vars.color.press } },
      ...when({ hover: { selectors: { '&:hover': { backgroundColor: vars.color.hover } } } }),
    },
  ],
  variants: { isOn: { true: { color: vars.color.danger }, false: {} } },
});
export const state = recipe({
  base: [
    {
      ...type.caption,
      display: 'flex',
      alignItems: 'center',
      flexWrap: 'wrap',
      gap: space.sm,
      color: vars.color.inkSoft,
    },
  ],
  variants: { isFailed: { true: { color: vars.color.danger }, false: {} } },
});
/** Beside the icon; what can be done stands below. */
export const stateWords = style({ flex: '1 1 80%', minInlineSize: 0 });
export const stateActions = style({ display: 'flex', flexWrap: 'wrap', gap: space.sm });
