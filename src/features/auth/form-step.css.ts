import { style } from '@vanilla-extract/css';
import { vars } from '../../theme/contract.css.ts';
import { space, type } from '../../theme/tokens.ts';

export const step = style({ border: 0, margin: 0, padding: 0, minInlineSize: 0 });
export const title = style({
  ...type.caption,
  marginBlockEnd: space.md,
  padding: 0,
  color: vars.color.inkSoft,
});
