import type { StyleRule } from '@vanilla-extract/css';
import { WIDE_MIN_PX } from './breakpoints.ts';

type MediaRule = NonNullable<StyleRule['@media']>[string];

const query = {
  wide: `screen and (min-width: ${WIDE_MIN_PX}px)`,
  narrow: `screen and (max-width: ${WIDE_MIN_PX - 0.02}px)`,
  hover: '(hover: hover)',
  coarse: '(pointer: coarse)',
  contrast: '(forced-colors: active)',
} as const;

/** Rules per situation, so that no media query is typed by hand. */
export function when(rules: Partial<Record<keyof typeof query, MediaRule>>): StyleRule {
  const media: Record<string, MediaRule> = {};
  for (const [name, rule] of Object.entries(rules)) {
    if (name in query && rule) media[query[name as keyof typeof query]] = rule;
  }
  return { '@media': media };
}

/** The four safe areas by writing direction; `env()` knows only physical sides, and the app is laid out left to right or mirrored as a whole. */
export const safe = {
  blockStart: 'env(safe-area-inset-top, 0px)',
  blockEnd: 'env(safe-area-inset-bottom, 0px)',
  inlineStart: 'env(safe-area-inset-left, 0px)',
  inlineEnd: 'env(safe-area-inset-right, 0px)',
} as const;

/** Padding that is never less than `base` and clears the notch. */
export function padSafe(side: keyof typeof safe, base: string): string {
  return `max(${base}, ${safe[side]})`;
}
