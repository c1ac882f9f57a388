import { lt, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { mutations } from '../db/schema.ts';
import type { Clock } from '../modules/sync/context.ts';
import type { Log } from '../realtime/context.ts';
import { compactLog } from './compact-log.ts';
import type { Receipts } from './receipts.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const RECEIPTS_EVERY_MS = 2_000;
const VACUUM_EVERY_MS = 15 * MINUTE_MS;
/** A device may be offline for long and still hold an attempt whose answer was lost (sync-notes b.18). */
const KEYS_KEPT_MS = 366 * DAY_MS;

export type Jobs = {
  /** Stops them and waits for those that run; what receipts are gathered is written. */
  close: () => Promise<void>;
};

/** Forgets idempotency keys after a year. Verdicts hold no words of anybody, only ids and error kinds, and go with their keys. */
export const forgetOldKeys = async (db: Database, now: Date): Promise<void> => {
  await db.delete(mutations).where(lt(mutations.createdAt, new Date(now.getTime() - KEYS_KEPT_MS)));
};

/** PGlite runs no autovacuum: without this its tables grow with every update, and its planner guesses. */
export const vacuum = async (db: Database): Promise<void> => {
  await db.execute(sql`vacuum (analyze)`);
};

/** The work of a process beside its requests. */
export const startJobs = (deps: {
  db: Database;
  kind: 'pglite' | 'postgres';
  clock: Clock;
  log: Log;
  receipts: Receipts;
}): Jobs => {
  const { db, kind, clock, log, receipts } = deps;
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
  // At the start too: a process that is replaced every day would never come to it.
  run('old keys', () => forgetOldKeys(db, clock.now()));
  run('log', () => compactLog(db, clock.now()));
  every(DAY_MS, 'old keys', () => forgetOldKeys(db, clock.now()));
  every(DAY_MS, 'log', () => compactLog(db, clock.now()));
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
