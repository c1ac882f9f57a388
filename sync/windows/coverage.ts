import type { CoverageRange, CoverageRow, ListId, Position } from '../storage/rows.ts';

export const emptyCoverage = (list: ListId): CoverageRow => ({
  list,
  ranges: [],
  start: null,
  people: [],
  refreshedAt: null,
  usedAt: 0,
});

export const isBefore = (a: Position, b: Position): boolean => a < b;

export const comparePositions = (a: Position, b: Position): number =>
  isBefore(a, b) ? -1 : isBefore(b, a) ? 1 : 0;

/** Numbers without a gap join when they follow each other; other positions only when they overlap. */
const joins = (last: CoverageRange, next: CoverageRange): boolean =>
  typeof last.to === 'number' && typeof next.from === 'number'
    ? next.from <= last.to + 1
    : !isBefore(last.to, next.from);

/** Adds `from`…`to` and joins what touches. An empty range (`to < from`) marks where the live end is in a chat without messages. */
export const coverRange = (coverage: CoverageRow, added: CoverageRange): CoverageRow => {
  const ranges: CoverageRange[] = [];
  const sorted = [...coverage.ranges, added].sort(
    (a, b) => comparePositions(a.from, b.from) || comparePositions(a.to, b.to),
  );
  for (const range of sorted) {
    const last = ranges.at(-1);
    if (last === undefined || !joins(last, range)) ranges.push({ ...range });
    else if (isBefore(last.to, range.to)) last.to = range.to;
  }
  return { ...coverage, ranges };
};

/** Whether a position lies in one of the ranges. */
export const isCovered = ({ ranges }: Pick<CoverageRow, 'ranges'>, place: Position): boolean =>
  ranges.some((range) => !isBefore(place, range.from) && !isBefore(range.to, place));

/**
 * Whether a row that the log brings is kept. Inside a range: yes. In a list of numbers without a gap also next to one or
 * after all of them, or when nothing was ever loaded; anywhere else it would stand alone in a gap and look like continuous
 * history. A later page brings it.
 */
export const acceptsRow = (coverage: CoverageRow, place: Position): boolean => {
  const { ranges } = coverage;
  if (typeof place !== 'number') return isCovered(coverage, place);
  const last = ranges.at(-1);
  if (last === undefined || isBefore(last.to, place)) return true;
  return ranges.some(
    ({ from, to }) =>
      typeof from === 'number' && typeof to === 'number' && place >= from - 1 && place <= to + 1,
  );
};

/** The coverage after such a row was kept. A line between two numbers covers nothing. */
export const coverRow = (coverage: CoverageRow, place: Position): CoverageRow =>
  Number.isInteger(place) && !isCovered(coverage, place)
    ? coverRange(coverage, { from: place, to: place })
    : coverage;

/** What the next page is asked to end before, or null when nothing is missing below the newest range. */
export const nextGapBefore = ({ ranges, start }: CoverageRow): Position | null => {
  const newest = ranges.at(-1);
  if (newest === undefined) return null;
  // A chat's numbers begin with 1, whatever a page has said.
  const first = start ?? (typeof newest.from === 'number' ? 1 : null);
  if (first !== null && !isBefore(first, newest.from)) return null;
  return newest.from;
};

/** Whether the newest range goes on where a page was to begin, before a place or at all: somebody else has filled that gap. */
export const isFilled = ({ ranges }: CoverageRow, before: Position | null): boolean => {
  const newest = ranges.at(-1);
  if (newest === undefined || before === null) return newest !== undefined;
  return isBefore(newest.from, before) && !isBefore(newest.to, before);
};

/** Whether a page that ends before `before` still meets what is held: its gap is there, or somebody has filled it. */
export const meetsGap = ({ ranges }: CoverageRow, before: Position): boolean =>
  ranges.some(
    (range) => range.from === before || (!isBefore(before, range.from) && !isBefore(range.to, before)),
  );
