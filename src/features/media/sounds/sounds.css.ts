import { style } from '@vanilla-extract/css';
import { vars } from '../../../theme/contract.css.ts';
import { ellipsis, focusRing, tabular } from '../../../theme/mixins.css.ts';
import { padSafe } from '../../../theme/responsive.css.ts';
import { radius, size, space, type, weight } from '../../../theme/tokens.ts';

export const row = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  alignItems: 'center',
  columnGap: space.sm,
  inlineSize: 'min(17rem, 62vw)',
  // As high while it is loaded: nothing moves.
  minBlockSize: '3rem',
  marginBlockEnd: space.xxs,
  whiteSpace: 'normal',
});
export const play = style([
  focusRing,
  {
    display: 'grid',
    placeItems: 'center',
    inlineSize: size.touch,
    blockSize: size.touch,
    borderRadius: radius.full,
    color: vars.color.onAccent,
    backgroundColor: vars.color.accent,
    cursor: 'pointer',
    selectors: { '&:disabled': { opacity: 0.6, cursor: 'default' } },
  },
]);
export const middle = style({ display: 'grid', minInlineSize: 0, rowGap: space.xxs });
export const name = style([ellipsis, { ...type.caption, fontWeight: weight.medium }]);

/** The slider lies over the drawing and takes its size: keys, pointer and screen readers find a slider like any other. */
export const track = style({ position: 'relative', blockSize: '1.75rem' });
export const bars = style({
  position: 'absolute',
  inset: 0,
  inlineSize: '100%',
  blockSize: '100%',
  fill: 'currentColor',
  opacity: 0.4,
});
export const barsPlayed = style([bars, { opacity: 1 }]);
export const slider = style([
  focusRing,
  {
    position: 'absolute',
    insetInline: 0,
    insetBlock: '-8px',
    inlineSize: '100%',
    margin: 0,
    opacity: 0,
    cursor: 'pointer',
    // Sideways moves it, and does not answer the message.
    touchAction: 'pan-y',
    selectors: { '&:disabled': { cursor: 'default' } },
  },
]);
export const trackFocus = style({
  borderRadius: radius.sm,
  selectors: {
    '&:focus-within:has(:focus-visible)': { outline: `2px solid ${vars.color.accent}`, outlineOffset: '2px' },
  },
});
export const line = style([
  tabular,
  { ...type.micro, display: 'flex', alignItems: 'center', gap: space.xs, opacity: 0.9 },
]);
export const dot = style({
  inlineSize: '0.5rem',
  blockSize: '0.5rem',
  borderRadius: radius.full,
  backgroundColor: vars.color.accent,
});
export const rate = style([
  focusRing,
  tabular,
  {
    ...type.caption,
    display: 'grid',
    placeItems: 'center',
    fontWeight: weight.semibold,
    minInlineSize: size.touch,
    minBlockSize: size.touch,
    borderRadius: radius.full,
    color: 'inherit',
    cursor: 'pointer',
  },
]);

export const mini = style({
  display: 'flex',
  alignItems: 'center',
  gap: space.sm,
  paddingInlineStart: padSafe('inlineStart', space.md),
  paddingInlineEnd: padSafe('inlineEnd', space.md),
  color: vars.color.ink,
  backgroundColor: vars.color.surface,
  borderBlockEnd: `1px solid ${vars.color.line}`,
});
// The name comes first: a phone has room for little more.
export const miniText = style({ flex: 2, display: 'grid', minInlineSize: 0 });
export const miniName = style([ellipsis, { ...type.caption, fontWeight: weight.semibold }]);
export const miniTime = style([tabular, { ...type.micro, color: vars.color.inkSoft }]);
export const miniBar = style({ position: 'relative', flex: 1, minInlineSize: '4rem' });
