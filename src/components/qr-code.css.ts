import { style } from '@vanilla-extract/css';
import { vars } from '../theme/contract.css.ts';
import { radius } from '../theme/tokens.ts';

export const frame = style({
  inlineSize: '100%',
  maxInlineSize: '15rem',
  aspectRatio: '1',
  marginInline: 'auto',
  borderRadius: radius.lg,
  overflow: 'hidden',
  backgroundColor: vars.color.qrGround,
});
export const code = style({
  display: 'block',
  inlineSize: '100%',
  blockSize: '100%',
  fill: vars.color.qrInk,
});
