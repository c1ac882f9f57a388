import { style } from '@vanilla-extract/css';
import { vars } from '../../theme/contract.css.ts';
import { layer, space, type } from '../../theme/tokens.ts';

/** Stays in view below a long list. */
export const foot = style({
  position: 'sticky',
  zIndex: layer.sticky,
  insetBlockEnd: 0,
  paddingBlock: space.sm,
  backgroundColor: vars.color.raised,
});
export const full = style({ ...type.caption, paddingBlockEnd: space.sm, color: vars.color.inkSoft });
