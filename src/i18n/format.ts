/** Dates and clocks through `Intl`, one formatter per language and shape: making one is slow on an old phone. */

const shapes = {
  clock: { hour: 'numeric', minute: '2-digit' },
  seconds: { hour: 'numeric', minute: '2-digit', second: '2-digit' },
  weekday: { weekday: 'short' },
  day: { month: 'short', day: 'numeric' },
  month: { year: 'numeric', month: 'long' },
  dayYear: { year: 'numeric', month: 'short', day: 'numeric' },
  longDay: { weekday: 'long', month: 'long', day: 'numeric' },
  longDayYear: { year: 'numeric', month: 'long', day: 'numeric' },
  exact: { dateStyle: 'medium', timeStyle: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export type DateShape = keyof typeof shapes;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** They hold the time zone in which they were made. */
export const forgetDateFormats = (): void => formatters.clear();

export function formatDate(language: string, shape: DateShape, at: Date): string {
  const key = `${language} ${shape}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(language, shapes[shape]);
    formatters.set(key, formatter);
  }
  return formatter.format(at);
}

const startOfDay = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate());

/** Whole calendar days between two moments on this device's calendar; rounding absorbs the hour of a clock change. */
export function calendarDaysBetween(then: Date, now: Date): number {
  return Math.round((startOfDay(now).getTime() - startOfDay(then).getTime()) / 86_400_000);
}

/** The time at the end of a list row: a clock today, a weekday this week, else a date. */
export function formatListTime(language: string, then: Date, now: Date): string {
  const days = calendarDaysBetween(then, now);
  if (days <= 0) return formatDate(language, 'clock', then);
  if (days < 7) return formatDate(language, 'weekday', then);
  return formatDate(language, then.getFullYear() === now.getFullYear() ? 'day' : 'dayYear', then);
}

export type DayLabel = { readonly key: 'chat.today' | 'chat.yesterday' } | { readonly text: string };

/** What a day divider says. */
export function dayLabel(language: string, then: Date, now: Date): DayLabel {
  const days = calendarDaysBetween(then, now);
  if (days <= 0) return { key: 'chat.today' };
  if (days === 1) return { key: 'chat.yesterday' };
  return {
    text: formatDate(language, then.getFullYear() === now.getFullYear() ? 'longDay' : 'longDayYear', then),
  };
}
