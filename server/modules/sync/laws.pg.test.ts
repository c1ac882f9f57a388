import { count, eq, inArray, max, min, sql } from 'drizzle-orm';
import pg from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  chatScope,
  friendshipId,
  memberId,
  newId,
  privateChatId,
  type ScopeId,
} from '../../../protocol/index.ts';
import { createTestDatabase, hasPostgres } from '../../../test/support/services.ts';
import { useTestPostgres } from '../../../test/support/test-postgres.ts';
import { inTransaction } from '../../db/database.ts';
import { chats, friendships, memberships, messages, mutations, scopeLog, scopes } from '../../db/schema.ts';
import { Device } from '../../testing/device.ts';
import { type Person, World } from '../../testing/world.ts';
import { messageChange } from '../messages/presenter.ts';
import { cancelMutations } from './cancel.ts';
import { LogWriter } from './log.ts';

/** What only real concurrency shows: PGlite has one connection and hides all of it. */
describe.skipIf(!hasPostgres)('on PostgreSQL', () => {
  const postgres = useTestPostgres();
  let world: World;
  beforeEach(() => {
    world = new World(postgres.opened.db);
  });

  const stateOf = async (scope: ScopeId) => {
    const [row] = await world.db.select({ seq: scopes.seq }).from(scopes).where(eq(scopes.id, scope));
    return row?.seq ?? 0;
  };
  const logOf = async (scope: ScopeId) => {
    const [row] = await world.db
      .select({
        first: min(scopeLog.seq),
        last: max(scopeLog.seq),
        distinct: sql<number>`count(distinct ${scopeLog.seq})::int`,
      })
      .from(scopeLog)
      .where(eq(scopeLog.scope, scope));
    return row;
  };

  it('numbers a scope without gaps while eight writers roll every fifth transaction back', async () => {
    const { ana, chatId } = await world.friends();
    const id = await world.say(ana, chatId);
    const [message] = await world.db.select().from(messages).where(eq(messages.id, id));
    if (!message) throw new Error('The message is not there.');
    const scope = chatScope(chatId);
    const before = await stateOf(scope);
    const [writers, each] = [8, 40];
    const outcomes = await Promise.allSettled(
      Array.from({ length: writers }, async (_, writer) => {
        const kept = [];
        for (let n = 0; n < each; n += 1) {
          const isKept = (n + writer) % 5 !== 0;
          const work = inTransaction(world.db, async (tx) => {
            const log = new LogWriter(tx, world.clock.now(), null);
            log.put(scope, messageChange(message));
            await log.flush();
            if (!isKept) throw new Error('rolled back on purpose');
          });
          kept.push(
            await work.then(
              () => true,
              () => false,
            ),
          );
        }
        return kept.filter(Boolean).length;
      }),
    );
    const committed = outcomes.reduce((sum, one) => sum + (one.status === 'fulfilled' ? one.value : 0), 0);
    expect(committed).toBe((writers * each * 4) / 5);
    const last = before + committed;
    expect(await stateOf(scope)).toBe(last);
    expect(await logOf(scope)).toEqual({ first: 1, last, distinct: last });
  });

  it('gives one effect to the same key from many connections at once', async () => {
    const { ana, chatId } = await world.friends();
    for (let round = 0; round < 10; round += 1) {
      const [id, message] = [newId(), world.message(chatId)];
      const outcomes = await Promise.all(
        Array.from({ length: 8 }, () => world.run(ana, 'sendMessage', message, { id })),
      );
      const fresh = outcomes.filter((outcome) => outcome.status === 'applied' && !outcome.isReplay);
      expect(fresh.length).toBe(1);
      const [first, ...others] = outcomes.map((outcome) => outcome.status === 'applied' && outcome.vector);
      for (const vector of others) expect(vector).toEqual(first);
    }
    expect(await world.db.$count(messages, eq(messages.chatId, chatId))).toBe(10);
    expect((await logOf(chatScope(chatId)))?.distinct).toBe(11);
  });

  it('stores one message when the same id comes under different keys at once', async () => {
    const { ana, chatId } = await world.friends();
    const message = world.message(chatId);
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, () => world.run(ana, 'sendMessage', message)),
    );
    expect(outcomes.every(({ status }) => status === 'applied')).toBe(true);
    expect(await world.db.$count(messages, eq(messages.chatId, chatId))).toBe(1);
  });

  it('lets a cancel and the mutation it cancels agree, whichever is faster', async () => {
    const { ana, chatId } = await world.friends();
    for (let round = 0; round < 20; round += 1) {
      const [id, message] = [newId(), world.message(chatId)];
      const [outcome, statuses] = await Promise.all([
        world.run(ana, 'sendMessage', message, { id }),
        cancelMutations(world.services, ana.id, [id]),
      ]);
      expect(statuses[id]?.status).toBe(outcome.status);
      const stored = await world.db.$count(messages, eq(messages.id, message.id));
      expect(stored).toBe(outcome.status === 'applied' ? 1 : 0);
    }
  });

  it('makes friends of two people who ask each other at the same moment, with one chat', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [ana, ben] = [await world.person('Ana'), await world.person('Ben')];
      await Promise.all([
        world.run(ana, 'requestFriend', { uniqueCode: ben.uniqueCode }),
        world.run(ben, 'requestFriend', { uniqueCode: ana.uniqueCode }),
      ]);
      const id = friendshipId(ana.id, ben.id);
      expect(await world.db.select().from(friendships).where(eq(friendships.id, id))).toMatchObject([
        { status: 'APPROVED', deletedAt: null },
      ]);
      expect(await world.db.$count(chats, eq(chats.id, privateChatId(ana.id, ben.id)))).toBe(1);
    }
  });

  it('comes to one end when a request is accepted and rejected fifty times at once', async () => {
    const [ana, ben] = [await world.person('Ana'), await world.person('Ben')];
    await world.applied(ana, 'requestFriend', { uniqueCode: ben.uniqueCode });
    const id = friendshipId(ana.id, ben.id);
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        world.run(ben, n % 2 === 0 ? 'acceptFriend' : 'rejectFriend', { friendshipId: id }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'applied').length).toBe(1);
    const [row] = await world.db.select().from(friendships).where(eq(friendships.id, id));
    expect(row?.version).toBe(2);
    expect(row?.deletedAt === null).toBe(row?.status === 'APPROVED');
  });

  it('shows no deadlock to anybody when writers meet in opposite orders', async () => {
    const people = [await world.person('Ana'), await world.person('Ben'), await world.person('Cora')];
    const [ana, ben, cora] = people;
    if (!ana || !ben || !cora) throw new Error('Three people are needed.');
    const pairs: [Person, Person][] = [
      [ana, ben],
      [ben, cora],
      [cora, ana],
    ];
    for (const [one, other] of pairs) await world.befriend(one, other);
    const work = Array.from({ length: 90 }, (_, n) => {
      const pair = pairs[n % 3];
      if (!pair) throw new Error('unreachable');
      const [one, other] = n % 2 === 0 ? pair : [pair[1], pair[0]];
      const chatId = privateChatId(one.id, other.id);
      return n % 5 === 0
        ? world.applied(one, 'markSeen', { chatId, seq: n + 1 })
        : world.applied(one, 'sendMessage', world.message(chatId));
    });
    await Promise.all(work);
    const ids = pairs.map(([one, other]) => privateChatId(one.id, other.id));
    const [sent] = await world.db.select({ n: count() }).from(messages).where(inArray(messages.chatId, ids));
    expect(sent?.n).toBe(72);
    const [left] = await world.db
      .select({ n: count() })
      .from(mutations)
      .where(eq(mutations.status, 'pending'));
    expect(left?.n).toBe(0);
  });

  it("keeps one's own messages counted while the seen mark moves", async () => {
    const { ana, ben, chatId } = await world.friends();
    for (let round = 0; round < 10; round += 1) {
      await Promise.all([
        world.say(ana, chatId),
        world.say(ana, chatId),
        world.say(ben, chatId),
        world.run(ana, 'markSeen', { chatId, seq: round * 3 + 1 }),
      ]);
    }
    const [row] = await world.db
      .select({
        counted: memberships.ownAfterSeen,
        real: sql<number>`(select count(*)::int from messages where chat_id = ${chatId}
          and sender_id = ${ana.id} and seq > ${memberships.seenSeq})`,
      })
      .from(memberships)
      .where(eq(memberships.id, memberId(chatId, ana.id)));
    expect(row?.counted).toBe(row?.real);
  });

  it('pulls one cut over all scopes while others write', async () => {
    const [ana, ben, cora] = [
      await world.person('Ana'),
      await world.person('Ben'),
      await world.person('Cora'),
    ];
    await world.befriend(ana, ben);
    await world.befriend(ana, cora);
    const [withBen, withCora] = [privateChatId(ana.id, ben.id), privateChatId(ana.id, cora.id)];
    let isWriting = true;
    // Each pair of messages is written first to one chat and then to the other: no cut may show the second alone.
    const writing = (async () => {
      for (let n = 1; n <= 60; n += 1) {
        await world.say(ana, withBen, `${n}`);
        await world.say(ana, withCora, `${n}`);
      }
      isWriting = false;
    })();
    let cuts = 0;
    const newest = (device: Device, chatId: string): number =>
      Math.max(
        0,
        ...(device.view()['chats'] ?? []).map((chat) =>
          typeof chat === 'object' && chat && 'id' in chat && chat.id === chatId && 'lastSeq' in chat
            ? Number(chat.lastSeq)
            : 0,
        ),
      );
    const device = new Device();
    while (isWriting) {
      await device.sync((cursors) => world.pull(ana, cursors));
      const ahead = newest(device, withBen) - newest(device, withCora);
      expect([0, 1]).toContain(ahead);
      cuts += 1;
    }
    await writing;
    expect(cuts).toBeGreaterThan(3);
  });

  it('pulls on while a long transaction writes in another database', async () => {
    const { ana, ben, chatId } = await world.friends();
    const elsewhere = await createTestDatabase();
    const client = new pg.Client({ connectionString: elsewhere.url });
    await client.connect();
    await client.query('create table held (n int)');
    await client.query('begin');
    await client.query('insert into held values (1)');
    const device = new Device();
    await device.sync((cursors) => world.pull(ben, cursors));
    const sent = await world.say(ana, chatId);
    await device.sync((cursors) => world.pull(ben, cursors));
    expect(JSON.stringify(device.view()['messages'])).toContain(sent);
    await client.query('rollback');
    await client.end();
    await elsewhere.drop();
  });
});
