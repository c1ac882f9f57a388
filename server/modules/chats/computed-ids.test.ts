import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createUniqueCode,
  friendshipId,
  memberId,
  newId,
  privateChatId,
  pushResponse,
} from '../../../protocol/index.ts';
import { chats, members, memberships } from '../../db/schema.ts';
import { openApi } from '../../testing/api.ts';
import type { Person } from '../../testing/world.ts';

/** Ids that are computed from two people can be guessed by a third. */

let api: Awaited<ReturnType<typeof openApi>>;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

const gather = async () => {
  const { world } = api;
  const [ana, ben, mallory] = [
    await world.person('Ana'),
    await world.person('Ben'),
    await world.person('Mallory'),
  ];
  return { ana, ben, mallory, chatId: privateChatId(ana.id, ben.id) };
};

const pulledText = async (person: Person): Promise<string> => JSON.stringify(await api.world.pull(person));

describe('the id of the private chat of two people', () => {
  it.each(['PUBLIC', 'GROUP'] as const)('cannot be taken for a %s chat by a third', async (type) => {
    const { ana, ben, mallory, chatId } = await gather();
    const friend = await api.world.person('Max');
    await api.world.befriend(mallory, friend);
    const args = { id: chatId, type, name: 'Here', users: [friend.id] };
    expect(await api.world.verdict(mallory, 'createChat', args)).toBe('validation');
    const byRest = await api.ask(mallory, 'POST', '/chats', { body: args });
    expect([byRest.statusCode, byRest.json().errors[0].field]).toEqual([400, 'id']);
    const pushed = await api.ask(mallory, 'POST', '/sync/push', {
      body: {
        protocol: 1,
        deviceId: newId(),
        mutations: [
          { id: newId(), name: 'createChat', version: 1, lane: `chat:${chatId}`, prev: null, args },
        ],
      },
    });
    expect(pushResponse.parse(pushed.json()).answers).toMatchObject([
      { status: 'rejected', error: { code: 'validation' } },
    ]);

    await api.world.befriend(ana, ben);
    const secret = `only for Ben ${newId()}`;
    await api.world.applied(ana, 'sendMessage', {
      ...api.world.message(chatId, secret),
      recipientId: ben.id,
    });
    expect(await pulledText(ben)).toContain(secret);
    for (const outsider of [mallory, friend]) expect(await pulledText(outsider)).not.toContain(secret);
  });

  it('is accepted from the two of it alone, for their PRIVATE chat', async () => {
    const { ana, ben, mallory, chatId } = await gather();
    await api.world.befriend(mallory, ana);
    const ofTwo = { id: chatId, type: 'PRIVATE', users: [ana.id] };
    expect(await api.world.verdict(mallory, 'createChat', ofTwo)).toBe('validation');
    const message = { ...api.world.message(chatId), recipientId: ana.id };
    expect(await api.world.verdict(mallory, 'sendMessage', message)).toBe('validation');
    for (const name of ['joinChat', 'declineInvitation', 'leaveChat', 'deleteChat', 'clearChat'] as const)
      expect(await api.world.verdict(mallory, name, { chatId, seq: 1 }), name).toBe('not_found');
    await api.world.befriend(ana, ben);
    expect(await api.world.verdict(ben, 'createChat', { id: chatId, type: 'PRIVATE', users: [ana.id] })).toBe(
      'applied',
    );
  });

  it('is refused by the database for a chat of another type, and an id of another version for a PRIVATE one', async () => {
    const { mallory, chatId } = await gather();
    const row = { createdBy: mallory.id, createdAt: api.world.clock.now() };
    const insert = (id: string, type: 'PUBLIC' | 'PRIVATE') =>
      api.world.db
        .insert(chats)
        .values({ ...row, id, type })
        .then(() => 'stored');
    await expect(insert(chatId, 'PUBLIC')).rejects.toThrow();
    await expect(insert(newId(), 'PRIVATE')).rejects.toThrow();
  });

  it('opens nothing when the row under it belongs to others', async () => {
    const { ana, ben, mallory, chatId } = await gather();
    const createdAt = api.world.clock.now();
    await api.world.db
      .insert(chats)
      .values({ id: chatId, type: 'PRIVATE', createdBy: mallory.id, createdAt });
    for (const { id: userId } of [ana, mallory]) {
      const place = { id: memberId(chatId, userId), chatId, userId };
      await api.world.db.insert(members).values({ ...place, role: 'MEMBER', joinedAt: createdAt });
      await api.world.db.insert(memberships).values(place);
    }
    await api.world.applied(ana, 'requestFriend', { uniqueCode: ben.uniqueCode });
    const friendship = { friendshipId: friendshipId(ana.id, ben.id) };
    expect(await api.world.verdict(ben, 'acceptFriend', friendship)).toBe('conflict');
    const message = { ...api.world.message(chatId, 'for Ana alone'), recipientId: ana.id };
    expect(await api.world.verdict(ben, 'sendMessage', message)).toBe('conflict');
    expect(await pulledText(mallory)).not.toContain('for Ana alone');
  });

  it('leads a first message without a recipient to the pair that was looked up', async () => {
    const { ana, ben, chatId } = await gather();
    await api.ask(ana, 'GET', `/chats/unique-code/${ben.uniqueCode}`);
    await api.world.applied(ana, 'sendMessage', api.world.message(chatId, 'a message request'));
    expect(await pulledText(ben)).toContain('a message request');
  });
});

describe('a code that a group brings along', () => {
  it('is not taken from a person', async () => {
    const { ana, ben, mallory } = await gather();
    await api.world.befriend(mallory, ben);
    const group = { id: newId(), type: 'GROUP', name: 'Here', users: [ben.id] };
    expect(await api.world.verdict(mallory, 'createChat', { ...group, uniqueCode: ana.uniqueCode })).toBe(
      'id_taken',
    );
    const free = createUniqueCode(crypto.getRandomValues(new Uint8Array(12)));
    expect(await api.world.verdict(mallory, 'createChat', { ...group, uniqueCode: free })).toBe('applied');
    expect((await api.ask(ben, 'GET', `/users/unique-code/${ana.uniqueCode}`)).json().data.id).toBe(ana.id);
  });
});
