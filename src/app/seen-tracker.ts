/** A message counts as seen when at least half of it was on an attended screen for this long (docs/decisions/0004). */
export const SEEN_AFTER_MS = 600;

export type RowExtent = { readonly seq: number; readonly start: number; readonly end: number };

/** The messages of which at least half lies in view, or that fill at least half of the view themselves. */
export const halfVisibleSeqs = (
  rows: readonly RowExtent[],
  view: { readonly start: number; readonly end: number },
): number[] => {
  const viewHalf = (view.end - view.start) / 2;
  return rows
    .filter((row) => {
      const visible = Math.min(row.end, view.end) - Math.max(row.start, view.start);
      return visible > 0 && visible >= Math.min((row.end - row.start) / 2, viewHalf);
    })
    .map((row) => row.seq);
};

export type SeenTracker = {
  /**
   * Tells what is in view now; nothing while the page is hidden or has no focus.
   * @returns the highest message that was there long enough, and when to ask again at the latest
   */
  look(seqs: readonly number[], nowMs: number): { seenSeq: number; againInMs: number | null };
};

/** Remembers since when each message is in view. */
export const createSeenTracker = (afterMs = SEEN_AFTER_MS): SeenTracker => {
  let since = new Map<number, number>();
  return {
    look(seqs, nowMs) {
      since = new Map(seqs.map((seq) => [seq, since.get(seq) ?? nowMs]));
      let seenSeq = 0;
      let againInMs: number | null = null;
      for (const [seq, sinceMs] of since) {
        const restMs = sinceMs + afterMs - nowMs;
        if (restMs <= 0) seenSeq = Math.max(seenSeq, seq);
        else againInMs = Math.min(againInMs ?? restMs, restMs);
      }
      return { seenSeq, againInMs };
    },
  };
};
