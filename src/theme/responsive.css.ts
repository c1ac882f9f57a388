import type { StyleRule } from '@vanilla-extract/css';
import { WIDE_MIN_EM } from './breakpoints.ts';

type MediaRule = NonNullable<StyleRule['@media']>[string];

const query = {
  wide: `screen and (min-width: ${WIDE_MIN_EM}em)`,
  narrow: `screen and (max-width: ${WIDE_MIN_EM - 0.01}em)`,
  hover: '(hover: hover)',
  /** A phone on its side: wide enough for two panes, and hardly higher than a rail of five. */
  low: `screen and (min-width: ${WIDE_MIN_EM}em) and (max-height: 30rem)`,
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

/**
 * The four safe areas by writing direction; `env()` knows only physical sides, and the app is laid out left to right or
 * mirrored as a whole. What stands between a side and the rest clears that side for all within: see `cleared`. With the
 * keyboard up the root does, because it lies over the home indicator (`keyboard.ts`).
 */
export const safe = {
  blockStart: 'var(--tb-safe-start, env(safe-area-inset-top, 0px))',
  blockEnd: 'var(--tb-safe-end, env(safe-area-inset-bottom, 0px))',
  inlineStart: 'var(--tb-safe-inline-start, env(safe-area-inset-left, 0px))',
  inlineEnd: 'var(--tb-safe-inline-end, env(safe-area-inset-right, 0px))',
} as const;

type Side = keyof typeof safe;

const clearing = {
  blockStart: { '--tb-safe-start': '0px' },
  blockEnd: { '--tb-safe-end': '0px' },
  inlineStart: { '--tb-safe-inline-start': '0px' },
  inlineEnd: { '--tb-safe-inline-end': '0px' },
} as const;

/** For what does not reach the screen's edge on this side, because a rail, a bar or another pane stands there: nothing within keeps clear of it again. */
export function cleared(side: Side): { vars: Record<string, string> } {
  return { vars: clearing[side] };
}

/** Padding that is never less than `base` and clears the notch. */
export function padSafe(side: Side, base: string): string {
  return `max(${base}, ${safe[side]})`;
}

/** Padding of `base` counted from the notch, for what lines up with content that stands in the safe area. */
export function beyondSafe(side: Side, base: string): string {
  return `calc(${base} + ${safe[side]})`;
}
