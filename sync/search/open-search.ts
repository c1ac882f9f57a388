import { liveQuery } from 'dexie';
import { browserLocks, systemClock } from '../platform/browser-ports.ts';
import type { Clock, Locks } from '../platform/ports.ts';
import { databaseNameFor } from '../storage/local-database.ts';
import { openLocalDatabase } from '../storage/open-database.ts';
import { databaseNames } from '../storage/versioned-database.ts';
import { createFinder, type Finder } from './find.ts';
import { createIndexer } from './indexer.ts';
import { SearchDatabase } from './search-database.ts';

/** Between two steps, so that nothing else waits for the tables. */
const STEP_PAUSE_MS = 10;
/** What was written just now is drawn and sent first. */
const QUIET_MS = 1_000;

export type Search = Finder & {
  close(): void;
};

export type OpenSearchOptions = {
  userId: string;
  /** How many messages are left, told while the index grows. */
  onRemaining: (count: number) => void;
  onError: (error: unknown) => void;
  /** The databases went away: the member signed out in another tab, or newer code came. */
  onGone: () => void;
  clock?: Clock;
  locks?: Locks;
};

/**
 * Opens a member's search in a worker: answers questions at once, and keeps the index up in small steps while it holds the
 * member's lock, so that several tabs do the work once. Null when this device holds nothing of the member.
 */
export const openSearch = async (options: OpenSearchOptions): Promise<Search | null> => {
  const { userId, onRemaining, onError, onGone, clock = systemClock, locks = browserLocks } = options;
  // Opening would make an empty database in place of one that a sign-out has just removed.
  if (!(await databaseNames()).includes(databaseNameFor(userId))) return null;
  const db = await openLocalDatabase(databaseNameFor(userId));
  const index = new SearchDatabase(userId);
  const closing = new AbortController();
  const close = (): void => {
    closing.abort();
    db.close();
    index.close();
  };
  for (const database of [db, index]) {
    database.onLost((why) => {
      if (why === 'reopened') return;
      close();
      onGone();
    });
  }
  const indexer = createIndexer(db, index);
  const finder = createFinder({ db, index, me: userId, clock });
  const pause = (ms: number): Promise<void> => new Promise((resolve) => clock.schedule(resolve, ms));

  const catchUp = async (): Promise<void> => {
    for (let round = 0; !closing.signal.aborted && (await indexer.step()); round += 1) {
      if (round % 20 === 0) onRemaining(await indexer.remaining());
      await pause(STEP_PAUSE_MS);
    }
    onRemaining(0);
  };

  const somethingWaits = async (): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = liveQuery(() => db.unindexed.count()).subscribe((count) => {
      if (count > 0) resolve();
    }, onError);
    const onAbort = () => resolve();
    closing.signal.addEventListener('abort', onAbort, { once: true });
    await promise;
    closing.signal.removeEventListener('abort', onAbort);
    waiting.unsubscribe();
  };

  /** As long as this tab holds the lock: all there is, then whatever the tables say is new. */
  const work = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      await catchUp();
      await somethingWaits();
      await pause(QUIET_MS);
    }
  };
  locks.withLock(`search:${userId}`, { signal: closing.signal }, work).catch((error: unknown) => {
    if (!closing.signal.aborted) onError(error);
  });

  return {
    ...finder,
    close,
  };
};
