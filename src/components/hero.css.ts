import { style } from '@vanilla-extract/css';
import { vars } from '../theme/contract.css.ts';
import { font, space, type, weight } from '../theme/tokens.ts';

export const root = style({
  display: 'grid',
  justifyItems: 'center',
  gap: space.sm,
  paddingBlock: space.lg,
  textAlign: 'center',
});
export const title = style({
  ...type.display,
  marginBlockStart: space.xs,
  fontFamily: font.display,
  fontWeight: weight.bold,
  textWrap: 'balance',
});
export const lead = style({
  ...type.reading,
  maxInlineSize: '22rem',
  color: vars.color.inkSoft,
  textWrap: 'balance',
});
