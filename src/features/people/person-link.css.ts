import { style } from '@vanilla-extract/css';
import { focusRing, thumbHigh } from '../../theme/mixins.css.ts';
import { radius } from '../../theme/tokens.ts';

export const name = style([
  focusRing,
  thumbHigh,
  {
    display: 'block',
    borderRadius: radius.sm,
    color: 'inherit',
    selectors: { '&:hover': { textDecoration: 'underline', textUnderlineOffset: '3px' } },
  },
]);
