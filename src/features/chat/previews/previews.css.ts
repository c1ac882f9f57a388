import { style } from '@vanilla-extract/css';
import { vars } from '../../../theme/contract.css.ts';
import { space, type, weight } from '../../../theme/tokens.ts';

/** Whether links are to get previews, above the field. */
export const ask = style({
  display: 'grid',
  gap: space.xs,
  margin: 0,
  border: 'none',
  paddingBlock: `0 ${space.xs}`,
  paddingInline: space.sm,
  minInlineSize: 0,
});
export const question = style({
  ...type.body,
  padding: 0,
  fontWeight: weight.semibold,
  color: vars.color.ink,
  overflowWrap: 'anywhere',
});
export const hint = style({ ...type.caption, color: vars.color.inkSoft });
export const answers = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  gap: space.sm,
});
