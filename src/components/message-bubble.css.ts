import { style, styleVariants } from '@vanilla-extract/css';
import { recipe } from '@vanilla-extract/recipes';
import { vars } from '../theme/contract.css.ts';
import { focusRing, focusRingInset, tabular } from '../theme/mixins.css.ts';
import { transition } from '../theme/motion.css.ts';
import { when } from '../theme/responsive.css.ts';
import { font, radius, size, space, type, weight } from '../theme/tokens.ts';

/** Beside the bubbles, where the marks of a selection stand. */
const SELECT_ROOM = '3rem';

export const row = recipe({
  base: {
    display: 'flex',
    alignItems: 'flex-end',
    gap: space.sm,
    paddingInline: space.sm,
    paddingBlockStart: '2px',
    // Sideways is ours (swipe to answer); up and down scrolls.
    touchAction: 'pan-y',
  },
  variants: {
    side: { own: { flexDirection: 'row-reverse' }, other: {} },
    startsGroup: { true: { paddingBlockStart: space.sm } },
    isSelecting: { true: { position: 'relative', paddingInlineStart: SELECT_ROOM, userSelect: 'none' } },
  },
});

export const avatar = style({ inlineSize: '1.75rem', flexShrink: 0 });
export const column = recipe({
  base: { display: 'grid', minInlineSize: 0, maxInlineSize: `min(78%, ${size.bubble})` },
  variants: { side: { own: { justifyItems: 'end' }, other: { justifyItems: 'start' } } },
});

/** How wide pictures are shown in a bubble. */
const PICTURES = 'min(20rem, 66vw)';
const PAD_START = '0.4375rem';
const PAD_END = '0.375rem';

export const bubble = recipe({
  base: {
    ...type.reading,
    position: 'relative',
    minInlineSize: '4.5rem',
    maxInlineSize: '100%',
    paddingBlock: `${PAD_START} ${PAD_END}`,
    paddingInline: space.md,
    borderRadius: radius.lg,
    boxShadow: vars.shadow.bubble,
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-wrap',
    // The end of the float that holds the time belongs to the bubble.
    display: 'flow-root',
  },
  variants: {
    side: {
      own: { backgroundColor: vars.color.bubbleOwn, color: vars.color.onBubbleOwn },
      other: { backgroundColor: vars.color.bubbleOther, color: vars.color.onBubbleOther },
    },
    position: { single: {}, first: {}, middle: {}, last: {} },
    // As wide as what is shown; the words under it wrap there. Clipped by the bubble's own corners.
    hasPictures: { true: { inlineSize: PICTURES, overflow: 'clip' } },
    isFailed: { true: { outline: `1.5px solid ${vars.color.dangerSolid}`, outlineOffset: '-1.5px' } },
    isDeleted: { true: { fontStyle: 'italic' } },
    isBare: { true: { display: 'grid', justifyItems: 'end', fontSize: '2.75rem', lineHeight: 1.15 } },
  },
  compoundVariants: [
    { variants: { side: 'own', position: 'single' }, style: { borderEndEndRadius: radius.tight } },
    { variants: { side: 'own', position: 'first' }, style: { borderEndEndRadius: radius.tight } },
    {
      variants: { side: 'own', position: 'middle' },
      style: { borderStartEndRadius: radius.tight, borderEndEndRadius: radius.tight },
    },
    {
      variants: { side: 'own', position: 'last' },
      style: { borderStartEndRadius: radius.tight, borderEndEndRadius: radius.tight },
    },
    { variants: { side: 'other', position: 'single' }, style: { borderEndStartRadius: radius.tight } },
    { variants: { side: 'other', position: 'first' }, style: { borderEndStartRadius: radius.tight } },
    {
      variants: { side: 'other', position: 'middle' },
      style: { borderStartStartRadius: radius.tight, borderEndStartRadius: radius.tight },
    },
    {
      variants: { side: 'other', position: 'last' },
      style: { borderStartStartRadius: radius.tight, borderEndStartRadius: radius.tight },
    },
  ],
});

export const sender = style({
  ...type.caption,
  display: 'block',
  fontWeight: weight.semibold,
  color: vars.color.accentText,
  whiteSpace: 'normal',
});
/** Each line has the direction of its own words. */
export const words = style({ unicodeBidi: 'plaintext' });
export const link = style({
  color: 'inherit',
  textDecoration: 'underline',
  textDecorationThickness: '1px',
  textUnderlineOffset: '2px',
  selectors: { '&:hover': { textDecorationThickness: '2px' } },
});

