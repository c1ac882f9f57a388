import { style } from '@vanilla-extract/css';
import { vars } from '../../theme/contract.css.ts';
import { radius, size, space, type } from '../../theme/tokens.ts';

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
  display: 'flex',
  flexDirection: 'column',
  gap: space.sm,
  selectors: { [`${words} + &`]: { marginBlockStart: space.sm } },
});
export const file = style({ display: 'flex', alignItems: 'center', gap: space.sm });
export const look = style({
  display: 'grid',
  placeItems: 'center',
  flexShrink: 0,
  inlineSize: size.touch,
  blockSize: size.touch,
  overflow: 'hidden',
  color: vars.color.inkSoft,
  backgroundColor: vars.color.sunken,
  borderRadius: radius.sm,
});
export const picture = style({ inlineSize: '100%', blockSize: '100%', objectFit: 'cover' });
export const name = style({
  ...type.body,
  flexGrow: 1,
  minInlineSize: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});
export const note = style({ ...type.caption, flexShrink: 0, color: vars.color.inkSoft });
