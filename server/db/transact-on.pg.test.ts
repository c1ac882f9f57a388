import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from '../../protocol/index.ts';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../../test/support/services.ts';
import { toProtocolError } from '../plugins/to-protocol-error.ts';
import { inStages, type OpenDatabase, type Transaction } from './database.ts';
import { openPostgres } from './open-postgres.ts';

const found = z.object({ rows: z.tuple([z.object({ pid: z.int() })]) });
const pidOf = async (tx: Transaction): Promise<number> =>
  found.parse(await tx.execute(sql`select pg_backend_pid() as pid`)).rows[0].pid;

describe.skipIf(!hasPostgres)('a transaction in stages', () => {
  let database: TestDatabase;
  let opened: OpenDatabase;
  let other: OpenDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    opened = await openPostgres(database.url, 1);
    other = await openPostgres(database.url, 1);
  });
  afterAll(async () => {
    await Promise.all([opened.close(), other.close()]);
    await database.drop();
  });

  const end = async (pid: number): Promise<void> => {
    await other.executeSql('select pg_terminate_backend($1)', [pid]);
    const isThere = async () =>
      (await other.executeSql('select 1 from pg_stat_activity where pid = $1', [pid])).rows.length;
    await expect.poll(isThere).toBe(0);
  };

  it.each(['work', 'write'] as const)(
    'whose connection is gone when it comes to %s says that the database is not there, and the next one works',
    async (at) => {
      const outcome = await inStages(opened.db, {
        load: pidOf,
        work: async (tx, pid) => {
          await end(pid);
          return at === 'work' ? pidOf(tx) : pid;
        },
        write: async () => null,
      }).catch((error: unknown) => toProtocolError(error).kind);
      expect(outcome).toBe('unavailable');
      expect(
        await inStages(
          opened.db,
          stagesOf(() => null),
        ),
      ).toBeGreaterThan(0);
    },
  );

  const stagesOf = (refuse: () => Error | null) => ({
    load: pidOf,
    work: async (_tx: Transaction, pid: number) => {
      const refusal = refuse();
      if (refusal !== null) throw refusal;
      return pid;
    },
    write: async (_tx: Transaction, pid: number) => pid,
  });

  it('that is refused is rolled back, and gives its connection back', async () => {
    const before = await inStages(
      opened.db,
      stagesOf(() => null),
    );
    await expect(
      inStages(
        opened.db,
        stagesOf(() => new Error('no')),
      ),
    ).rejects.toThrow('no');
    await expect(opened.db.transaction(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(
      await inStages(
        opened.db,
        stagesOf(() => null),
      ),
    ).toBe(before);
  });
});
