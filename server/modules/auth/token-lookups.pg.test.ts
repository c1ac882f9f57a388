import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../../../test/support/services.ts';
import type { Database } from '../../db/database.ts';
import { type OpenedDatabase, openPostgresDatabase } from '../../testing/open-database.ts';
import { createTokenLookups } from './token-lookups.ts';

const LOCK = 28;
const CONNECTIONS = 4;

describe.skipIf(!hasPostgres)('look-ups of unknown tokens on PostgreSQL', () => {
  let made: TestDatabase;
  let database: OpenedDatabase;
  beforeAll(async () => {
    made = await createTestDatabase();
    database = await openPostgresDatabase(made.url, CONNECTIONS);
  });
  afterAll(async () => {
    await database.close();
    await made.drop();
  });

  it('take no connection from members, however many wait', async () => {
    const tokens = createTokenLookups(async () => 0, database);
    const alive = 'a'.repeat(43);
    expect(await tokens.find(alive, 'home', async () => 'member')).toBe('member');

    const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const holder = database.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
      locked();
      await released;
    });
    await isLocked;
    let asked = 0;
    const waitForLock = async (_token: string, db: Database) => {
      asked += 1;
      await db.execute(sql`select pg_advisory_xact_lock_shared(${LOCK})`);
      return null;
    };
    const flood = Array.from({ length: 200 }, (_, index) =>
      tokens.find(String(index).padStart(43, '0'), `address ${index}`, waitForLock).catch(() => 'refused'),
    );
    await vi.waitFor(() => expect(asked).toBe(2));

    // Members can use all connections at once but the one that holds the lock.
    let begun = 0;
    const { promise: allBegun, resolve: beginAll } = Promise.withResolvers<void>();
    const busy = Array.from({ length: CONNECTIONS - 1 }, () =>
      database.db.transaction(async (tx) => {
        await tx.execute(sql`select 1`);
        begun += 1;
        if (begun === CONNECTIONS - 1) beginAll();
        await allBegun;
      }),
    );
    await Promise.all(busy);
    const known = await tokens.find(alive, 'home', async (_token, db) => {
      await db.execute(sql`select 1`);
      return 'member';
    });
    expect([known, asked]).toEqual(['member', 2]);
    release();
    await holder;
    expect(new Set(await Promise.all(flood))).toEqual(new Set(['refused']));
  });
});
