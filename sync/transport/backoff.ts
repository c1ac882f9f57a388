/** Exponential back-off with full jitter: a restarted server is not met by everybody at once. */
export const backoffMs = (
  failures: number,
  random: () => number,
  { baseMs, capMs }: { baseMs: number; capMs: number } = { baseMs: 1_000, capMs: 60_000 },
): number => {
  const ceiling = Math.min(capMs, baseMs * 2 ** Math.min(failures, 30));
  // Never at once: a loop without a pause would spend the battery.
  return Math.round(baseMs / 4 + random() * (ceiling - baseMs / 4));
};
