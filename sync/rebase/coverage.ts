import type { CoverageRange, CoverageRow } from '../storage/rows.ts';

export const emptyCoverage = (chatId: string): CoverageRow => ({
  chatId,
  ranges: [],
  startSeq: null,
  senders: [],
});

/** Adds `from`…`to` and joins what touches. An empty range (`to < from`) marks where the live end is in a chat without messages. */
export const coverRange = (coverage: CoverageRow, added: CoverageRange): CoverageRow => {
  const ranges: CoverageRange[] = [];
  for (const range of [...coverage.ranges, added].sort((a, b) => a.from - b.from || a.to - b.to)) {
    const last = ranges.at(-1);
    if (last !== undefined && range.from <= last.to + 1) last.to = Math.max(last.to, range.to);
    else ranges.push({ ...range });
  }
  return { ...coverage, ranges };
};

type Placed = { seq: number | null; afterSeq: number };

/**
 * Whether a message that the log brings is kept. Inside a range, next to one, or after all of them: yes; anywhere else it
 * would stand alone in a gap and look like continuous history. A later page brings it.
 */
export const acceptsMessage = ({ ranges }: CoverageRow, { seq, afterSeq }: Placed): boolean => {
  const last = ranges.at(-1);
  if (last === undefined) return true;
  const place = seq ?? afterSeq;
  if (place > last.to) return true;
  return ranges.some((range) => place >= range.from - 1 && place <= range.to + (seq === null ? 0 : 1));
};

/** The coverage after such a message was kept. */
export const coverMessage = (coverage: CoverageRow, { seq }: Placed): CoverageRow =>
  seq === null ? coverage : coverRange(coverage, { from: seq, to: seq });

/** What the next page of history is asked to end before, or null when nothing is missing. */
export const nextGapBefore = ({ ranges, startSeq }: CoverageRow): number | null => {
  const newest = ranges.at(-1);
  if (newest === undefined || newest.from <= (startSeq ?? 1)) return null;
  return newest.from;
};
