const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export type RelativeTime =
  | { readonly key: 'time.aSecondAgo' | 'time.aFewSecondsAgo' }
  | {
      readonly key: 'time.secondsAgo' | 'time.minutesAgo' | 'time.hoursAgo' | 'time.daysAgo';
      readonly count: number;
    }
  | { readonly key: 'date' };

/**
 * How long ago, in the words of docs/decisions/0012; from a week on a date says more. A time ahead of this device's clock
 * counts as now: clocks of phones are wrong more often than people write from the future.
 */
export function relativeTime(thenMs: number, nowMs: number): RelativeTime {
  const elapsed = nowMs - thenMs;
  if (elapsed < 2 * SECOND_MS) return { key: 'time.aSecondAgo' };
  if (elapsed < 45 * SECOND_MS) return { key: 'time.aFewSecondsAgo' };
  if (elapsed < MINUTE_MS) return { key: 'time.secondsAgo', count: Math.floor(elapsed / SECOND_MS) };
  if (elapsed < HOUR_MS) return { key: 'time.minutesAgo', count: Math.floor(elapsed / MINUTE_MS) };
  if (elapsed < DAY_MS) return { key: 'time.hoursAgo', count: Math.floor(elapsed / HOUR_MS) };
  if (elapsed < 7 * DAY_MS) return { key: 'time.daysAgo', count: Math.floor(elapsed / DAY_MS) };
  return { key: 'date' };
}

/** When the words change next, so that a clock ticks only as often as it must; nothing after a date. */
export function nextChangeMs(thenMs: number, nowMs: number): number | undefined {
  const elapsed = Math.max(0, nowMs - thenMs);
  if (elapsed < 2 * SECOND_MS) return 2 * SECOND_MS - elapsed;
  if (elapsed < 45 * SECOND_MS) return 45 * SECOND_MS - elapsed;
  if (elapsed >= 7 * DAY_MS) return undefined;
  const unit =
    elapsed < MINUTE_MS ? SECOND_MS : elapsed < HOUR_MS ? MINUTE_MS : elapsed < DAY_MS ? HOUR_MS : DAY_MS;
  return unit - (elapsed % unit);
}
