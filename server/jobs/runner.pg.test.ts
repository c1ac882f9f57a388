import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from '../../protocol/index.ts';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../../test/support/services.ts';
import { inTransaction, type OpenDatabase } from '../db/database.ts';
import { openPostgresDatabase } from '../testing/open-database.ts';
import { bindJob, declareJob } from './job.ts';
import { type JobRunner, openJobRunner } from './runner.ts';

const log = { info: () => undefined, error: () => undefined };
const WAIT_OPTIONS = { timeout: 30_000, interval: 20 };
const count = declareJob({ name: 'count', data: z.object({ n: z.int() }) });
const daily = declareJob({ name: 'daily', data: z.object({}), everySeconds: 300_000_000 });

describe.skipIf(!hasPostgres)('durable jobs on two nodes', () => {
  let server: TestDatabase;
  let nodes: { database: OpenDatabase; runner: JobRunner }[];
  const done: { node: number; n: number }[] = [];
  let dailyRuns = 0;
  beforeAll(async () => {
    server = await createTestDatabase();
    // Both at once: they make the tables of the runner side by side.
    nodes = await Promise.all(
      [0, 1].map(async (node) => {
        const database = await openPostgresDatabase(server.url, 6);
        const runner = await openJobRunner({ ...database, log });
        await runner.work([
          bindJob(count, async ({ n }) => void done.push({ node, n })),
          bindJob(daily, async () => {
            dailyRuns += 1;
          }),
        ]);
        return { database, runner };
      }),
    );
  });
  afterAll(async () => {
    for (const { runner, database } of nodes) {
      await runner.close();
      await database.close();
    }
    await server.drop();
  });

  it('run each once, wherever it was sent', async () => {
    const sent = Array.from({ length: 20 }, (_, n) => n);
    for (const n of sent) {
      const sender = nodes[n % 2];
      if (!sender) throw new Error('There are two nodes.');
      await inTransaction(sender.database.db, (tx) => sender.runner.send(tx, count, { n }));
    }
    await vi.waitFor(() => expect(done).toHaveLength(sent.length), WAIT_OPTIONS);
    expect(done.map(({ n }) => n).toSorted((a, b) => a - b)).toEqual(sent);
    expect(dailyRuns).toBe(1);
  });
});
