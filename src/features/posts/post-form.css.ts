import { style } from '@vanilla-extract/css';
import { vars } from '../../theme/contract.css.ts';
import { beyondSafe, padSafe } from '../../theme/responsive.css.ts';
import { radius, space, type } from '../../theme/tokens.ts';

export const form = style({ display: 'grid', gap: space.lg });
/** The face, and the words beside it without a frame: the sheet itself is the field. */
export const writing = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: space.md,
});
export const words = style({ display: 'grid', gap: space.xs });
export const area = style({
  ...type.reading,
  // 16 px and no less: iOS zooms into what is smaller.
  fontSize: 'max(16px, 1.0625rem)',
  inlineSize: '100%',
  minBlockSize: '7rem',
  // As high as its words; beyond the screen, the screen scrolls.
  fieldSizing: 'content',
  padding: 0,
  paddingBlockStart: space.sm,
  resize: 'none',
  color: vars.color.ink,
  backgroundColor: 'transparent',
  border: 0,
  outline: 'none',
  selectors: { '&::placeholder': { color: vars.color.inkSoft, opacity: 1 } },
});
export const error = style({ ...type.caption, color: vars.color.danger });
/** In reach of the thumb, above the keyboard. */
export const tools = style({
  flexShrink: 0,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: space.sm,
  paddingBlockStart: space.xs,
  paddingBlockEnd: beyondSafe('blockEnd', space.xs),
  paddingInlineStart: padSafe('inlineStart', space.sm),
  paddingInlineEnd: padSafe('inlineEnd', space.lg),
  backgroundColor: vars.color.surface,
  borderBlockStart: `1px solid ${vars.color.line}`,
});
export const count = style({ ...type.caption, marginInlineStart: 'auto', color: vars.color.inkSoft });
export const options = style({ display: 'grid', gap: space.sm });
/** A row of a list brings its own edge: its words begin where all others do. */
export const bleed = style({ marginInline: `calc(-1 * ${space.lg})` });
export const hint = style({ ...type.caption, color: vars.color.inkSoft });
export const published = style({
  ...type.body,
  paddingInlineStart: space.md,
  borderInlineStart: `3px solid ${vars.color.line}`,
  color: vars.color.inkSoft,
  whiteSpace: 'pre-wrap',
  // Each line has the direction of its own words.
  unicodeBidi: 'plaintext',
  overflowWrap: 'anywhere',
});
export const preview = style({
  border: `1px solid ${vars.color.line}`,
  borderRadius: radius.md,
  overflow: 'hidden',
});
/** Icons of a header bring their own space; a button with a face does not. */
export const submit = style({ paddingInlineEnd: space.sm });
