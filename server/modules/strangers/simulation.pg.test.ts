import { randomBytes } from 'node:crypto';
import { isNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUniqueCode, newId } from '../../../protocol/index.ts';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../../../test/support/services.ts';
import { inTransaction } from '../../db/database.ts';
import {
  blocks,
  friendships,
  strangerBlocks,
  strangerChats,
  strangerMembers,
  strangerSettings,
  suspensions,
  users,
} from '../../db/schema.ts';
import { createRandom } from '../../seed/random.ts';
import { type OpenedDatabase, openPostgresDatabase } from '../../testing/open-database.ts';
import { waitForStranger } from './match.ts';

const PEOPLE = 1_000;
const MATCHES = 1_000;
const ROUND_MS = 8 * 60_000;

/** Members of every kind come, meet, leave and come again, many at once and on two connections of a real server (threat T17). */
describe.skipIf(!hasPostgres)('a thousand members on PostgreSQL', { timeout: 240_000 }, () => {
  let database: TestDatabase;
  let nodes: OpenedDatabase[];
  beforeAll(async () => {
    database = await createTestDatabase();
    nodes = [await openPostgresDatabase(database.url), await openPostgresDatabase(database.url)];
  }, 120_000);
  afterAll(async () => {
    for (const node of nodes) await node.close();
    await database.drop();
  });

  it('meet a thousand times, and never a minor, a friend, the blocked, the suspended, oneself or somebody again', async () => {
    const { pick } = createRandom(8);
    const [first, second] = nodes;
    if (!first || !second) throw new Error('Two nodes');
    const { db } = first;
    let now = new Date('2026-03-01T08:00:00.000Z');
    const ids = Array.from({ length: PEOPLE }, () => newId());
    const minors = new Set(ids.slice(0, 100));
    const banned = ids.slice(100, 150);
    await db.insert(users).values(
      ids.map((id) => ({
        ...{ id, email: `${id}@example.test`, passwordHash: '-', firstName: 'A', lastName: 'B' },
        birthDate: minors.has(id) ? '2008-03-02' : '2008-03-01',
        ...{ uniqueCode: createUniqueCode(randomBytes(12)), createdAt: now },
      })),
    );
    const languages = ['en', 'fil', 'any'] as const;
    await db
      .insert(strangerSettings)
      .values(ids.map((userId) => ({ userId, optedInAt: now, language: pick(languages) })));
    await db
      .insert(suspensions)
      .values(banned.map((userId) => ({ id: newId(), userId, reason: 'spam' as const, since: now })));
    const keyOf = (a: string, b: string) => (a < b ? `${a} ${b}` : `${b} ${a}`);
    const forbidden = new Map<string, string>();
    const pairs = (count: number, why: string): [string, string][] =>
      Array.from({ length: count }, () => [pick(ids), pick(ids)] as [string, string]).filter(([a, b]) => {
        if (a === b || forbidden.has(keyOf(a, b))) return false;
        forbidden.set(keyOf(a, b), why);
        return true;
      });
    await db
      .insert(blocks)
      .values(
        pairs(4_000, 'blocked').map(([blockerId, blockedId]) => ({ blockerId, blockedId, createdAt: now })),
      );
    await db
      .insert(strangerBlocks)
      .values(
        pairs(4_000, 'blocked').map(([blockerId, blockedId]) => ({ blockerId, blockedId, createdAt: now })),
      );
    await db.insert(friendships).values(
      pairs(4_000, 'friends').map(([requesterId, requesteeId]) => ({
        ...{ id: newId(), requesterId, requesteeId, createdAt: now },
        status: 'APPROVED' as const,
      })),
    );

    let matches = 0;
    for (let round = 0; matches < MATCHES && round < 90; round += 1) {
      // Forty at once, half of them on the other node.
      const coming = Array.from({ length: 40 }, () => pick(ids));
      await Promise.all(
        [...new Set(coming)].map((id, index) =>
          inTransaction((index % 2 === 0 ? first : second).db, (tx) => waitForStranger(tx, id, now)).catch(
            (error: unknown) => {
              if (!minors.has(id)) throw error;
            },
          ),
        ),
      );
      const open = await db
        .update(strangerChats)
        .set({ endedAt: now, ending: 'next' })
        .where(isNull(strangerChats.endedAt))
        .returning();
      matches += open.length;
      // Some stay for the next round, most go: who is silent is not asked.
      now = new Date(now.getTime() + (round % 3 === 0 ? 5_000 : ROUND_MS));
    }
    const seats = await db.select().from(strangerMembers);
    const chats = Map.groupBy(seats, ({ chatId }) => chatId);
    const met = new Map<string, number>();
    const wrong: string[] = [];
    for (const [, people] of chats) {
      const [a, b] = people.map(({ userId }) => userId);
      if (people.length !== 2 || a === undefined || b === undefined || a === b) wrong.push('not two');
      else {
        const key = keyOf(a, b);
        met.set(key, (met.get(key) ?? 0) + 1);
        if (minors.has(a) || minors.has(b)) wrong.push('minor');
        if (banned.includes(a) || banned.includes(b)) wrong.push('suspended');
        const why = forbidden.get(key);
        if (why) wrong.push(why);
      }
    }
    expect(wrong).toEqual([]);
    expect([...met.values()].filter((times) => times > 1)).toEqual([]);
    expect(chats.size).toBeGreaterThanOrEqual(MATCHES);
    expect(new Set(seats.map(({ id }) => id)).size).toBe(seats.length);
    expect(seats.filter(({ id }) => ids.includes(id))).toEqual([]);
  });
});