export const mention = style({
  fontWeight: weight.semibold,
  textDecoration: 'underline dotted',
  textUnderlineOffset: '3px',
});
export const shape = styleVariants({
  bold: { fontWeight: weight.bold },
  italic: { fontStyle: 'italic' },
  code: {
    fontFamily: font.mono,
    fontSize: '0.9em',
    paddingInline: '0.25em',
    borderRadius: radius.tight,
    backgroundColor: vars.color.press,
    boxDecorationBreak: 'clone',
  },
});
const list = { display: 'grid', gap: '2px', margin: 0, whiteSpace: 'pre-wrap' } as const;
export const points = style({ ...list, listStyle: 'disc', paddingInlineStart: '1.25em' });
export const numbers = style({ ...list, listStyle: 'decimal', paddingInlineStart: '1.75em' });
export const forwarded = style({
  ...type.caption,
  display: 'flex',
  alignItems: 'center',
  gap: space.xs,
  fontStyle: 'italic',
  whiteSpace: 'normal',
});
export const expand = style([
  focusRing,
  {
    ...type.caption,
    display: 'block',
    minBlockSize: size.touch,
    fontWeight: weight.semibold,
    color: 'inherit',
    textDecoration: 'underline',
    textUnderlineOffset: '3px',
    cursor: 'pointer',
  },
]);

export const meta = recipe({
  base: [
    tabular,
    {
      ...type.micro,
      float: 'inline-end',
      display: 'inline-flex',
      alignItems: 'center',
      gap: '0.1875rem',
      marginInlineStart: space.sm,
      marginBlockStart: '0.4375rem',
      fontStyle: 'normal',
      whiteSpace: 'nowrap',
    },
  ],
  variants: {
    side: { own: { color: vars.color.bubbleOwnMeta }, other: { color: vars.color.bubbleOtherMeta } },
  },
});
/** Out over the bubble's padding. */
export const pictures = recipe({
  base: { marginInline: `calc(-1 * ${space.md})`, marginBlockEnd: space.xs },
  variants: {
    isFirst: { true: { marginBlockStart: `-${PAD_START}` }, false: { marginBlockStart: space.xs } },
    isLast: { true: { marginBlockEnd: `-${PAD_END}` } },
  },
});
export const metaOver = style([
  tabular,
  {
    ...type.micro,
    position: 'absolute',
    insetInlineEnd: space.sm,
    insetBlockEnd: space.sm,
    display: 'inline-flex',
    alignItems: 'center',
    gap: '0.1875rem',
    paddingBlock: '0.125rem',
    paddingInline: '0.4375rem',
    borderRadius: radius.full,
    color: vars.color.onChip,
    backgroundColor: vars.color.chip,
    whiteSpace: 'nowrap',
    // A press on it is one on the picture.
    pointerEvents: 'none',
  },
]);
export const note = style({
  ...type.micro,
  paddingBlock: '0.1875rem',
  paddingInline: space.sm,
  color: vars.color.inkSoft,
});

/** A message that was jumped to says for a moment which one it is; one that the keyboard reached, for as long. */
export const found = style({
  borderRadius: radius.lg,
  backgroundColor: vars.color.accentSoft,
});
export const message = style([
  focusRingInset,
  transition(['background-color'], '300ms'),
  { borderRadius: radius.lg },
]);

/** Over the whole row: nothing in it can be pressed meanwhile. */
export const select = style([
  focusRingInset,
  {
    position: 'absolute',
    inset: 0,
    display: 'flex',
    alignItems: 'center',
    paddingInlineStart: space.md,
    borderRadius: radius.lg,
    cursor: 'pointer',
  },
]);

export const tools = style({
  display: 'flex',
  alignSelf: 'center',
  flexShrink: 0,
  ...when({ coarse: { position: 'absolute' } }),
});
export const options = style([
  focusRing,
  transition(['color'], '120ms'),
  {
    display: 'grid',
    placeItems: 'center',
    alignSelf: 'center',
    flexShrink: 0,
    inlineSize: '2rem',
    blockSize: '2rem',
    borderRadius: radius.full,
    // Not by opacity: that makes a paint effect of every button of every row.
    color: 'transparent',
    selectors: {
      [`${row.classNames.base}:hover &, ${message}:focus-visible &, &:focus-visible`]: {
        color: vars.color.inkSoft,
      },
      '&:hover': { backgroundColor: vars.color.press },
    },
    // A finger holds the bubble instead; the button stays for switches and screen readers.
    ...when({ coarse: { position: 'absolute', inlineSize: '1px', blockSize: '1px', overflow: 'hidden' } }),
  },
]);

export const failure = style({ display: 'grid', justifyItems: 'end', paddingBlockStart: space.xs });
export const reason = style({
  ...type.caption,
  color: vars.color.danger,
  fontWeight: weight.medium,
  textAlign: 'end',
});
export const failureActions = style({ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end' });
