import { recipe } from '@vanilla-extract/recipes';
import { space } from '../theme/tokens.ts';

export const column = recipe({
  base: {
    position: 'relative',
    inlineSize: '100%',
    // Wider lines would put question and answer at opposite ends of a desk.
    maxInlineSize: '46rem',
    marginInline: 'auto',
    // A short conversation stands at the composer, where the thumb and the eye are.
    marginBlockStart: 'auto',
  },
  // A virtual list counts its own padding.
  variants: { isVirtual: { false: { paddingBlock: `${space.xl} ${space.sm}` } } },
});
