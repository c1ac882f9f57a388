import type { UnitRunner } from '../apply/run-unit.ts';
import type { LoadOutcome } from '../engine-types.ts';
import type { Clock } from '../platform/ports.ts';
import type { ListId, Position } from '../storage/rows.ts';
import type { Api } from '../transport/api.ts';
import { emptyCoverage, nextGapBefore } from './coverage.ts';
import { listId, parseListId } from './kinds.ts';
import type { ListKind } from './list-kind.ts';
import { changesOf, mergePage } from './merge-page.ts';
import { trimWindows } from './trim.ts';

const PER_PAGE = 50;
/** Tombstones are kept much longer: a page that took this long cannot be judged and is asked for again. */
const PAGE_MS = 5 * 60_000;
const ATTEMPTS_MAX = 3;
const TRIM_MS = 60_000;
/** A kind outgrows its budget by no more than these pages: counting what it holds takes as long as a page, or longer. */
const TRIM_AFTER_PAGES = 8;

export type LoadList = {
  /** Fills the newest gap of a list by one page; the first page of a list that was never loaded. */
  older(list: ListId, signal: AbortSignal): Promise<LoadOutcome>;
  /** Fills the gap that ends before a place, whichever it is. */
  before(list: ListId, place: Position, signal: AbortSignal): Promise<LoadOutcome>;
  /** Reads the newest page again. Where it does not reach what is held, a gap stays to be filled. */
  newest(list: ListId, signal: AbortSignal): Promise<LoadOutcome>;
};

/** What a page is asked to end before; null: the newest. A guess has to be the list's newest gap when the page arrives. */
type Place = { before: Position | null; isGuess?: boolean };

/** Pages of lists into the tables. */
export const createLoadList = (options: {
  runner: UnitRunner;
  api: Api;
  clock: Clock;
  userId: string;
  onStale: () => void;
}): LoadList => {
  const { runner, api, clock, userId, onStale } = options;

  let trimmedAt = Number.NEGATIVE_INFINITY;
  const grown = new Map<ListKind, number>();
  /** From time to time everything, and what has grown by some pages. */
  const trim = async (kind: ListKind, now: number): Promise<void> => {
    const isDue = now - trimmedAt >= TRIM_MS || now < trimmedAt;
    const pages = (grown.get(kind) ?? 0) + 1;
    grown.set(kind, pages < TRIM_AFTER_PAGES ? pages : 0);
    if (isDue) trimmedAt = now;
    if (isDue || pages === TRIM_AFTER_PAGES)
      await trimWindows(runner, { userId, now, ...(isDue ? {} : { kinds: [kind] }) });
  };

  const load = async (
    list: ListId,
    placeOf: () => Promise<Place | 'complete'>,
    signal: AbortSignal,
  ): Promise<LoadOutcome> => {
    const { kind, key } = parseListId(list);
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
      const place = await placeOf();
      if (place === 'complete') return 'complete';
      const { before } = place;
      const startedAt = clock.now();
      const path = kind.path(key, { before, perPage: PER_PAGE });
      const result = await api.listPage(path, kind.response, signal);
      if (!result.ok) return 'offline';
      const now = clock.now();
      if (now < startedAt || now - startedAt > PAGE_MS) continue;
      const page = result.data;
      const { outcome, next } = await runner.run(
        [kind.table, 'memberships', 'users'],
        async (unit) => {
          const gap = async () => nextGapBefore(await unit.loadCoverage(list));
          if (place.isGuess && (await gap()) !== before) return { outcome: 'stale', next: null };
          const outcome = await mergePage(unit, { list, before, page, now });
          return { outcome, next: await gap() };
        },
        { page: { list, changes: changesOf(kind, page) } },
      );
      if (next !== null) nextGaps.set(list, next);
      if (outcome === 'merged') await trim(kind, now);
      if (outcome === 'merged') return page.meta.startReached ? 'complete' : 'loaded';
      if (outcome === 'unheld') break;
    }
    onStale();
    return 'offline';
  };

  /** Where the last page left its list's gap: whoever reads on need not look it up behind all that is being written. */
  const nextGaps = new Map<ListId, Position>();

  const gapOf = async (list: ListId): Promise<Place | 'complete'> => {
    const guess = nextGaps.get(list);
    nextGaps.delete(list);
    if (guess !== undefined) return { before: guess, isGuess: true };
    const row = await runner.storage.read(['coverage'], (tx) => tx.get('coverage', list));
    const coverage = row ?? emptyCoverage(list);
    const before = nextGapBefore(coverage);
    if (before !== null) return { before };
    // Of a list with a log the newest rows come by it; of any other by its first page.
    const isNew = !parseListId(list).kind.isLogged && coverage.refreshedAt === null;
    return isNew ? { before: null } : 'complete';
  };

  return {
    older: (list, signal) => load(list, () => gapOf(list), signal),
    before: (list, place, signal) => load(list, async () => ({ before: place }), signal),
    newest: (list, signal) => load(list, async () => ({ before: null }), signal),
  };
};

export const historyOf = (chatId: string): ListId => listId('messages', chatId);
