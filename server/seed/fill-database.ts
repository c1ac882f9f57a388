import { count, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { type Database, inTransaction, type Transaction } from '../db/database.ts';
import {
  chats,
  friendships,
  lineage,
  members,
  memberships,
  messages,
  scopes,
  uniqueCodes,
  users,
} from '../db/schema.ts';
import { createPasswordHasher } from '../modules/auth/password-hash.ts';
import { createCommunity, createTalk } from './community.ts';
import { createRandom } from './random.ts';

export type SeedOptions = {
  people: number;
  messages: number;
  /** Private chats that the first member has at least. */
  chats?: number;
  seed: number;
  now: Date;
};
export type SignIn = { email: string; password: string };

const PASSWORD = 'halo-halo sa tag-init';
const SIGN_INS = 3;
/** Below PostgreSQL's 65,535 parameters for the widest of these tables. */
const CHUNK = 2_000;

/**
 * Fills an empty database in one transaction. The log is left out, as if it were compacted: devices start with snapshots.
 * @returns the sign-in of three members
 * @throws Error when there are accounts already
 */
export const fillDatabase = async (db: Database, options: SeedOptions): Promise<SignIn[]> => {
  const random = createRandom(options.seed);
  const community = createCommunity(random, { ...options, chats: options.chats ?? 0 });
  const passwordHash = await createPasswordHasher().hash(PASSWORD);
  await inTransaction(db, async (tx) => {
    // Its statements are few and long; the bounds of the API's own are not for them.
    await tx.execute(sql`set local statement_timeout = 0`);
    const [existing] = await tx.select({ accounts: count() }).from(users);
    if (existing && existing.accounts > 0)
      throw new Error('The database has accounts already: seed an empty one.');
    const people = community.people.map((person) => ({ ...person, passwordHash }));
    await insertAll(tx, users, people);
    await insertAll(
      tx,
      uniqueCodes,
      people.map(({ uniqueCode, id }) => ({ code: uniqueCode, userId: id })),
    );
    await insertAll(tx, friendships, community.friendships);
    await insertAll(tx, chats, community.chats);
    const codes = community.chats.flatMap(({ uniqueCode, id }) =>
      uniqueCode ? [{ code: uniqueCode, chatId: id }] : [],
    );
    await insertAll(tx, uniqueCodes, codes);
    await insertAll(tx, members, community.members);
    await insertAll(tx, memberships, community.memberships);
    await insertAll(tx, messages, createTalk(random, community, options.messages, options.now));
    await updateCounters(tx, community.chats);
  });
  return community.people.slice(0, SIGN_INS).map(({ email }) => ({ email, password: PASSWORD }));
};

const insertAll = async <T extends PgTable>(
  tx: Transaction,
  table: T,
  rows: Iterable<T['$inferInsert']>,
): Promise<void> => {
  let chunk: T['$inferInsert'][] = [];
  const flush = async (): Promise<void> => {
    if (chunk.length > 0) await tx.insert(table).values(chunk);
    chunk = [];
  };
  for (const row of rows) {
    chunk.push(row);
    if (chunk.length === CHUNK) await flush();
  }
  await flush();
};

type Counted = Pick<typeof chats.$inferInsert, 'id' | 'lastSeq' | 'lastMessageAt' | 'version'>;

/** What the talk did to its chats: their counters, who has seen what, and where each scope stands. */
const updateCounters = async (tx: Transaction, counted: readonly Counted[]): Promise<void> => {
  const values = JSON.stringify(
    counted.map(({ id, lastSeq, lastMessageAt, version }) => ({ id, lastSeq, lastMessageAt, version })),
  );
  await tx.execute(sql`
    update ${chats} set last_seq = c."lastSeq", last_message_at = c."lastMessageAt", version = coalesce(c.version, 1)
    from jsonb_to_recordset(${values}::jsonb) as c(id uuid, "lastSeq" bigint, "lastMessageAt" timestamptz, version int)
    where ${chats.id} = c.id`);
  // One member in four has not seen the last three messages of a chat yet.
  await tx.execute(sql`
    update ${memberships} m set seen_seq = greatest(0, c.last_seq - case when abs(hashtext(m.id)) % 4 = 0 then 3 else 0 end)
    from ${chats} c where c.id = m.chat_id`);
  await tx.execute(sql`
    update ${memberships} m set own_after_seen =
      (select count(*) from ${messages} s where s.chat_id = m.chat_id and s.sender_id = m.user_id and s.seq > m.seen_seq)`);
  await tx.execute(sql`
    update ${members} r set seen_seq = m.seen_seq, delivered_seq = c.last_seq
    from ${memberships} m join ${chats} c on c.id = m.chat_id where m.id = r.id`);
  await tx.execute(sql`
    insert into ${scopes} (id, seq, epoch, floor_seq)
    select 'chat:' || c.id, c.last_seq + 1, l.epoch, c.last_seq + 1 from ${chats} c, ${lineage} l
    union all select 'user:' || u.id, 1, l.epoch, 1 from ${users} u, ${lineage} l`);
};
