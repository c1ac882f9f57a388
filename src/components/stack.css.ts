import { styleVariants } from '@vanilla-extract/css';
import { space } from '../theme/tokens.ts';

export const stack = styleVariants({ sm: space.sm, md: space.md, lg: space.lg, xl: space.xl }, (gap) => ({
  display: 'grid',
  gap,
  minInlineSize: 0,
}));
