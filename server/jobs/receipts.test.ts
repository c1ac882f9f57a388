import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Cursor, chatScope, memberId, newId } from '../../protocol/index.ts';
import { chats, members, memberships, mutations, users } from '../db/schema.ts';
import { listHeads } from '../modules/sync/scopes.ts';
import { Device } from '../testing/device.ts';
import { type OpenedDatabase, openMemoryDatabase } from '../testing/open-database.ts';
import { type Person, World } from '../testing/world.ts';
import { forgetOldKeys } from './forget-old-keys.ts';
import { createReceipts, type Receipts } from './receipts.ts';
import { startJobs, vacuum } from './start-jobs.ts';

let opened: OpenedDatabase;
let world: World;
let receipts: Receipts;
beforeAll(async () => {
  opened = await openMemoryDatabase();
});
beforeEach(() => {
  world = new World(opened.db);
  const { db, clock, publish } = world.services;
  receipts = createReceipts({ db, clock, publish });
  world.services.receipts = receipts;
});
afterAll(() => opened.close());

const cursorOf = async (person: Person, chatId: string): Promise<Cursor> => {
  const cursor = (await listHeads(world.db, [person.id])).get(person.id)?.[chatScope(chatId)];
  if (!cursor) throw new Error('The person is not in the chat.');
  return cursor;
};
const marksOf = async (person: Person, chatId: string) => {
  const [row] = await world.db
    .select({ delivered: members.deliveredSeq, seen: members.seenSeq, version: members.version })
    .from(members)
    .where(eq(members.id, memberId(chatId, person.id)));
  return row;
};

