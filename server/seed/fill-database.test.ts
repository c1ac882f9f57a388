import { count, max, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OpenDatabase } from '../db/database.ts';
import { openMemory } from '../db/open-pglite.ts';
import { chats, memberships, messages, users } from '../db/schema.ts';
import { fillDatabase, type SignIn } from './fill-database.ts';

const options = { people: 30, messages: 500, seed: 73, now: new Date('2026-11-20T10:00:00.000Z') };
let database: OpenDatabase;
let signIns: SignIn[];

beforeAll(async () => {
  database = await openMemory();
  signIns = await fillDatabase(database.db, options);
}, 60_000);
afterAll(() => database.close());

it('fills a database with the people and messages asked for', async () => {
  const { db } = database;
  expect(await db.select({ n: count() }).from(users)).toEqual([{ n: 30 }]);
  expect(await db.select({ n: count() }).from(messages)).toEqual([{ n: 500 }]);
  expect(signIns).toHaveLength(3);
});

it('numbers the messages of a chat without a gap, up to its last', async () => {
  const wrong = await database.db
    .select({ id: chats.id })
    .from(chats)
    .leftJoin(messages, sql`${messages.chatId} = ${chats.id}`)
    .groupBy(chats.id)
    .having(
      sql`${count(messages.id)} <> ${chats.lastSeq} or coalesce(${max(messages.seq)}, 0) <> ${chats.lastSeq}`,
    );
  expect(wrong).toEqual([]);
});

it('leaves some messages unseen, and never fewer than none', async () => {
  const [unseen] = await database.db
    .select({
      least: sql<number>`min(${chats.lastSeq} - ${memberships.seenSeq} - ${memberships.ownAfterSeen})`,
      most: sql<number>`max(${chats.lastSeq} - ${memberships.seenSeq} - ${memberships.ownAfterSeen})`,
    })
    .from(memberships)
    .innerJoin(chats, sql`${chats.id} = ${memberships.chatId}`);
  expect(unseen).toEqual({ least: 0, most: 3 });
});

it('refuses a database that has accounts', async () => {
  await expect(fillDatabase(database.db, options)).rejects.toThrow('seed an empty one');
});
