import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatScope, memberId, messagesResponse, newId, userScope } from '../../../protocol/index.ts';
import { inTransaction } from '../../db/database.ts';
import { chats, members, memberships } from '../../db/schema.ts';
import { openApi } from '../../testing/api.ts';
import { Device } from '../../testing/device.ts';
import type { Person } from '../../testing/world.ts';
import { LogWriter } from '../sync/log.ts';
import { chatChange, memberChange, membershipChange } from './presenter.ts';

/** Groups come with a later issue; what holds for whoever joins one late holds already. */
let api: Awaited<ReturnType<typeof openApi>>;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

const join = (person: Person, chatId: string, joinedSeq: number): Promise<unknown> =>
  inTransaction(api.world.db, async (tx) => {
    const log = new LogWriter(tx, api.world.clock.now(), null);
    const place = { id: memberId(chatId, person.id), chatId, userId: person.id };
    const joinedAt = api.world.clock.now();
    const [member] = await tx
      .insert(members)
      .values({ ...place, role: 'MEMBER', joinedSeq, joinedAt })
      .returning();
    const [own] = await tx
      .insert(memberships)
      .values({ ...place, seenSeq: joinedSeq })
      .returning();
    if (!member || !own) throw new Error('not stored');
    log.put(chatScope(chatId), memberChange(member));
    log.join({ userId: person.id, chatId }, membershipChange(own));
    return log.flush();
  });

const groupOf = async (owner: Person): Promise<string> => {
  const id = newId();
  const [chat] = await api.world.db
    .insert(chats)
    .values({ id, type: 'GROUP', name: 'Tropa', createdBy: owner.id, createdAt: api.world.clock.now() })
    .returning();
  if (!chat) throw new Error('not stored');
  await inTransaction(api.world.db, async (tx) => {
    const log = new LogWriter(tx, api.world.clock.now(), null);
    log.put(chatScope(id), chatChange(chat));
    await log.flush();
  });
  await join(owner, id, 0);
  return id;
};

describe('whoever joins a group late', () => {
  it('sees what is said from then on, by pull and by page, and cannot answer to what was said before', async () => {
    const [ana, ben] = [await api.world.person('Ana'), await api.world.person('Ben')];
    const chatId = await groupOf(ana);
    const before = await api.world.say(ana, chatId, 'bago');
    await api.world.say(ana, chatId, 'bago pa');
    const waiting = new Device();
    const sync = (device: Device) => device.sync((cursors) => api.world.pull(ben, cursors));
    await sync(waiting);
    await join(ben, chatId, 2);
    await sync(waiting);
    expect(waiting.count('messages')).toBe(0);
    await api.world.say(ana, chatId, 'pagkatapos');
    await sync(waiting);
    const fresh = new Device();
    await sync(fresh);
    expect(fresh.view()['messages']).toMatchObject([{ content: 'pagkatapos', seq: 3 }]);
    expect(waiting.view()).toEqual(fresh.view());
    const { scopes } = await api.world.pull(ben);
    expect(scopes.find(({ scope }) => scope === chatScope(chatId))).toMatchObject({
      coverage: { fromSeq: 3, toSeq: 3 },
    });
    const page = await api.ask(ben, 'GET', `/chats/${chatId}/messages`);
    const { data, meta } = messagesResponse.parse(page.json());
    expect([data.map(({ seq }) => seq), meta.total, meta.startReached]).toEqual([[3], 1, true]);
    const answer = { ...api.world.message(chatId), replyToId: before };
    expect(await api.world.verdict(ben, 'sendMessage', answer)).toBe('impossible');
  });

  it('brings the author of a message along who is no longer in it', async () => {
    const [ana, ben, cora] = [
      await api.world.person('Ana'),
      await api.world.person('Ben'),
      await api.world.person('Cora'),
    ];
    const chatId = await groupOf(ana);
    for (const person of [ben, cora]) await join(person, chatId, 0);
    await api.world.say(ben, chatId);
    await inTransaction(api.world.db, async (tx) => {
      const log = new LogWriter(tx, api.world.clock.now(), null);
      const leftAt = api.world.clock.now();
      const mine = memberId(chatId, ben.id);
      const [member] = await tx
        .update(members)
        .set({ leftAt, version: 2 })
        .where(eq(members.id, mine))
        .returning();
      const [own] = await tx
        .update(memberships)
        .set({ leftAt, version: 2 })
        .where(eq(memberships.id, mine))
        .returning();
      if (!member || !own) throw new Error('not there');
      log.put(chatScope(chatId), memberChange(member));
      log.leave({ userId: ben.id, chatId }, membershipChange(own));
      await log.flush();
    });
    const device = new Device();
    await device.sync((cursors) => api.world.pull(cora, cursors));
    expect(device.view()['users']).toContainEqual(expect.objectContaining({ id: ben.id }));
    expect(device.count('members')).toBe(2);
    const gone = new Device();
    await gone.sync((cursors) => api.world.pull(ben, cursors));
    expect(Object.keys(gone.cursors)).toEqual([userScope(ben.id)]);
    expect(await api.world.verdict(ben, 'sendMessage', api.world.message(chatId))).toBe('not_found');
  });
});
