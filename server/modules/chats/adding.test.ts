import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memberId, newId } from '../../../protocol/index.ts';
import { openApi } from '../../testing/api.ts';
import { groupOf } from '../../testing/chat-stories.ts';
import { Device } from '../../testing/device.ts';
import type { Person } from '../../testing/world.ts';

let api: Awaited<ReturnType<typeof openApi>>;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

const DAY_MS = 24 * 60 * 60 * 1_000;

/** The ids of what somebody's devices hold of a table. */
const idsOf = async (person: Person, table: 'invitations' | 'memberships'): Promise<string[]> => {
  const device = new Device();
  await device.sync((cursors) => api.world.pull(person, cursors));
  return ((device.view()[table] ?? []) as { id: string }[]).map(({ id }) => id);
};
const isIn = async (person: Person, chatId: string): Promise<boolean> =>
  (await idsOf(person, 'memberships')).includes(memberId(chatId, person.id));
const isAsked = async (person: Person, chatId: string, reader = person): Promise<boolean> =>
  (await idsOf(reader, 'invitations')).includes(memberId(chatId, person.id));

const choose = (person: Person, groupInvites: string) =>
  api.world.applied(person, 'updateSettings', { groupInvites });
const makeGroup = async (owner: Person, ...people: Person[]): Promise<string> => {
  const users = people.map(({ id }) => id);
  const chatId = newId();
  await api.world.applied(owner, 'createChat', { id: chatId, type: 'GROUP', name: 'Tropa', users });
  return chatId;
};

describe('a former member', () => {
  it.each([
    ['left', 'GROUP'],
    ['left', 'PUBLIC'],
    ['was removed', 'GROUP'],
    ['was removed', 'PUBLIC'],
  ] as const)('who %s from a %s chat comes back by accepting an invitation alone', async (how, type) => {
    const { world } = api;
    const { ana, ben, chatId } = await groupOf(world, type);
    if (how === 'left') await world.applied(ben, 'leaveChat', { chatId });
    else await world.applied(ana, 'removeMember', { chatId, userId: ben.id });
    await world.applied(ana, 'addMember', { chatId, userId: ben.id });
    expect(await isIn(ben, chatId)).toBe(false);
    expect(await isAsked(ben, chatId)).toBe(true);
    await world.applied(ana, 'addMember', { chatId, userId: ben.id });
    expect(await isIn(ben, chatId)).toBe(false);
    await world.applied(ben, 'joinChat', { chatId });
    expect(await isIn(ben, chatId)).toBe(true);
    expect(await isAsked(ben, chatId)).toBe(false);
  });

  it('is not brought back by making the chat again', async () => {
    const { world } = api;
    const { ana, ben, chatId } = await groupOf(world);
    await world.applied(ben, 'leaveChat', { chatId });
    const again = { id: chatId, type: 'GROUP', name: 'Tropa', users: [ben.id] };
    expect(await world.verdict(ana, 'createChat', again)).toBe('applied');
    expect(await isIn(ben, chatId)).toBe(false);
    await world.applied(ana, 'deleteChat', { chatId });
    expect(await world.verdict(ana, 'createChat', again)).toBe('applied');
    expect(await isIn(ben, chatId)).toBe(false);
  });

  it('is not brought back by a role or as a successor', async () => {
    const { world } = api;
    const { ana, ben, cora, chatId } = await groupOf(world);
    await world.applied(ana, 'addMember', { chatId, userId: cora.id });
    await world.applied(ben, 'leaveChat', { chatId });
    for (const role of ['ADMIN', 'OWNER'])
      expect(await world.verdict(ana, 'setMemberRole', { chatId, userId: ben.id, role })).toBe('not_found');
    await world.applied(ana, 'leaveChat', { chatId, successorId: ben.id });
    expect(await isIn(ben, chatId)).toBe(false);
    expect(await world.verdict(cora, 'deleteChat', { chatId })).toBe('applied');
  });

  it('joins a PUBLIC chat alone again, and by writing into it', async () => {
    const { world } = api;
    const { ben, chatId } = await groupOf(world, 'PUBLIC');
    await world.applied(ben, 'leaveChat', { chatId });
    await world.applied(ben, 'joinChat', { chatId });
    await world.applied(ben, 'leaveChat', { chatId });
    await world.say(ben, chatId);
    expect(await isIn(ben, chatId)).toBe(true);
  });

  it('who blocked the one who asks is not reached', async () => {
    const { world } = api;
    const { ana, ben, chatId } = await groupOf(world);
    await world.applied(ben, 'leaveChat', { chatId });
    await world.applied(ben, 'setBlock', { userId: ana.id, blocked: true });
    await world.applied(ana, 'addMember', { chatId, userId: ben.id });
    expect(await isAsked(ben, chatId, ana)).toBe(true);
    expect(await isAsked(ben, chatId)).toBe(false);
  });
});

