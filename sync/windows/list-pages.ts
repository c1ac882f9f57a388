import type { TableName } from '../../protocol/index.ts';
import type { UnitRunner } from '../apply/run-unit.ts';
import type { Clock } from '../platform/ports.ts';
import type { CoverageRow, ListId, Position } from '../storage/rows.ts';
import type { Api } from '../transport/api.ts';
import { emptyCoverage, isFilled, nextGapBefore } from './coverage.ts';
import { parseListId } from './kinds.ts';
import type { ListKind, ListPage } from './list-kind.ts';
import { changesOf, type FetchedPage, isBetween, mergePage, type PageOutcome } from './merge-page.ts';
import { trimWindows } from './trim.ts';

/** Tombstones are kept much longer: a page that took this long cannot be judged and is asked for again. */
const PAGE_MS = 5 * 60_000;
const TRIM_MS = 60_000;
/** A kind outgrows its budget by no more than these rows: counting what it holds takes as long as a page, or longer. */
const trimAfter = ({ rowsMax }: ListKind): number => Math.max(400, rowsMax / 20);

/** Pulls, because a page does not fit what the device holds. Resolves when that was tried; being offline is no error. */
export type CatchUp = () => Promise<void>;

/** A page that has come, and when it was asked for. */
export type AnsweredPage = FetchedPage & { readonly askedAt: number };

/** Where a page may stand in its list: at its newest gap, at any place where a gap ends, or anywhere. */
export type PagePlace = 'gap' | 'held' | 'alone';

export type WriteOutcome = {
  /** `moved`: the list's gap is elsewhere by now: a newer one has opened, or the list was cut. */
  outcome: PageOutcome | 'moved';
  /** How many rows of the pages were taken in, or were there already. */
  rows: number;
  /** Where the list's newest gap ends now; null when there is none, or when it was not looked up. */
  next: Position | null;
};

export type ListPages = {
  /** @returns null when the server does not answer */
  ask(
    list: ListId,
    page: { before: Position | null; perPage: number },
    signal: AbortSignal,
  ): Promise<AnsweredPage | null>;
  /**
   * Writes pages that follow one another in one unit, up to the first that does not fit.
   * @param where `gap`: each has to fill the list's newest gap, because its position was not looked up.
   * What another tab has filled meanwhile needs no page of ours. A page `alone` need not meet anything that is held.
   */
  write(list: ListId, pages: readonly AnsweredPage[], where: PagePlace): Promise<WriteOutcome>;
  /** After rows were taken in: has others leave, from time to time, when there are too many. */
  trim(list: ListId, rows: number): Promise<void>;
  coverageOf(list: ListId): Promise<CoverageRow>;
};

/** What the next page of a list has to end before; null: it is the list's first. */
export const placeToFill = (coverage: CoverageRow): { before: Position | null } | 'complete' => {
  const before = nextGapBefore(coverage);
  if (before !== null) return { before };
  // Of a list with a log the newest rows come by it; of any other by its first page.
  const isNew = !parseListId(coverage.list).kind.isLogged && coverage.refreshedAt === null;
  return isNew ? { before } : 'complete';
};

/** What was asked for piece by piece, as one page; null when the pieces are of different lineages. */
const joinParts = (parts: readonly ListPage<TableName>[]): ListPage<TableName> | null => {
  const last = parts.at(-1);
  if (last === undefined || parts.some(({ meta }) => meta.asOf.epoch !== last.meta.asOf.epoch)) return null;
  return {
    data: parts.flatMap(({ data }) => data),
    meta: { ...last.meta, people: parts.flatMap(({ meta }) => meta.people ?? []) },
  };
};

/** Pages of lists, from the server and into the tables. */
export const createListPages = (options: {
  runner: UnitRunner;
  api: Api;
  clock: Clock;
  userId: string;
}): ListPages => {
  const { runner, api, clock, userId } = options;

  let trimmedAt = Number.NEGATIVE_INFINITY;
  const grown = new Map<ListKind, number>();

  return {
    async ask(list, { before, perPage }, signal) {
      const { kind, key } = parseListId(list);
      const askedAt = clock.now();
      const askFor = (cursor: string | null) =>
        api.listPage(kind.path(key, { before, perPage, cursor }), kind.response, signal);
      const parts: ListPage<TableName>[] = [];
      let cursor: string | null = null;
      do {
        const result = await askFor(cursor);
        if (!result.ok) return null;
        parts.push(result.data);
        cursor = isBetween(kind, result.data) ? result.data.meta.nextCursor : null;
      } while (cursor !== null);
      const page = joinParts(parts);
      return page === null ? null : { before, page, changes: changesOf(kind, page), askedAt };
    },
    async write(list, pages, where) {
      const { kind, key } = parseListId(list);
      const now = clock.now();
      if (pages.some(({ askedAt }) => now < askedAt || now - askedAt > PAGE_MS))
        return { outcome: 'stale', rows: 0, next: null };
      return runner.run(
        [kind.table, 'memberships', 'users'],
        async (unit): Promise<WriteOutcome> => {
          let rows = 0;
          for (const fetched of pages) {
            const coverage = await unit.loadCoverage(list);
            const next = nextGapBefore(coverage);
            if (where !== 'gap' || next === fetched.before) {
              const outcome = await mergePage(unit, { ...fetched, list, now, isAlone: where === 'alone' });
              if (outcome !== 'merged') return { outcome, rows, next };
            } else if (!isFilled(coverage, fetched.before)) return { outcome: 'moved', rows, next };
            rows += fetched.page.data.length;
          }
          return { outcome: 'merged', rows, next: nextGapBefore(await unit.loadCoverage(list)) };
        },
        { page: { list, scope: kind.scope(key, userId), changes: pages.flatMap(({ changes }) => changes) } },
      );
    },
    async trim(list, rows) {
      if (rows === 0) return;
      const { kind } = parseListId(list);
      const now = clock.now();
      // Everything now and then, and what has grown by some pages.
      const isDue = now - trimmedAt >= TRIM_MS || now < trimmedAt;
      const total = (grown.get(kind) ?? 0) + rows;
      grown.set(kind, total < trimAfter(kind) ? total : 0);
      if (isDue) trimmedAt = now;
      if (isDue || total >= trimAfter(kind))
        await trimWindows(runner, { userId, now, ...(isDue ? {} : { kinds: [kind] }) });
    },
    async coverageOf(list) {
      const row = await runner.storage.read(['coverage'], (tx) => tx.get('coverage', list));
      return row ?? emptyCoverage(list);
    },
  };
};
