import type { Change, TableName } from '../../protocol/index.ts';
import type { Unit } from '../apply/unit.ts';
import { rowKey } from '../rebase/row-keys.ts';
import type { CoverageRange, CoverageRow, ListId, Position } from '../storage/rows.ts';
import { coverRange, isBefore, isCovered, meetsGap } from './coverage.ts';
import { isOwnRow } from './forget.ts';
import { parseListId } from './kinds.ts';
import type { ListKind, ListPage } from './list-kind.ts';

/**
 * - `stale`: the page does not fit what the device has learned meanwhile; ask again.
 * - `unheld`: the device does not hold the list's scope, or in another lineage; a pull has to come first.
 */
export type PageOutcome = 'merged' | 'stale' | 'unheld';

/** A page as it was asked for, before a place or the newest, and what it brings (`changesOf`). */
export type FetchedPage = {
  readonly before: Position | null;
  readonly page: ListPage<TableName>;
  readonly changes: readonly Change[];
};

type MergedPage = FetchedPage & {
  list: ListId;
  now: number;
  /** It need not meet anything that is held. */
  isAlone?: boolean;
};

/** What a page brings: its rows, and the people whom they name. */
export const changesOf = (kind: ListKind, page: ListPage<TableName>): Change[] => [
  ...(page.meta.people ?? []).map(
    (person): Change => ({ table: 'users', id: person.id, version: person.version, row: person }),
  ),
  ...page.data.map((row) => kind.change(row)),
];

/** A line between two numbers is no end of a range of numbers. */
const isEnd = (place: Position): boolean => typeof place === 'string' || Number.isInteger(place);

/** Whether a page holds nothing but lines between two numbers: it brings its list no further, and the rest of them has to come. */
export const isBetween = (kind: ListKind, { data }: ListPage<TableName>): boolean =>
  data.every((row) => !isEnd(kind.position(row)));

/** The part of the list that the page is about; null when it is empty. */
const rangeOf = (
  kind: ListKind,
  before: Position | null,
  page: ListPage<TableName>,
): CoverageRange | null => {
  const isNumbered = typeof before === 'number';
  const places = page.data.map((row) => kind.position(row));
  const ends = places.filter(isEnd);
  const to = isNumbered ? before - 1 : (before ?? ends.reduce<Position | null>(later, null));
  if (to === null) return null;
  const from = ends.reduce((low, place) => (isBefore(place, low) ? place : low), before ?? to);
  return { from, to };
};

const later = (a: Position | null, b: Position): Position => (a === null || isBefore(a, b) ? b : a);

/** Held rows inside the page's range that it does not name: of a list without a log they are gone, or no longer for me. */
const dropMissing = async (
  unit: Unit,
  { list, before, page }: MergedPage,
  range: CoverageRange,
): Promise<void> => {
  const { kind, key } = parseListId(list);
  const named = new Set(page.data.map((row) => row.id));
  for (const row of await kind.rows(unit.tx, key, unit.userId)) {
    // What only a pending change shows has no version; the server cannot know it.
    if (named.has(row.id) || row.version === 0 || isOwnRow(kind.table, row, unit.userId)) continue;
    const place = kind.position(row);
    // The page ends before the row it was asked to end before.
    if (place !== before && isCovered({ ranges: [range] }, place)) unit.drop(kind.table, row.id);
  }
};

/** What a list covers with a page in it. */
export const coverPage = (
  coverage: CoverageRow,
  { before, page }: Pick<FetchedPage, 'before' | 'page'>,
  now: number,
): CoverageRow => {
  const range = rangeOf(parseListId(coverage.list).kind, before, page);
  const isLast = page.meta.startReached || page.data.length === 0;
  const covered = range === null ? coverage : coverRange(coverage, range);
  return {
    ...covered,
    start: isLast ? (range?.from ?? coverage.start) : coverage.start,
    refreshedAt: before === null ? now : coverage.refreshedAt,
    usedAt: now,
  };
};

/** Brings a page into the tables, row by row: the newer version wins, and a tombstone beats the page. */
export const mergePage = async (unit: Unit, merged: MergedPage): Promise<PageOutcome> => {
  const { list, before, page, changes, now, isAlone = false } = merged;
  const { kind, key } = parseListId(list);
  const cursor = unit.cursors.get(kind.scope(key, unit.userId));
  if (cursor === undefined || cursor.epoch !== page.meta.asOf.epoch) return 'unheld';
  const coverage = await unit.loadCoverage(list);
  // The list was reset, restored or cut meanwhile: the page would claim numbers that are not held.
  const isMet = before === null || meetsGap(coverage, before);
  // One that stands alone claims only what it brings. A reset skips changes of what was not held: it must not be older than that.
  if (!isMet && !(isAlone && page.meta.asOf.seq >= cursor.seq)) return 'stale';
  const marks = await unit.tombstonesOf(page.data.map((row) => rowKey(kind.table, row.id)));
  // A change of a row outside coverage was dropped after this page was read: the page is older than the log.
  const isOverrun = page.data.some((row) => {
    const mark = marks.get(rowKey(kind.table, row.id));
    return mark !== undefined && !mark.isGone && mark.version > row.version;
  });
  if (isOverrun) return 'stale';

  unit.setCoverage(list, coverPage(coverage, merged, now));
  const range = kind.isLogged ? null : rangeOf(kind, before, page);
  if (range !== null) await dropMissing(unit, merged, range);
  for (const change of changes) unit.change(change);
  return 'merged';
};