it('a friend who declined an invitation is not added to that chat either', async () => {
  const { world } = api;
  const { ana, dan, chatId } = await groupOf(world);
  await world.applied(ana, 'addMember', { chatId, userId: dan.id, uniqueCode: dan.uniqueCode });
  await world.applied(dan, 'declineInvitation', { chatId });
  await world.befriend(ana, dan);
  await world.applied(ana, 'addMember', { chatId, userId: dan.id });
  expect(await isIn(dan, chatId)).toBe(false);
  expect(await isAsked(dan, chatId)).toBe(true);
});

describe('one pair', () => {
  it('is added to five groups a day, asked into five more, and then left alone', async () => {
    const { world } = api;
    const { ana, ben } = await world.friends();
    const chats: string[] = [];
    for (let count = 0; count < 15; count += 1) chats.push(await makeGroup(ana, ben));
    const inside = await idsOf(ben, 'memberships');
    const asked = await idsOf(ben, 'invitations');
    expect(chats.filter((id) => inside.includes(memberId(id, ben.id)))).toEqual(chats.slice(0, 5));
    expect(asked).toHaveLength(5);
    expect(await idsOf(ana, 'invitations')).toHaveLength(10);
    for (const chatId of chats.slice(5, 10)) await world.applied(ben, 'declineInvitation', { chatId });
    await makeGroup(ana, ben);
    expect(await idsOf(ben, 'invitations')).toEqual([]);
    world.clock.advance(DAY_MS);
    expect(await isIn(ben, await makeGroup(ana, ben))).toBe(true);
  });

  it('is no limit to others', async () => {
    const { world } = api;
    const { ana, ben } = await world.friends();
    const cora = await world.person('Cora');
    await world.befriend(cora, ben);
    for (let count = 0; count < 6; count += 1) await makeGroup(ana, ben);
    expect(await isIn(ben, await makeGroup(cora, ben))).toBe(true);
  });

  it('of inviter and invited meets three times in one chat, unless the invited accepts', async () => {
    const { world } = api;
    const { ana, ben, chatId } = await groupOf(world);
    const rounds: boolean[] = [];
    for (let count = 0; count < 5; count += 1) {
      world.clock.advance(DAY_MS);
      await world.applied(ana, 'removeMember', { chatId, userId: ben.id });
      await world.applied(ana, 'addMember', { chatId, userId: ben.id });
      rounds.push(await isAsked(ben, chatId));
      if (count === 0) await world.applied(ben, 'joinChat', { chatId });
    }
    expect(rounds).toEqual([true, true, true, true, false]);
  });
});

describe('who may add me to groups', () => {
  const setUp = async (groupInvites: string) => {
    const { world } = api;
    const { ana, ben } = await world.friends();
    const dan = await world.person('Dan');
    await world.applied(dan, 'requestFriend', { uniqueCode: ben.uniqueCode });
    await choose(ben, groupInvites);
    return { ana, ben, dan };
  };
  const outcome = async (person: Person, chatId: string) => ({
    isIn: await isIn(person, chatId),
    isAsked: await isAsked(person, chatId),
  });
  const way = {
    'a new group': makeGroup,
    'a group that is there': async (owner: Person, person: Person) => {
      const other = await api.world.person('Eve');
      await api.world.befriend(owner, other);
      const chatId = await makeGroup(owner, other);
      await api.world.applied(owner, 'addMember', { chatId, userId: person.id });
      return chatId;
    },
  };

  describe.each(Object.entries(way))('by %s', (_title, bring) => {
    it.each([
      ['everyone', { isIn: true, isAsked: false }, { isIn: false, isAsked: true }],
      ['friends', { isIn: true, isAsked: false }, { isIn: false, isAsked: false }],
      ['nobody', { isIn: false, isAsked: true }, { isIn: false, isAsked: false }],
    ])('%s', async (choice, byFriend, byOther) => {
      const { ana, ben, dan } = await setUp(choice);
      expect(await outcome(ben, await bring(ana, ben))).toEqual(byFriend);
      const ofDan = await bring(dan, ben);
      expect(await outcome(ben, ofDan)).toEqual(byOther);
      // The one who asked sees the same in every case.
      expect(await isAsked(ben, ofDan, dan)).toBe(true);
      if (!byOther.isAsked)
        expect(await api.world.verdict(ben, 'joinChat', { chatId: ofDan })).toBe('not_found');
    });
  });

  it('a friend may ask where somebody else asked in vain', async () => {
    const { world } = api;
    const { ana, ben, dan } = await setUp('nobody');
    await world.befriend(ana, dan);
    const chatId = await makeGroup(dan, ana, ben);
    await world.applied(dan, 'setMemberRole', { chatId, userId: ana.id, role: 'ADMIN' });
    expect(await isAsked(ben, chatId)).toBe(false);
    await world.applied(ana, 'addMember', { chatId, userId: ben.id });
    expect(await isAsked(ben, chatId)).toBe(true);
    expect(await isAsked(ben, chatId, dan)).toBe(false);
    await world.applied(ben, 'joinChat', { chatId });
    expect(await isIn(ben, chatId)).toBe(true);
  });
});
