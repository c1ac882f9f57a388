import { style } from '@vanilla-extract/css';
import { ellipsis, focusRing } from '../../theme/mixins.css.ts';
import { radius, size } from '../../theme/tokens.ts';

const OVER = `calc((${size.touch} - 1lh) / 2)`;

// Taller than its line, so that a thumb meets it, and without moving what stands around it.
export const name = style([
  focusRing,
  ellipsis,
  {
    display: 'block',
    inlineSize: 'fit-content',
    maxInlineSize: '100%',
    marginBlock: `calc(-1 * ${OVER})`,
    paddingBlock: OVER,
    borderRadius: radius.sm,
    color: 'inherit',
    selectors: { '&:hover': { textDecoration: 'underline', textUnderlineOffset: '3px' } },
  },
]);
