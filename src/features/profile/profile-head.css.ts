import { style } from '@vanilla-extract/css';
import { vars } from '../../theme/contract.css.ts';
import { font, space, type, weight } from '../../theme/tokens.ts';

export const root = style({
  display: 'grid',
  justifyItems: 'center',
  gap: space.xs,
  textAlign: 'center',
  minInlineSize: 0,
});
export const name = style({
  ...type.title,
  fontFamily: font.display,
  fontWeight: weight.bold,
  maxInlineSize: '100%',
  paddingBlockStart: space.sm,
  overflowWrap: 'anywhere',
});
export const line = style({
  ...type.body,
  color: vars.color.inkSoft,
  maxInlineSize: '100%',
  overflowWrap: 'anywhere',
});
