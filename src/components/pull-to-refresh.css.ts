import { style } from '@vanilla-extract/css';
import { vars } from '../theme/contract.css.ts';
import { layer, radius, size } from '../theme/tokens.ts';

// Over the content: a list whose rows moved along would reckon its whole window anew with each step of the finger.
export const indicator = style({
  position: 'absolute',
  zIndex: layer.pill,
  insetBlockStart: `calc(-1 * ${size.touch})`,
  insetInline: 0,
  marginInline: 'auto',
  inlineSize: size.touch,
  blockSize: size.touch,
  display: 'grid',
  placeItems: 'center',
  color: vars.color.ink,
  backgroundColor: vars.color.raised,
  border: `1px solid ${vars.color.line}`,
  borderRadius: radius.full,
  boxShadow: vars.shadow.low,
  pointerEvents: 'none',
});
