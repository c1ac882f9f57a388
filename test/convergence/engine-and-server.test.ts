import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { friendshipId, type MessageRow, newId, privateChatId } from '../../protocol/index.ts';
import { messages } from '../../server/db/schema.ts';
import { type Engine, messageDeliveryState } from '../../sync/index.ts';
import { startRealDevices } from './real-devices.ts';

/** The real engine against the real server over HTTP and sockets: two members, a tunnel and a killed tab, without a browser. */
const WAIT_OPTIONS = { timeout: 20_000, interval: 50 };

const { world, open, closeEngines, close } = await startRealDevices();
afterEach(closeEngines);
afterAll(close);

const text = (chatId: string, content: string, recipientId: string) => ({
  ...{ id: newId(), chatId, content, recipientId },
  writtenAt: new Date().toISOString(),
});
const contents = async ({ db }: Engine, chatId: string): Promise<(string | null)[]> => {
  const rows = await db.messages
    .where('[chatId+order]')
    .between([chatId, Dexie.minKey], [chatId, Dexie.maxKey])
    .toArray();
  return rows.map(({ content }: MessageRow) => content);
};

describe('two people', () => {
  it('become friends by code, talk, and their ticks move', async () => {
    const [ana, ben] = [await world.person('Ana'), await world.person('Ben')];
    const [atAna, atBen] = [(await open(ana)).engine, (await open(ben)).engine];
    await atAna.mutate('requestFriend', { uniqueCode: ben.uniqueCode });
    const id = friendshipId(ana.id, ben.id);
    await vi.waitFor(async () => expect(await atBen.db.friendships.get(id)).toBeDefined(), WAIT_OPTIONS);
    expect((await atBen.db.users.get(ana.id))?.firstName).toBe('Ana');
    await atBen.mutate('acceptFriend', { friendshipId: id });
    await vi.waitFor(
      async () => expect(await atAna.db.friendships.get(id)).toMatchObject({ status: 'APPROVED' }),
      WAIT_OPTIONS,
    );
    const chatId = privateChatId(ana.id, ben.id);
    const message = text(chatId, 'Kumusta?', ben.id);
    await atAna.mutate('sendMessage', message);
    await vi.waitFor(async () => expect(await contents(atBen, chatId)).toEqual(['Kumusta?']), WAIT_OPTIONS);
    const tick = async (): Promise<string | null> => {
      const row = await atAna.db.messages.get(message.id);
      const others = await atAna.db.members.where('chatId').equals(chatId).toArray();
      if (!row) return 'gone';
      return messageDeliveryState(
        row,
        undefined,
        others.filter(({ userId }) => userId !== ana.id),
      );
    };
    await vi.waitFor(async () => expect(await tick()).toBe('delivered'), WAIT_OPTIONS);
    await atBen.mutate('markSeen', { chatId, seq: 1 });
    await vi.waitFor(async () => expect(await tick()).toBe('seen'), WAIT_OPTIONS);
  }, 60_000);

  it('lose nothing in a tunnel: three messages written offline arrive once, in order, after a restart', async () => {
    const { ana, ben, chatId } = await world.friends();
    const atBen = (await open(ben)).engine;
    const device = await open(ana);
    await device.engine.mutate('sendMessage', text(chatId, 'bago ang tunnel', ben.id));
    await vi.waitFor(
      async () => expect(await contents(atBen, chatId)).toEqual(['bago ang tunnel']),
      WAIT_OPTIONS,
    );
    device.cable.isCut = true;
    const said = ['isa', 'dalawa', 'tatlo'];
    for (const content of said) await device.engine.mutate('sendMessage', text(chatId, content, ben.id));
    await device.engine.close();
    const again = await device.plugIn();
    expect(await contents(again, chatId)).toEqual(['bago ang tunnel', ...said]);
    expect(again.status.value.pending).toBe(3);
    device.cable.isCut = false;
    await again.sync();
    await vi.waitFor(
      async () => expect(await contents(atBen, chatId)).toEqual(['bago ang tunnel', ...said]),
      WAIT_OPTIONS,
    );
    await vi.waitFor(async () => expect(await again.db.outbox.count()).toBe(0), WAIT_OPTIONS);
    expect(await contents(again, chatId)).toEqual(['bago ang tunnel', ...said]);
  }, 60_000);

  it('200 messages written offline in three chats arrive once and in order, and an edit of one that waits leaves no trace', async () => {
    const ana = await world.person('Ana');
    const friends = [await world.person('Ben'), await world.person('Cora'), await world.person('Dan')];
    for (const friend of friends) await world.befriend(ana, friend);
    const device = await open(ana);
    await vi.waitFor(async () => expect(await device.engine.db.chats.count()).toBe(3), WAIT_OPTIONS);
    device.cable.isCut = true;
    const expected = new Map<string, string[]>(friends.map(({ id }) => [privateChatId(ana.id, id), []]));
    const written: { id: string; chatId: string }[] = [];
    for (let number = 0; number < 200; number += 1) {
      const friend = friends[number % 3];
      if (!friend) throw new Error('three friends');
      const message = text(privateChatId(ana.id, friend.id), `line ${number}`, friend.id);
      await device.engine.mutate('sendMessage', message);
      written.push(message);
      expected.get(message.chatId)?.push(`line ${number}`);
    }
    const [first] = written;
    if (!first) throw new Error('a message');
    const target = { chatId: first.chatId, messageId: first.id };
    await device.engine.mutate('editMessage', { ...target, content: 'line 0, better' });
    expected.get(first.chatId)?.splice(0, 1, 'line 0, better');
    await device.engine.close();
    const again = await device.plugIn();
    device.cable.isCut = false;
    await again.sync();
    await vi.waitFor(async () => expect(await again.db.outbox.count()).toBe(0), {
      ...WAIT_OPTIONS,
      timeout: 90_000,
    });
    const atBen = (await open(friends[0] ?? ana)).engine;
    const chatOfBen = first.chatId;
    await vi.waitFor(
      async () => expect(await contents(atBen, chatOfBen)).toEqual(expected.get(chatOfBen)?.slice(-50)),
      WAIT_OPTIONS,
    );
    for (const [chatId, lines] of expected) expect(await contents(again, chatId)).toEqual(lines);
    const stored = await world.db.select({ id: messages.id, seq: messages.seq }).from(messages);
    const ids = stored.filter(({ id }) => written.some((one) => one.id === id));
    expect(ids).toHaveLength(200);
  }, 150_000);
});
