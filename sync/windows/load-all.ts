import { LIMITS } from '../../protocol/index.ts';
import type { LoadOutcome } from '../engine-types.ts';
import type { Clock } from '../platform/ports.ts';
import type { ListId } from '../storage/rows.ts';
import { type CatchUp, type ListPages, placeToFill } from './list-pages.ts';
import { readAhead } from './read-ahead.ts';

const ATTEMPTS_MAX = 3;
/** Pages that lie ready are written together as far as they fit into this: that is how long a reader of the table waits. */
const UNIT_MS = 30;

export type LoadAllOptions = {
  /** How far it goes: no page is asked for once so many rows have come. */
  readonly rowsMax?: number;
  /** What ends it. */
  readonly signals: readonly AbortSignal[];
};

export type LoadAll = (list: ListId, options: LoadAllOptions) => Promise<LoadOutcome>;

/**
 * Fills a list's newest gap down to its end: while pages are written the next ones are on their way. A page that does not
 * fit takes along what was asked for after it, and the list is read on where its gap is then.
 */
export const createLoadAll =
  ({ pages, clock, catchUp }: { pages: ListPages; clock: Clock; catchUp: CatchUp }): LoadAll =>
  async (list, { rowsMax = Number.POSITIVE_INFINITY, signals }) => {
    const isStopped = (): boolean => signals.some(({ aborted }) => aborted);
    let rowsLeft = rowsMax;
    let attempts = 0;
    let together = 1;
    // Beside the next write, which need not wait for it.
    let trimming: Promise<void> = Promise.resolve();
    const trim = (rows: number): void => {
      trimming = trimming.then(() => pages.trim(list, rows));
      trimming.catch(() => undefined);
    };

    /** As far as the pages fit that follow from what is held. @returns null when there may be more to ask for */
    const readOn = async (): Promise<LoadOutcome | null> => {
      const held = await pages.coverageOf(list);
      if (placeToFill(held) === 'complete') return 'complete';
      const ahead = readAhead(held, rowsLeft, (before, left, signal) =>
        pages.ask(list, { before, perPage: Math.min(LIMITS.perPageMax, left) }, signal),
      );
      for (const signal of signals) signal.addEventListener('abort', ahead.stop);
      try {
        for (;;) {
          if (isStopped()) return 'loaded';
          const taken = await ahead.take(together);
          if (isStopped()) return 'loaded';
          if (taken.length === 0) return ahead.hasFailed() ? 'offline' : 'loaded';
          const startedAt = clock.now();
          const { outcome, rows, next } = await pages.write(list, taken, 'gap');
          together = Math.max(1, Math.floor((UNIT_MS * taken.length) / Math.max(1, clock.now() - startedAt)));
          rowsLeft -= rows;
          if (rows > 0) attempts = 0;
          trim(rows);
          if (outcome === 'merged' && next === null) return 'complete';
          if (outcome === 'merged') continue;
          attempts += 1;
          if (outcome === 'unheld') await catchUp();
          return null;
        }
      } finally {
        ahead.stop();
        for (const signal of signals) signal.removeEventListener('abort', ahead.stop);
      }
    };

    let outcome: LoadOutcome | null = null;
    while (outcome === null && attempts < ATTEMPTS_MAX) outcome = rowsLeft > 0 ? await readOn() : 'loaded';
    await trimming;
    if (outcome !== null) return outcome;
    void catchUp();
    return 'offline';
  };
