import { recipe } from '@vanilla-extract/recipes';
import { vars } from '../theme/contract.css.ts';
import { size, space } from '../theme/tokens.ts';

export const column = recipe({
  base: {
    outline: 'none',
    selectors: { '&:focus-visible': { outline: `2px solid ${vars.color.focus}`, outlineOffset: '-2px' } },
    position: 'relative',
    inlineSize: '100%',
    maxInlineSize: size.talk,
    marginInline: 'auto',
    // A short conversation stands at the composer, where the thumb and the eye are.
    marginBlockStart: 'auto',
  },
  // A virtual list counts its own padding.
  variants: { isVirtual: { false: { paddingBlock: `${space.xl} ${space.sm}` } } },
});
