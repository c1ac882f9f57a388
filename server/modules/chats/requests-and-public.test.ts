import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memberId, newId } from '../../../protocol/index.ts';
import { createReceipts } from '../../jobs/receipts.ts';
import { openApi } from '../../testing/api.ts';
import { groupOf, requestOf } from '../../testing/chat-stories.ts';
import { Device } from '../../testing/device.ts';
import type { Person } from '../../testing/world.ts';

let api: Awaited<ReturnType<typeof openApi>>;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

const idsOf = async (person: Person, query: string): Promise<string[]> =>
  (await api.ask(person, 'GET', `/chats?${query}`)).json().data.map(({ id }: { id: string }) => id);

const placeOf = async (person: Person, chatId: string) => {
  const device = new Device();
  await device.sync((cursors) => api.world.pull(person, cursors));
  const places = (device.view()['memberships'] ?? []) as { id: string; isDeclined: boolean }[];
  return places.find(({ id }) => id === memberId(chatId, person.id));
};

describe('a message to somebody who is no friend', () => {
  it('is a request: text only, counted for nobody, until it is accepted', async () => {
    const { world, ask } = api;
    const { olga, pia, chatId } = await requestOf(world);
    expect(await idsOf(olga, 'requests=true')).toEqual([chatId]);
    expect(await idsOf(olga, 'requests=false')).toEqual([]);
    expect(await idsOf(pia, 'requests=false')).toEqual([chatId]);
    const picture = { ...world.message(chatId), images: [newId()] };
    expect(await world.verdict(pia, 'sendMessage', picture)).toBe('request_text_only');
    const unseen = (await ask(olga, 'GET', '/chats/messages/unseen-count')).json().data;
    expect(unseen).toEqual({ count: 0, chats: 0, byChat: [{ chatId, count: 1 }] });
    expect(await world.verdict(pia, 'answerMessageRequest', { chatId, isAccepted: true })).toBe('forbidden');
    await world.applied(olga, 'answerMessageRequest', { chatId, isAccepted: true });
    expect(await world.verdict(pia, 'sendMessage', { ...picture, id: newId() })).toBe('applied');
    expect((await ask(olga, 'GET', '/chats/messages/unseen-count')).json().data.count).toBe(2);
  });

  it('tells nothing of what was seen until it is accepted', async () => {
    const { world } = api;
    const { olga, chatId } = await requestOf(world);
    const receipts = createReceipts({ db: world.db, clock: world.clock, publish: () => undefined });
    const seenByAll = async (): Promise<number> => {
      receipts.seen(olga.id, chatId, { from: 0, at: world.clock.now() });
      await receipts.flush();
      const [chat] = (await api.ask(olga, 'GET', '/chats')).json().data;
      return Math.max(
        ...chat.members
          .filter(({ userId }: { userId: string }) => userId === olga.id)
          .map(({ seenSeq }: { seenSeq: number }) => seenSeq),
      );
    };
    await world.applied(olga, 'markSeen', { chatId, seq: 1 });
    expect(await seenByAll()).toBe(0);
    await world.applied(olga, 'answerMessageRequest', { chatId, isAccepted: true });
    expect(await seenByAll()).toBe(1);
  });

  it('is accepted by an answer, and by becoming friends', async () => {
    const { world } = api;
    const answered = await requestOf(world);
    await world.say(answered.olga, answered.chatId);
    expect(await idsOf(answered.olga, 'requests=true')).toEqual([]);
    const befriended = await requestOf(world);
    await world.applied(befriended.olga, 'answerMessageRequest', {
      chatId: befriended.chatId,
      isAccepted: false,
    });
    await world.applied(befriended.olga, 'requestFriend', { uniqueCode: befriended.pia.uniqueCode });
    await world.say(befriended.pia, befriended.chatId);
    expect(await idsOf(befriended.olga, 'requests=false')).toEqual([befriended.chatId]);
  });

  it('that is declined stays out of sight, and its writer is not told', async () => {
    const { world } = api;
    const { olga, pia, chatId } = await requestOf(world);
    await world.applied(olga, 'answerMessageRequest', { chatId, isAccepted: false });
    expect(await placeOf(olga, chatId)).toMatchObject({ isDeclined: true });
    expect(await world.verdict(pia, 'sendMessage', world.message(chatId))).toBe('applied');
    expect(await idsOf(olga, 'perPage=50')).toEqual([]);
    expect((await api.ask(olga, 'GET', '/chats/messages/unseen-count')).json().data.byChat).toEqual([]);
    await world.say(olga, chatId);
    expect(await idsOf(olga, 'perPage=50')).toEqual([chatId]);
  });

  it('needs more than a bare id, and makes nobody known', async () => {
    const { world, ask } = api;
    const { olga, pia } = await requestOf(world);
    expect((await ask(pia, 'GET', `/users/${olga.id}`)).statusCode).toBe(404);
    expect((await ask(olga, 'GET', `/users/${pia.id}`)).statusCode).toBe(200);
  });
});

