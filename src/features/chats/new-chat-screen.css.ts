import { style } from '@vanilla-extract/css';
import { vars } from '../../theme/contract.css.ts';
import { beyondSafe, padSafe } from '../../theme/responsive.css.ts';
import { size, space, type } from '../../theme/tokens.ts';

export const below = style({ display: 'grid', gap: space.sm, minInlineSize: 0 });
export const face = style({ display: 'grid', justifyItems: 'center' });
/** Always in reach, however long the list is. */
export const foot = style({
  flexShrink: 0,
  paddingBlockStart: space.sm,
  paddingBlockEnd: beyondSafe('blockEnd', space.sm),
  paddingInlineStart: padSafe('inlineStart', space.lg),
  paddingInlineEnd: padSafe('inlineEnd', space.lg),
  backgroundColor: vars.color.surface,
  borderBlockStart: `1px solid ${vars.color.line}`,
});
export const footInside = style({ display: 'grid', maxInlineSize: size.reading, marginInline: 'auto' });
export const error = style({ ...type.caption, color: vars.color.danger });
