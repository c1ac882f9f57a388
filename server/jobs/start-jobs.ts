import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import type { Log } from '../realtime/context.ts';
import type { Receipts } from './receipts.ts';

const RECEIPTS_EVERY_MS = 2_000;
const VACUUM_EVERY_MS = 15 * 60_000;

export type Jobs = {
  /** Stops them and waits for those that run; what receipts are gathered is written. */
  close: () => Promise<void>;
};

/** PGlite runs no autovacuum: without this its tables grow with every update, and its planner guesses. */
export const vacuum = async (db: Database): Promise<void> => {
  await db.execute(sql`vacuum (analyze)`);
};

/** What each process does for itself at intervals, and nothing is lost by with it. Durable work is in `table.ts`. */
export const startJobs = (deps: {
  db: Database;
  kind: 'pglite' | 'postgres';
  log: Log;
  receipts: Receipts;
  /** Tells of posts that have changed (told-posts.ts). */
  tellPosts: () => Promise<void>;
  /** Reads the words of new texts for the search (modules/search/read-words.ts). */
  readWords: () => Promise<void>;
}): Jobs => {
  const { db, kind, log, receipts, tellPosts, readWords } = deps;
  const running = new Set<Promise<void>>();
  const timers: NodeJS.Timeout[] = [];

  const run = (name: string, work: () => Promise<void>): void => {
    const done = work()
      .catch((error: unknown) => log.error({ err: error, job: name }, 'A job failed; it will run again'))
      .finally(() => running.delete(done));
    running.add(done);
  };
  const every = (intervalMs: number, name: string, work: () => Promise<void>): void => {
    let isBusy = false;
    const guarded = async (): Promise<void> => {
      if (isBusy) return;
      isBusy = true;
      await work().finally(() => {
        isBusy = false;
      });
    };
    timers.push(setInterval(() => run(name, guarded), intervalMs).unref());
  };

  run('receipts sweep', receipts.sweep);
  every(RECEIPTS_EVERY_MS, 'receipts', receipts.flush);
  every(RECEIPTS_EVERY_MS, 'posts', tellPosts);
  every(RECEIPTS_EVERY_MS, 'words', readWords);
  if (kind === 'pglite') every(VACUUM_EVERY_MS, 'vacuum', () => vacuum(db));

  return {
    close: async () => {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(running);
      await receipts
        .flush()
        .catch((error: unknown) => log.error({ err: error }, 'Receipts were not written'));
    },
  };
};
