import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMemoryDatabase } from '../testing/open-database.ts';
import { inTransaction, type OpenDatabase, readSnapshot } from './database.ts';
import { lineage } from './schema.ts';

let database: Pick<OpenDatabase, 'db' | 'close'>;
beforeAll(async () => {
  database = await openMemoryDatabase();
});
afterAll(() => database.close());

const failing = (code: string, times: number) => {
  let runs = 0;
  return {
    runs: () => runs,
    work: async () => {
      runs += 1;
      if (runs <= times) throw Object.assign(new Error('by PostgreSQL'), { code });
      return 'done';
    },
  };
};

describe('a transaction', () => {
  it.each(['40001', '40P01'])('is run again after %s, three times at most', async (code) => {
    const twice = failing(code, 2);
    expect(await inTransaction(database.db, twice.work)).toBe('done');
    expect(twice.runs()).toBe(3);
    const always = failing(code, 9);
    await expect(inTransaction(database.db, always.work)).rejects.toThrow('by PostgreSQL');
    expect(always.runs()).toBe(4);
  });

  it('is not run again after anything else', async () => {
    const duplicate = failing('23505', 1);
    await expect(inTransaction(database.db, duplicate.work)).rejects.toThrow();
    expect(duplicate.runs()).toBe(1);
  });

  it('refuses another inside, which would wait for it for ever', async () => {
    await expect(
      inTransaction(database.db, () => readSnapshot(database.db, async () => 'never')),
    ).rejects.toThrow('A transaction is open here');
  });

  it('writes nothing in a snapshot', async () => {
    await expect(readSnapshot(database.db, (tx) => tx.delete(lineage).where(sql`true`))).rejects.toThrow();
    expect(await database.db.select().from(lineage)).toHaveLength(1);
  });
});
