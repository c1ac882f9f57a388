/** Measures that are the same in every theme. Type is in rem, so that it follows the reader's own text size. */

export const space = {
  px: '1px',
  xxs: '0.125rem',
  xs: '0.25rem',
  sm: '0.5rem',
  md: '0.75rem',
  lg: '1rem',
  xl: '1.5rem',
  xxl: '2rem',
  xxxl: '3rem',
} as const;

export const radius = { tight: '4px', sm: '8px', md: '12px', lg: '18px', xl: '24px', full: '999px' } as const;

// One family for each platform: the first text of a new process looks for each that is named and not there.
const body = '-apple-system, "Segoe UI", Roboto, "Liberation Sans", system-ui, sans-serif';

export const font = {
  body,
  // Rounded where the platform has it: titles sound spoken, not printed.
  display: `ui-rounded, ${body}`,
  mono: 'ui-monospace, SFMono-Regular, Menlo, "Roboto Mono", Consolas, "Liberation Mono", monospace',
} as const;

export const weight = { regular: 400, medium: 500, semibold: 600, bold: 700 } as const;

/** Size and line height belong together; a style takes the pair. */
export const type = {
  micro: { fontSize: '0.6875rem', lineHeight: 1.27 },
  caption: { fontSize: '0.8125rem', lineHeight: 1.385 },
  body: { fontSize: '0.9375rem', lineHeight: 1.47 },
  reading: { fontSize: '1rem', lineHeight: 1.375 },
  heading: { fontSize: '1.0625rem', lineHeight: 1.35, letterSpacing: '-0.01em' },
  title: { fontSize: '1.375rem', lineHeight: 1.27, letterSpacing: '-0.015em' },
  display: { fontSize: '1.75rem', lineHeight: 1.18, letterSpacing: '-0.02em' },
} as const;

/** The ladder of what covers what. A number anywhere else is a bug. */
export const layer = {
  base: 0,
  sticky: 10,
  nav: 20,
  pill: 30,
  scrim: 40,
  sheet: 50,
  menu: 60,
  toast: 70,
} as const;

/** A face grows a little with the letters and leaves them the rest of the room: it is known at any size. */
export const faceSize = (rem: number): string => `min(${rem}rem, ${rem * 20}px)`;

export const size = {
  // Small letters make no small thumbs.
  touch: 'max(2.75rem, 44px)',
  header: '3.5rem',
  bar: '56px',
  rail: 'clamp(88px, 5.5rem, 120px)',
  strip: '1.75rem',
  narrow: '27.5rem',
  reading: '40rem',
  listPane: '25rem',
  /** A conversation: wider lines would put question and answer at opposite ends of a desk. */
  talk: '46rem',
  bubble: '440px',
} as const;
