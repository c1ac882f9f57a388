import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { friendshipId, LIMITS, membershipResponse, newId, privateChatId } from '../../../protocol/index.ts';
import { openApi } from '../../testing/api.ts';
import { groupOf, requestOf } from '../../testing/chat-stories.ts';
import type { Person } from '../../testing/world.ts';
import { listHeldScopes } from '../sync/scopes.ts';

let api: Awaited<ReturnType<typeof openApi>>;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

const put = (person: Person, chatId: string, body: object) =>
  api.ask(person, 'PUT', `/chats/${chatId}/pin`, { body });
const pin = async (person: Person, chatId: string, rank: string | null, isMove?: boolean) => {
  const answer = await put(person, chatId, { rank, ...(isMove === undefined ? {} : { isMove }) });
  if (answer.statusCode !== 200) return answer.json().code;
  const { pinRank, isArchived } = membershipResponse.parse(answer.json()).data;
  return { pinRank, isArchived };
};
const newGroup = async (owner: Person): Promise<string> => {
  const id = newId();
  await api.world.applied(owner, 'createChat', { id, type: 'PUBLIC', name: 'Tropa', users: [] });
  api.world.clock.advance(60_000);
  return id;
};

describe('a pinned chat', () => {
  it('is pinned, moved where it is pinned still, and taken down', async () => {
    const ana = await api.world.person('Ana');
    const chatId = await newGroup(ana);
    expect(await pin(ana, chatId, 'a1', true)).toEqual({ pinRank: null, isArchived: false });
    expect(await pin(ana, chatId, 'a0')).toEqual({ pinRank: 'a0', isArchived: false });
    expect(await pin(ana, chatId, 'Zz', true)).toEqual({ pinRank: 'Zz', isArchived: false });
    expect(await pin(ana, chatId, null)).toEqual({ pinRank: null, isArchived: false });
    for (const body of [
      {},
      { rank: '' },
      { rank: 'a' },
      { rank: 'a00' },
      { rank: 7 },
      { rank: null, isMove: true },
    ])
      expect((await put(ana, chatId, body)).statusCode).toBe(400);
  });

  it('comes out of the archive, and is not pinned once it is archived', async () => {
    const ana = await api.world.person('Ana');
    const chatId = await newGroup(ana);
    await api.world.applied(ana, 'setChatPreferences', { chatId, isArchived: true });
    expect(await pin(ana, chatId, 'a0')).toEqual({ pinRank: 'a0', isArchived: false });
    await api.world.applied(ana, 'setChatPreferences', { chatId, isMuted: true });
    await api.world.applied(ana, 'setChatPreferences', { chatId, isArchived: true });
    expect(await pin(ana, chatId, 'a0', true)).toEqual({ pinRank: null, isArchived: true });
  });

  it('is one of ten, also when two devices pin the last one in one moment; what is left or archived frees a place', async () => {
    const ana = await api.world.person('Ana');
    const chats: string[] = [];
    for (let at = 0; at < LIMITS.pinnedChatsMax + 2; at += 1) chats.push(await newGroup(ana));
    const [first = '', second = '', ...others] = chats;
    for (const [at, chatId] of others.slice(1).entries())
      expect(await pin(ana, chatId, `a${at}`)).toMatchObject({ pinRank: `a${at}` });
    const both = await Promise.all([pin(ana, first, 'a0'), pin(ana, second, 'a0')]);
    expect(both.filter((answer) => answer === 'pins_full')).toHaveLength(1);
    const [kept, refused] = both[0] === 'pins_full' ? [second, first] : [first, second];
    // One that is pinned moves and stays.
    expect(await pin(ana, kept, 'a5')).toMatchObject({ pinRank: 'a5' });
    await api.world.applied(ana, 'leaveChat', { chatId: others.at(-1) ?? '' });
    expect(await pin(ana, refused, 'a0')).toMatchObject({ pinRank: 'a0' });
    expect(await pin(ana, others[0] ?? '', 'a0')).toBe('pins_full');
    await api.world.applied(ana, 'setChatPreferences', { chatId: kept, isArchived: true });
    expect(await pin(ana, others[0] ?? '', 'a0')).toMatchObject({ pinRank: 'a0' });
  });

  it('counts for nothing while it is a message request, and is on top again once that is accepted', async () => {
    const { ana, ben, chatId } = await api.world.friends();
    await api.world.say(ben, chatId);
    await pin(ana, chatId, 'a0');
    const groups: string[] = [];
    for (let at = 0; at < LIMITS.pinnedChatsMax; at += 1) groups.push(await newGroup(ana));
    const [last = '', ...others] = groups;
    for (const id of others) expect(await pin(ana, id, 'a1')).toMatchObject({ pinRank: 'a1' });
    expect(await pin(ana, last, 'a1')).toBe('pins_full');
    await api.world.applied(ana, 'unfriend', { friendshipId: friendshipId(ana.id, ben.id) });
    await api.world.applied(ben, 'sendMessage', { ...api.world.message(chatId), recipientId: ana.id });
    expect(await pin(ana, last, 'a1')).toMatchObject({ pinRank: 'a1' });
    await api.world.applied(ana, 'answerMessageRequest', { chatId, isAccepted: true });
    expect(await pin(ana, chatId, 'a2', true)).toMatchObject({ pinRank: 'a2' });
  });

  it('is in sight: no request that waits, none that was declined or deleted for me; leaving and clearing end the pin', async () => {
    const { olga, pia, chatId: requestId } = await requestOf(api.world);
    expect(await pin(pia, requestId, 'a0')).toMatchObject({ pinRank: 'a0' });
    expect(await pin(olga, requestId, 'a0')).toBe('forbidden');
    await api.world.applied(olga, 'answerMessageRequest', { chatId: requestId, isAccepted: false });
    expect(await pin(olga, requestId, 'a0')).toBe('forbidden');

    const { ana, ben, chatId } = await groupOf(api.world);
    await pin(ben, chatId, 'a0');
    await api.world.say(ana, chatId);
    await api.world.applied(ben, 'clearChat', { chatId, seq: 1 });
    expect(await pin(ben, chatId, 'a1', true)).toMatchObject({ pinRank: 'a1' });
    await api.world.applied(ben, 'leaveChat', { chatId });
    expect(await pin(ben, chatId, 'a0')).toBe('not_found');
    await api.world.applied(ana, 'addMember', { chatId, userId: ben.id });
    await api.world.applied(ben, 'joinChat', { chatId });
    expect(await pin(ben, chatId, 'a0', true)).toMatchObject({ pinRank: null });

    const privateId = privateChatId(ana.id, ben.id);
    await api.world.say(ana, privateId);
    await pin(ben, privateId, 'a0');
    await api.world.applied(ben, 'clearChat', { chatId: privateId, seq: 1 });
    expect(await pin(ben, privateId, 'a0', true)).toMatchObject({ pinRank: null });
    expect(await pin(ben, privateId, 'a0')).toBe('forbidden');
    await api.world.say(ana, privateId);
    expect(await pin(ben, privateId, 'a0')).toMatchObject({ pinRank: 'a0' });
  });

  it('is among the first that a new device gets, however old it is', async () => {
    const ana = await api.world.person('Ana');
    const [old, middle, newest] = [await newGroup(ana), await newGroup(ana), await newGroup(ana)];
    const held = async () =>
      (await listHeldScopes(api.world.db, ana.id)).flatMap(({ chat }) => (chat === null ? [] : [chat.id]));
    expect(await held()).toEqual([newest, middle, old]);
    await pin(ana, old, 'a0');
    expect(await held()).toEqual([old, newest, middle]);
  });
});
