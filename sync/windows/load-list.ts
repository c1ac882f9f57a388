import type { UnitRunner } from '../apply/run-unit.ts';
import type { LoadOutcome } from '../engine-types.ts';
import type { Clock } from '../platform/ports.ts';
import type { ListId, Position } from '../storage/rows.ts';
import type { Api } from '../transport/api.ts';
import { listId } from './kinds.ts';
import { type CatchUp, createListPages, type PagePlace, placeToFill } from './list-pages.ts';
import { createLoadAll, type LoadAll } from './load-all.ts';

/** What somebody who scrolls waits for is small. */
const PER_PAGE = 50;
const ATTEMPTS_MAX = 3;

export type LoadList = {
  /** Fills the newest gap of a list by one page; the first page of a list that was never loaded. */
  older(list: ListId, signal: AbortSignal): Promise<LoadOutcome>;
  /** Fills the gap that ends before a place, whichever it is. */
  before(list: ListId, place: Position, signal: AbortSignal): Promise<LoadOutcome>;
  /** Brings the page that ends before a place, whatever is held around it. */
  alone(list: ListId, place: Position, signal: AbortSignal): Promise<LoadOutcome>;
  /** Reads the newest page again. Where it does not reach what is held, a gap stays to be filled. */
  newest(list: ListId, signal: AbortSignal): Promise<LoadOutcome>;
  /** Fills the newest gap of a list down to its end, or by so many rows. */
  readonly all: LoadAll;
};

/** What a page is asked to end before; null: the newest. A guess has to be the list's newest gap when the page arrives. */
type Place = { before: Position | null; where?: PagePlace };

/** Pages of lists into the tables. */
export const createLoadList = (options: {
  runner: UnitRunner;
  api: Api;
  clock: Clock;
  userId: string;
  catchUp: CatchUp;
}): LoadList => {
  const { clock, catchUp } = options;
  const pages = createListPages(options);

  const load = async (
    list: ListId,
    placeOf: () => Promise<Place | 'complete'>,
    signal: AbortSignal,
  ): Promise<LoadOutcome> => {
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
      const place = await placeOf();
      if (place === 'complete') return 'complete';
      const fetched = await pages.ask(list, { before: place.before, perPage: PER_PAGE }, signal);
      if (fetched === null) return 'offline';
      const { outcome, rows, next } = await pages.write(list, [fetched], place.where ?? 'held');
      if (next !== null) nextGaps.set(list, next);
      await pages.trim(list, rows);
      if (outcome === 'merged') return fetched.page.meta.startReached ? 'complete' : 'loaded';
      // The result of the pull decides; the unusable answer is ignored.
      if (outcome === 'unheld') await catchUp();
    }
    void catchUp();
    return 'offline';
  };

  /** Where the last page left its list's gap, so that reading on does not wait for a read behind pending writes. */
  const nextGaps = new Map<ListId, Position>();

  const gapOf = async (list: ListId): Promise<Place | 'complete'> => {
    const guess = nextGaps.get(list);
    nextGaps.delete(list);
    if (guess !== undefined) return { before: guess, where: 'gap' };
    return placeToFill(await pages.coverageOf(list));
  };

  return {
    older: (list, signal) => load(list, () => gapOf(list), signal),
    alone: (list, place, signal) => load(list, async () => ({ before: place, where: 'alone' }), signal),
    before: (list, place, signal) => load(list, async () => ({ before: place }), signal),
    newest: (list, signal) => load(list, async () => ({ before: null }), signal),
    all: createLoadAll({ pages, clock, catchUp }),
  };
};

export const historyOf = (chatId: string): ListId => listId('messages', chatId);
