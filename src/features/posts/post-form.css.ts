import { style } from '@vanilla-extract/css';
import { vars } from '../../theme/contract.css.ts';
import { radius, space, type } from '../../theme/tokens.ts';

export const form = style({ display: 'grid', gap: space.lg });
export const writing = style({ display: 'grid', gap: space.sm });
export const tools = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: space.sm });
export const count = style({ ...type.caption, color: vars.color.inkSoft, textAlign: 'end' });
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
  overflowWrap: 'anywhere',
});
export const buttons = style({ display: 'grid', gap: space.sm });
export const preview = style({
  border: `1px solid ${vars.color.line}`,
  borderRadius: radius.md,
  overflow: 'hidden',
});
