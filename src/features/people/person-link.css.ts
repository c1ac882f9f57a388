import { style } from '@vanilla-extract/css';
import { focusRing } from '../../theme/mixins.css.ts';
import { radius, space } from '../../theme/tokens.ts';

// Taller than its line, so that a thumb meets it, and without moving what stands around it.
export const name = style([
  focusRing,
  {
    display: 'inline-block',
    marginBlock: `calc(-1 * ${space.sm})`,
    paddingBlock: space.sm,
    borderRadius: radius.sm,
    color: 'inherit',
    selectors: { '&:hover': { textDecoration: 'underline', textUnderlineOffset: '3px' } },
  },
]);