describe('a public chat', () => {
  it('is found by name, read, joined and written to by anybody signed in', async () => {
    const { world, ask } = api;
    const { ana, dan, cora, chatId } = await groupOf(world, 'PUBLIC');
    const name = `Kanto ${newId()}`;
    await world.applied(ana, 'updateChat', { chatId, name });
    await world.say(ana, chatId, 'Tara');
    const query = `discover=true&search=${encodeURIComponent(name.slice(0, 20))}&perPage=50`;
    const [found] = (await ask(dan, 'GET', `/chats?${query}`))
      .json()
      .data.filter(({ id }: { id: string }) => id === chatId);
    expect(found).toMatchObject({ name, memberCount: 2, members: [], membership: null });
    const byCode = await ask(dan, 'GET', `/chats/unique-code/${found.uniqueCode}`);
    expect(byCode.json().data).toMatchObject({ id: chatId, membership: null });
    const page = await ask(dan, 'GET', `/chats/${chatId}/messages`);
    expect(page.json().data[0]).toMatchObject({ content: 'Tara' });
    const joined = await ask(dan, 'POST', `/chats/${chatId}/join`);
    expect(joined.json().data).toMatchObject({ memberCount: 3, unseenCount: 0 });
    await world.say(cora, chatId);
    expect(await idsOf(cora, 'type=PUBLIC')).toEqual([chatId]);
  });

  it('pages through all of them with a cursor, each once', async () => {
    const { world, ask } = api;
    const [ana, dan] = [await world.person('Ana'), await world.person('Dan')];
    const tag = newId().slice(0, 13);
    for (let n = 0; n < 7; n += 1)
      await world.applied(ana, 'createChat', { id: newId(), type: 'PUBLIC', name: `${tag} ${n % 3}` });
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = (
        await ask(dan, 'GET', `/chats?discover=true&search=${tag}&perPage=2${cursor && `&cursor=${cursor}`}`)
      ).json();
      expect(page.meta.total).toBe(7);
      seen.push(...page.data.map(({ id }: { id: string }) => id));
      cursor = page.meta.nextCursor ?? '';
    } while (cursor !== '');
    expect([seen.length, new Set(seen).size]).toEqual([7, 7]);
  });
});

describe('my own place in a chat', () => {
  it('is muted, archived and cleared for me alone', async () => {
    const { world, ask } = api;
    const { ana, ben, chatId } = await world.friends();
    await world.say(ben, chatId, 'una');
    await ask(ana, 'PATCH', `/chats/${chatId}/membership`, { body: { isArchived: true } });
    expect([await idsOf(ana, 'archived=true'), await idsOf(ana, 'archived=false')]).toEqual([[chatId], []]);
    const place = await ask(ana, 'POST', `/chats/${chatId}/clear`, { body: { seq: 99 } });
    expect(place.json().data).toMatchObject({ clearedSeq: 1, seenSeq: 1, isArchived: true });
    expect(await idsOf(ana, 'perPage=9')).toEqual([]);
    expect((await ask(ana, 'GET', `/chats/${chatId}/messages`)).json().data).toEqual([]);
    expect((await ask(ben, 'GET', `/chats/${chatId}/messages`)).json().data).toHaveLength(1);
    await world.say(ben, chatId, 'ikalawa');
    expect(await idsOf(ana, 'perPage=9')).toEqual([chatId]);
    expect((await ask(ana, 'GET', `/chats/${chatId}/messages`)).json().data).toMatchObject([
      { content: 'ikalawa' },
    ]);
  });
});
