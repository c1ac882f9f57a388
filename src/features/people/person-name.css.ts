import { style } from '@vanilla-extract/css';
import { vars } from '../../theme/contract.css.ts';
import { space } from '../../theme/tokens.ts';

export const mark = style({
  // Where its words are hidden: they must not widen what scrolls.
  position: 'relative',
  // Beside the name: pictures are blocks here.
  display: 'inline-block',
  color: vars.color.danger,
  marginInlineEnd: space.xs,
  verticalAlign: '-0.1em',
});