describe('receipts', () => {
  it('tell what a device has stored, in one entry per chat', async () => {
    const { ana, ben, chatId } = await world.friends();
    await world.say(ana, chatId);
    receipts.stored(ben.id, chatId, await cursorOf(ben, chatId));
    await world.say(ana, chatId);
    world.commits.length = 0;
    await receipts.flush();
    expect(await marksOf(ben, chatId)).toEqual({ delivered: 1, seen: 0, version: 2 });
    receipts.stored(ben.id, chatId, await cursorOf(ben, chatId));
    receipts.seen(ben.id, chatId, { from: 0, at: world.clock.now() });
    await receipts.flush();
    expect(await marksOf(ben, chatId)).toEqual({ delivered: 2, seen: 0, version: 3 });
    await receipts.flush();
    const entries = world.commits.flatMap((commit) => commit.entries);
    expect(entries.map(({ scope, changes }) => [scope, changes.map(({ id }) => id)])).toEqual([
      [chatScope(chatId), [memberId(chatId, ben.id)]],
      [chatScope(chatId), [memberId(chatId, ben.id)]],
    ]);
  });

  it('come of pulls and of seen marks, and a pull then shows what a fresh device sees', async () => {
    const { ana, ben, chatId } = await world.friends();
    const device = new Device();
    const sync = () => device.sync((cursors) => world.pull(ben, cursors));
    await world.say(ana, chatId);
    await sync();
    await sync();
    await world.applied(ben, 'markSeen', { chatId, seq: 1 });
    await receipts.flush();
    expect(await marksOf(ben, chatId)).toMatchObject({ delivered: 1, seen: 1 });
    // The messages after the mark before, up to this one, were seen when the server was told.
    const [mark] = await world.db
      .select()
      .from(members)
      .where(eq(members.id, memberId(chatId, ben.id)));
    expect(mark).toMatchObject({ seenAt: world.services.clock.now(), seenFrom: 0 });
    await sync();
    const fresh = new Device();
    await fresh.sync((cursors) => world.pull(ben, cursors));
    expect(device.view()).toEqual(fresh.view());
  });

  it('know no time of what was kept back, and of what is seen later only from there on', async () => {
    const { ana, ben, chatId } = await world.friends();
    const setReceipts = (sendReadReceipts: boolean) =>
      world.db.update(users).set({ settings: { sendReadReceipts } }).where(eq(users.id, ben.id));
    const row = async () =>
      (
        await world.db
          .select()
          .from(members)
          .where(eq(members.id, memberId(chatId, ben.id)))
      )[0];
    await setReceipts(false);
    for (let seq = 1; seq <= 3; seq += 1) await world.say(ana, chatId);
    await world.applied(ben, 'markSeen', { chatId, seq: 2 });
    await receipts.flush();
    expect(await row()).toMatchObject({ seenSeq: 0, seenAt: null, seenFrom: null });
    await setReceipts(true);
    await receipts.sweep();
    expect(await row()).toMatchObject({ seenSeq: 2, seenAt: null, seenFrom: null });
    world.clock.advance(60_000);
    await world.applied(ben, 'markSeen', { chatId, seq: 3 });
    await receipts.flush();
    expect(await row()).toMatchObject({ seenSeq: 3, seenAt: world.clock.now(), seenFrom: 2 });
  });

  it("say nothing of one's own messages, of the past, or of another lineage", async () => {
    const { ana, ben, chatId } = await world.friends();
    await world.say(ana, chatId);
    receipts.stored(ana.id, chatId, await cursorOf(ana, chatId));
    receipts.stored(ben.id, chatId, { epoch: ana.id, seq: 99 });
    world.commits.length = 0;
    await receipts.flush();
    expect(world.commits).toEqual([]);
    receipts.stored(ben.id, chatId, await cursorOf(ben, chatId));
    receipts.stored(ben.id, chatId, { ...(await cursorOf(ben, chatId)), seq: 0 });
    await receipts.flush();
    expect(await marksOf(ben, chatId)).toMatchObject({ delivered: 1 });
  });

  it('keep the seen mark of who does not send receipts to themselves', async () => {
    const { ana, ben, chatId } = await world.friends();
    await world.applied(ben, 'updateSettings', { sendReadReceipts: false });
    await world.say(ana, chatId);
    await world.applied(ben, 'markSeen', { chatId, seq: 1 });
    await receipts.flush();
    await receipts.sweep();
    expect(await marksOf(ben, chatId)).toMatchObject({ seen: 0 });
  });

  it('stay with small groups', async () => {
    const ana = await world.person('Ana');
    const crowd = [ana, ...(await Promise.all(Array.from({ length: 20 }, () => world.person('Ben'))))];
    const chatId = newId();
    const at = world.clock.now();
    await world.db
      .insert(chats)
      .values({ id: chatId, type: 'GROUP', name: 'Tropa', createdBy: ana.id, createdAt: at });
    const places = crowd.map(({ id }) => ({ id: memberId(chatId, id), chatId, userId: id }));
    await world.db
      .insert(members)
      .values(places.map((place) => ({ ...place, role: 'MEMBER' as const, joinedAt: at })));
    await world.db.insert(memberships).values(places);
    const [, ben, last] = crowd;
    if (!ben || !last) throw new Error('A crowd is needed.');
    await world.say(ana, chatId);
    await world.applied(ben, 'markSeen', { chatId, seq: 1 });
    await receipts.flush();
    expect(await marksOf(ben, chatId)).toMatchObject({ seen: 0 });
    await world.db
      .update(members)
      .set({ leftAt: at })
      .where(eq(members.id, memberId(chatId, last.id)));
    await receipts.sweep();
    expect(await marksOf(ben, chatId)).toMatchObject({ delivered: 1, seen: 1 });
  });

  it('that a process did not live to write are found by the next one', async () => {
    const { ana, ben, chatId } = await world.friends();
    await world.say(ana, chatId);
    await world.applied(ben, 'markSeen', { chatId, seq: 1 });
    const { db, clock, publish } = world.services;
    await createReceipts({ db, clock, publish }).sweep();
    expect(await marksOf(ben, chatId)).toMatchObject({ delivered: 1, seen: 1 });
  });

  it('are found among any number of people in chats without receipts', async () => {
    const owner = await world.person('Owner');
    const publicId = newId();
    const createdAt = world.clock.now();
    await world.db
      .insert(chats)
      .values({ id: publicId, type: 'PUBLIC', name: 'Plaza', createdBy: owner.id, createdAt, lastSeq: 1 });
    await world.db.execute(sql`
      with people as (
        insert into users (id, email, password_hash, first_name, last_name, birth_date, unique_code, created_at)
        select gen_random_uuid(), 'plaza-' || n, '', 'P', 'Q', '1990-01-01', 'PLAZA' || n, now()
        from generate_series(1, 10000) n returning id
      ), places as (
        insert into members (id, chat_id, user_id, role, joined_at)
        select ${publicId} || ':' || id, ${publicId}::uuid, id, 'MEMBER', now() from people
      )
      insert into memberships (id, chat_id, user_id, seen_seq)
      select ${publicId} || ':' || id, ${publicId}::uuid, id, 1 from people`);
    const { ana, ben, chatId } = await world.friends();
    await world.say(ana, chatId);
    await world.applied(ben, 'markSeen', { chatId, seq: 1 });
    const { db, clock, publish } = world.services;
    await createReceipts({ db, clock, publish }).sweep();
    expect(await marksOf(ben, chatId)).toMatchObject({ seen: 1 });
  });

  it('wait for the next time when the database fails', async () => {
    const { ana, ben, chatId } = await world.friends();
    await world.say(ana, chatId);
    let isDown = true;
    const { db, clock, publish } = world.services;
    const flaky = new Proxy(db, {
      get: (target, key, receiver) => {
        if (isDown) throw new Error('connection refused');
        return Reflect.get(target, key, receiver);
      },
    });
    const waiting = createReceipts({ db: flaky, clock, publish });
    waiting.stored(ben.id, chatId, await cursorOf(ben, chatId));
    await expect(waiting.flush()).rejects.toThrow('connection refused');
    isDown = false;
    await waiting.flush();
    expect(await marksOf(ben, chatId)).toMatchObject({ delivered: 1 });
  });
});

