import { assignVars, style } from '@vanilla-extract/css';
import { black } from '../../theme/black.ts';
import { vars } from '../../theme/contract.css.ts';
import { transition } from '../../theme/motion.css.ts';
import { beyondSafe, padSafe, safe, when } from '../../theme/responsive.css.ts';
import { layer, radius, space, type, weight } from '../../theme/tokens.ts';

/** A picture is looked at in the dark, whatever colours the app has: nothing beside it shines. */
const dark = { vars: assignVars(vars, black), colorScheme: 'dark' };

export const backdrop = style([
  transition(['opacity']),
  {
    ...dark,
    position: 'fixed',
    inset: 0,
    zIndex: layer.sheet,
    backgroundColor: vars.color.canvas,
    selectors: { '&[data-starting-style], &[data-ending-style]': { opacity: 0 } },
  },
]);
export const popup = style({
  ...dark,
  position: 'fixed',
  inset: 0,
  zIndex: layer.sheet,
  display: 'grid',
  gridTemplateRows: 'auto minmax(0, 1fr) auto',
  paddingBlockEnd: safe.blockEnd,
  color: vars.color.ink,
  outline: 'none',
});
export const head = style({
  display: 'flex',
  alignItems: 'center',
  gap: space.sm,
  paddingBlockStart: padSafe('blockStart', space.xs),
  paddingInlineStart: padSafe('inlineStart', space.xs),
  paddingInlineEnd: padSafe('inlineEnd', space.xs),
});
export const title = style({ ...type.body, flex: 1, textAlign: 'center', fontWeight: weight.medium });
export const stage = style({
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  minBlockSize: 0,
  // What is zoomed in reaches beyond them.
  paddingInlineStart: safe.inlineStart,
  paddingInlineEnd: safe.inlineEnd,
  overflow: 'hidden',
  touchAction: 'none',
  containerType: 'size',
});
export const scrolled = style({
  minBlockSize: 0,
  paddingInlineStart: safe.inlineStart,
  paddingInlineEnd: safe.inlineEnd,
  overflowY: 'auto',
  touchAction: 'pan-y pinch-zoom',
  outline: 'none',
});
export const tallFrame = style({ position: 'relative', inlineSize: '100%', marginInline: 'auto' });
export const tallImage = style({
  position: 'relative',
  inlineSize: '100%',
  display: 'block',
  userSelect: 'none',
});
export const frame = style({
  position: 'relative',
  inlineSize: '100cqi',
  maxBlockSize: '100cqb',
  display: 'grid',
  placeItems: 'center',
});
export const image = style({
  position: 'relative',
  maxInlineSize: '100cqi',
  maxBlockSize: '100cqb',
  objectFit: 'contain',
  userSelect: 'none',
});
export const video = style({ maxInlineSize: '100cqi', maxBlockSize: '100cqb', borderRadius: radius.sm });
const arrow = {
  position: 'absolute',
  insetBlockStart: '50%',
  borderRadius: radius.full,
  backgroundColor: vars.color.surface,
  // A finger swipes; the arrows stay for a mouse and for the keyboard.
  ...when({ coarse: { opacity: 0.85 } }),
} as const;
export const previous = style({ ...arrow, insetInlineStart: beyondSafe('inlineStart', space.sm) });
export const next = style({ ...arrow, insetInlineEnd: beyondSafe('inlineEnd', space.sm) });
export const caption = style({
  ...type.body,
  paddingBlockStart: space.sm,
  paddingBlockEnd: space.md,
  paddingInlineStart: padSafe('inlineStart', space.lg),
  paddingInlineEnd: padSafe('inlineEnd', space.lg),
  textAlign: 'center',
});
