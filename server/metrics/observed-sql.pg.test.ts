import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { createTestDatabase, hasPostgres } from '../../test/support/services.ts';
import { inTransaction } from '../db/database.ts';
import { openPostgresDatabase } from '../testing/open-database.ts';
import { observeSql } from './observed-sql.ts';

it.skipIf(!hasPostgres)('tells of each statement once it is answered, also of one that fails', async () => {
  const database = await createTestDatabase();
  const opened = await openPostgresDatabase(database.url, 1);
  await opened.db.execute(sql`select 1`);
  const seen: string[] = [];
  const stop = observeSql((verb, seconds) => {
    expect(seconds).toBeGreaterThan(0);
    seen.push(verb);
  });
  await opened.db.execute(sql`select 1`);
  await inTransaction(opened.db, async (tx) => {
    await tx.execute(sql`  WITH one AS (select 1) select * from one`);
    await tx.execute(sql`create temporary table things (id int)`);
  });
  await expect(opened.db.execute(sql`delete from nothing_of_the_kind`)).rejects.toThrow();
  expect(seen).toEqual(['select', 'begin', 'with', 'other', 'commit', 'delete']);
  stop();
  await opened.db.execute(sql`select 1`);
  expect(seen.length).toBe(6);
  await opened.close();
  await database.drop();
});
