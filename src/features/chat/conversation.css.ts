import { style } from '@vanilla-extract/css';
import { vars } from '../../theme/contract.css.ts';
import { space, type } from '../../theme/tokens.ts';

export const item = style({ position: 'absolute', insetBlockStart: 0, insetInline: 0 });
export const start = style({
  ...type.caption,
  display: 'grid',
  placeItems: 'center',
  minBlockSize: '3.5rem',
  padding: space.sm,
  color: vars.color.inkSoft,
});
export const empty = style({ marginBlock: 'auto' });
