import { style } from '@vanilla-extract/css';
import { vars } from '../../theme/contract.css.ts';
import { radius } from '../../theme/tokens.ts';

export const box = style({
  display: 'grid',
  placeItems: 'center',
  inlineSize: '1.5rem',
  blockSize: '1.5rem',
  borderRadius: radius.full,
  border: `2px solid ${vars.color.lineStrong}`,
});

export const boxChosen = style([
  box,
  {
    borderColor: vars.color.accent,
    backgroundColor: vars.color.accent,
    color: vars.color.onAccent,
  },
]);
