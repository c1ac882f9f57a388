import { style } from '@vanilla-extract/css';
import { vars } from '../../theme/contract.css.ts';
import { space, type } from '../../theme/tokens.ts';

export const words = style({
  ...type.body,
  overflowWrap: 'anywhere',
  whiteSpace: 'pre-line',
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 4,
  overflow: 'hidden',
});
export const files = style({
  ...type.caption,
  display: 'flex',
  alignItems: 'center',
  gap: space.sm,
  color: vars.color.inkSoft,
});