describe('jobs', () => {
  it('forget keys after a year, and not before', async () => {
    const { ana, chatId } = await world.friends();
    await world.say(ana, chatId);
    const mine = eq(mutations.userId, ana.id);
    const before = await world.db.$count(mutations, mine);
    await forgetOldKeys(world.db, new Date(world.clock.now().getTime() + 364 * 86_400_000));
    expect(await world.db.$count(mutations, mine)).toBe(before);
    await forgetOldKeys(world.db, new Date(world.clock.now().getTime() + 367 * 86_400_000));
    expect(await world.db.$count(mutations, mine)).toBe(0);
  });

  it('find old keys by an index', async () => {
    const indexes = await world.db.execute(
      sql`select indexdef from pg_indexes where tablename = 'mutations'`,
    );
    expect(JSON.stringify(indexes)).toContain('(created_at)');
  });

  it('clear away what updates leave behind in the embedded database', async () => {
    await vacuum(world.db);
    const vacuumed = sql<number>`(select count(*)::int from pg_stat_user_tables
      where relname in ('memberships', 'scopes', 'mutations') and last_vacuum is not null and last_analyze is not null)`;
    expect(await world.db.select({ vacuumed }).from(sql`(values (1)) as one`)).toEqual([{ vacuumed: 3 }]);
  });

  it('write gathered receipts before they stop', async () => {
    const { ana, ben, chatId } = await world.friends();
    const { db } = world.services;
    const log = { info: () => undefined, error: () => undefined };
    const jobs = startJobs({
      db,
      kind: 'pglite',
      log,
      receipts,
      tellPosts: async () => undefined,
      readWords: async () => undefined,
    });
    await world.say(ana, chatId);
    receipts.stored(ben.id, chatId, await cursorOf(ben, chatId));
    await jobs.close();
    expect(await marksOf(ben, chatId)).toMatchObject({ delivered: 1 });
  });
});
