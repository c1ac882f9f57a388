import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from '../../protocol/index.ts';
import { inTransaction, type OpenDatabase } from '../db/database.ts';
import { currentRequestId, withRequestId } from '../request-context.ts';
import { openMemoryDatabase } from '../testing/open-database.ts';
import { type BoundJob, bindJob, declareJob } from './job.ts';
import { type JobRunner, openJobRunner } from './runner.ts';

const log = { info: () => undefined, error: () => undefined };
const WAIT_OPTIONS = { timeout: 25_000, interval: 20 };
const greet = declareJob({ name: 'greet', data: z.object({ who: z.string() }), firstPauseSeconds: 1 });

let database: OpenDatabase;
let runner: JobRunner;
let greeted: string[];
const open = async (jobs: BoundJob[]): Promise<JobRunner> => {
  runner = await openJobRunner({ ...database, log });
  await runner.work(jobs);
  return runner;
};
const greeting = bindJob(greet, async ({ who }) => void greeted.push(who));
beforeEach(async () => {
  database = await openMemoryDatabase();
  greeted = [];
});
afterEach(async () => {
  await runner.close();
  await database.close();
});

describe('a durable job on the embedded database', () => {
  it('starts once its transaction is committed, and never if that fails', async () => {
    await open([greeting]);
    await expect(
      inTransaction(database.db, async (tx) => {
        await runner.send(tx, greet, { who: 'nobody' });
        throw new Error('changed its mind');
      }),
    ).rejects.toThrow('changed its mind');
    await inTransaction(database.db, async (tx) => {
      await runner.send(tx, greet, { who: 'Ana' });
      expect(greeted).toEqual([]);
    });
    await runner.send(database.db, greet, { who: 'Ben' });
    await vi.waitFor(() => expect(greeted).toEqual(['Ana', 'Ben']), WAIT_OPTIONS);
  });

  it('is run again after a failure', async () => {
    const attempts: number[] = [];
    await open([
      bindJob(greet, async (_data, { attempt }) => {
        attempts.push(attempt);
        if (attempt === 0) throw new Error('not yet');
      }),
    ]);
    await runner.send(database.db, greet, { who: 'Ana' });
    await vi.waitFor(() => expect(attempts).toEqual([0, 1]), WAIT_OPTIONS);
  });

  it('belongs to the request that caused it, and so does what it sends in turn', async () => {
    const ids: (string | null)[] = [];
    const follow = declareJob({ name: 'follow', data: z.object({}) });
    await open([
      bindJob(greet, async () => {
        ids.push(currentRequestId());
        await runner.send(database.db, follow, {});
      }),
      bindJob(follow, async () => void ids.push(currentRequestId())),
    ]);
    await withRequestId('of Ana', () => runner.send(database.db, greet, { who: 'Ana' }));
    await vi.waitFor(() => expect(ids).toEqual(['of Ana', 'of Ana']), WAIT_OPTIONS);
  });

  it('outlives the process', async () => {
    await open([greeting]);
    const later = new Date(Date.now() + 1_000);
    await runner.send(database.db, greet, { who: 'Ana' }, { startAfter: later });
    await runner.close();
    expect(greeted).toEqual([]);
    await open([greeting]);
    await vi.waitFor(() => expect(greeted).toEqual(['Ana']), WAIT_OPTIONS);
  });

  it('is sent once for one key', async () => {
    await open([greeting]);
    for (const who of ['Ana', 'Ben']) {
      await runner.send(database.db, greet, { who }, { once: { key: 'one', seconds: 300_000_000 } });
    }
    await runner.send(database.db, greet, { who: 'Carla' });
    await vi.waitFor(() => expect(greeted.toSorted()).toEqual(['Ana', 'Carla']), WAIT_OPTIONS);
  });

  it('of one group runs one at a time: what hangs there leaves room for the others', async () => {
    const release = Promise.withResolvers<void>();
    const slow = declareJob({ name: 'slow', data: z.object({ who: z.string() }), concurrency: 2 });
    let hanging = 0;
    await open([
      bindJob(slow, async ({ who }) => {
        greeted.push(who);
        if (who !== 'Ana') return;
        hanging += 1;
        await release.promise;
        hanging -= 1;
      }),
    ]);
    const sendTo = (who: string) => runner.send(database.db, slow, { who }, { group: who });
    for (const who of ['Ana', 'Ana', 'Ana', 'Ben', 'Carla']) await sendTo(who);
    await vi.waitFor(() => expect(greeted.toSorted()).toEqual(['Ana', 'Ben', 'Carla']), WAIT_OPTIONS);
    expect(hanging).toBe(1);
    release.resolve();
    await vi.waitFor(() => expect(greeted.filter((who) => who === 'Ana')).toHaveLength(3), WAIT_OPTIONS);
  });

  it('takes no data that are not its own', async () => {
    await open([greeting]);
    const wrong: unknown = { who: 7 };
    await expect(runner.send(database.db, greet, Object(wrong))).rejects.toThrow('string');
  });

  it('that is regular comes at the start, and not again before its time', async () => {
    const tidy = bindJob(
      declareJob({ name: 'tidy', data: z.object({}), everySeconds: 300_000_000 }),
      async () => void greeted.push('tidy'),
    );
    await open([tidy]);
    await vi.waitFor(() => expect(greeted).toEqual(['tidy']), WAIT_OPTIONS);
    await runner.close();
    await open([tidy, greeting]);
    await runner.send(database.db, greet, { who: 'last' });
    await vi.waitFor(() => expect(greeted).toContain('last'), WAIT_OPTIONS);
    expect(greeted).toEqual(['tidy', 'last']);
  });
});
