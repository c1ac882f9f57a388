import { style } from '@vanilla-extract/css';

/** Enough to know it again; why it is still here stands below. */
export const words = style({
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 3,
  overflow: 'hidden',
});
