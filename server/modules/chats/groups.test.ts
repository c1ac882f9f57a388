import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatScope, messagesResponse, newId, userScope } from '../../../protocol/index.ts';
import { inTransaction } from '../../db/database.ts';
import { openApi } from '../../testing/api.ts';
import { groupOf } from '../../testing/chat-stories.ts';
import { Device } from '../../testing/device.ts';
import type { Person } from '../../testing/world.ts';
import { LogWriter } from '../sync/log.ts';
import { leaveForGood, listOwnGroups } from './leave-chat.ts';

let api: Awaited<ReturnType<typeof openApi>>;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

const deviceOf = async (person: Person): Promise<Device> => {
  const device = new Device();
  await device.sync((cursors) => api.world.pull(person, cursors));
  return device;
};
const roles = async (person: Person, chatId: string): Promise<Record<string, string>> => {
  const members = ((await deviceOf(person)).view()['members'] ?? []) as {
    chatId: string;
    userId: string;
    role: string;
  }[];
  const here = members.filter((member) => member.chatId === chatId);
  return Object.fromEntries(here.map(({ userId, role }) => [userId, role]));
};
const linesOf = async (person: Person): Promise<(string | null)[]> => {
  const messages = ((await deviceOf(person)).view()['messages'] ?? []) as {
    kind: string;
    content: string | null;
  }[];
  return messages.filter(({ kind }) => kind === 'system').map(({ content }) => content);
};

describe('a new group', () => {
  it('has friends in it at once and asks the others', async () => {
    const { world } = api;
    const { ana, ben } = await world.friends();
    const dan = await world.person('Dan');
    await world.applied(dan, 'requestFriend', { uniqueCode: ana.uniqueCode });
    const made = await api.ask(ana, 'POST', '/chats', {
      body: { type: 'GROUP', name: ' Tropa ', users: [ben.id, dan.id] },
    });
    expect(made.statusCode).toBe(201);
    const { data } = made.json();
    expect(data).toMatchObject({ type: 'GROUP', name: 'Tropa', memberCount: 2, persisted: true });
    expect(data.uniqueCode).toHaveLength(13);
    expect((await deviceOf(ben)).view()['memberships']).toContainEqual(
      expect.objectContaining({ chatId: data.id }),
    );
    expect((await deviceOf(dan)).view()['invitations']).toMatchObject([
      { chatId: data.id, chatName: 'Tropa', inviterId: ana.id },
    ]);
    expect(await linesOf(ben)).toEqual(['Ana created “Tropa”']);
  });

  it.each([
    [{ type: 'GROUP', users: [newId()] }, 'name'],
    [{ type: 'GROUP', name: 'Tropa', users: [] }, 'users'],
    [{ type: 'PUBLIC' }, 'name'],
    [{ type: 'PRIVATE', users: [] }, 'users'],
    [{ type: 'PRIVATE', users: [newId(), newId()] }, 'users'],
    [{ type: 'GROUP', name: 'x'.repeat(81), users: [newId()] }, 'name'],
  ])('is refused as %j', async (body, field) => {
    const ana = await api.world.person('Ana');
    const answer = await api.ask(ana, 'POST', '/chats', { body });
    expect([answer.statusCode, answer.json().errors[0].field]).toEqual([400, field]);
  });

  it('keeps its id and code to itself: both are one namespace, and one copy is enough', async () => {
    const { world } = api;
    const { ana, ben, chatId } = await groupOf(world);
    const again = { type: 'GROUP', name: 'Tropa', users: [ben.id] };
    expect(await world.verdict(ana, 'createChat', { ...again, id: chatId })).toBe('applied');
    expect(await world.verdict(ben, 'createChat', { ...again, id: chatId, users: [ana.id] })).toBe(
      'id_taken',
    );
    const stolen = { ...again, id: newId(), uniqueCode: ben.uniqueCode };
    expect(await world.verdict(ana, 'createChat', stolen)).toBe('id_taken');
    expect(await world.verdict(ana, 'createChat', { ...again, id: newId(), users: [newId()] })).toBe(
      'not_found',
    );
  });
});

describe('a private chat by POST /chats', () => {
  it('is there between friends, and only virtual with anybody else whom one knows', async () => {
    const { world, ask } = api;
    const { ana, ben, chatId } = await world.friends();
    const body = { type: 'PRIVATE', users: [ben.id] };
    expect((await ask(ana, 'POST', '/chats', { body })).json().data).toMatchObject({
      id: chatId,
      persisted: true,
    });
    const dan = await world.person('Dan');
    await world.applied(dan, 'requestFriend', { uniqueCode: ana.uniqueCode });
    const virtual = await ask(dan, 'POST', '/chats', { body: { type: 'PRIVATE', users: [ana.id] } });
    expect([virtual.statusCode, virtual.json().data.persisted]).toEqual([201, false]);
    const message = { body: { content: 'Kumusta?' } };
    const sent = await ask(dan, 'POST', `/chats/${virtual.json().data.id}/messages`, message);
    expect(sent.statusCode).toBe(201);
  });
});

describe('members', () => {
  it('see what is said from their joining on, by pull and by page, and cannot answer to what was said before', async () => {
    const { world, ask } = api;
    const { ana, cora, chatId } = await groupOf(world);
    const before = await world.say(ana, chatId, 'bago');
    const waiting = await deviceOf(cora);
    await world.applied(ana, 'addMember', { chatId, userId: cora.id });
    await waiting.sync((cursors) => world.pull(cora, cursors));
    await world.say(ana, chatId, 'pagkatapos');
    await waiting.sync((cursors) => world.pull(cora, cursors));
    const fresh = await deviceOf(cora);
    const texts = (fresh.view()['messages'] ?? []) as { content: string }[];
    expect(texts.map(({ content }) => content)).toEqual(['Ana added Cora', 'pagkatapos']);
    expect(waiting.view()).toEqual(fresh.view());
    const page = await ask(cora, 'GET', `/chats/${chatId}/messages`);
    const { data, meta } = messagesResponse.parse(page.json());
    expect([data.map(({ seq }) => seq), meta.startReached]).toEqual([[2, null], true]);
    const answer = { ...world.message(chatId), replyToId: before };
    expect(await world.verdict(cora, 'sendMessage', answer)).toBe('impossible');
  });

  it('who have gone are known by what they said, and read and write no more', async () => {
    const { world } = api;
    const { ana, ben, cora, chatId } = await groupOf(world);
    await world.applied(ana, 'addMember', { chatId, userId: cora.id });
    await world.say(ben, chatId);
    await world.applied(ana, 'removeMember', { chatId, userId: ben.id });
    const device = await deviceOf(cora);
    expect(device.view()['users']).toContainEqual(expect.objectContaining({ id: ben.id }));
    const page = messagesResponse.parse((await api.ask(cora, 'GET', `/chats/${chatId}/messages`)).json());
    expect(page.meta.people).toContainEqual(expect.objectContaining({ id: ben.id, firstName: 'Ben' }));
    const gone = await deviceOf(ben);
    expect(Object.keys(gone.cursors)).not.toContain(chatScope(chatId));
    expect(Object.keys(gone.cursors)).toContain(userScope(ben.id));
    expect(await world.verdict(ben, 'sendMessage', world.message(chatId))).toBe('not_found');
    expect(await world.verdict(ben, 'joinChat', { chatId })).toBe('not_found');
  });

  it('are brought in by owner and admins only, and strangers by their code only', async () => {
    const { world } = api;
    const { ana, ben, cora, dan, chatId } = await groupOf(world);
    const add = (actor: Person, args: object) => world.verdict(actor, 'addMember', { chatId, ...args });
    expect(await add(ben, { userId: cora.id })).toBe('forbidden');
    expect(await add(ana, { userId: dan.id })).toBe('not_found');
    expect(await add(ana, { userId: dan.id, uniqueCode: dan.uniqueCode })).toBe('applied');
    expect(await add(cora, { userId: dan.id })).toBe('not_found');
    await world.applied(ana, 'setMemberRole', { chatId, userId: ben.id, role: 'ADMIN' });
    await world.befriend(ben, cora);
    expect(await add(ben, { userId: cora.id })).toBe('applied');
    expect(await add(ana, { userId: cora.id })).toBe('applied');
    expect(Object.keys(await roles(cora, chatId))).toHaveLength(3);
  });

  it('cannot be put out by their equals, and nobody puts out the owner', async () => {
    const { world } = api;
    const { ana, ben, cora, chatId } = await groupOf(world);
    await world.applied(ana, 'addMember', { chatId, userId: cora.id });
    for (const person of [ben, cora])
      await world.applied(ana, 'setMemberRole', { chatId, userId: person.id, role: 'ADMIN' });
    const remove = (userId: string) => world.verdict(ben, 'removeMember', { chatId, userId });
    expect([await remove(cora.id), await remove(ana.id), await remove(ben.id)]).toEqual(
      Array(3).fill('forbidden'),
    );
    await world.applied(ana, 'setMemberRole', { chatId, userId: cora.id, role: 'MEMBER' });
    expect(await remove(cora.id)).toBe('applied');
  });
});

describe('an invitation', () => {
  it('is accepted, or declined without a word, and leads nobody else in', async () => {
    const { world } = api;
    const { ana, dan, cora, chatId } = await groupOf(world);
    expect(await world.verdict(dan, 'joinChat', { chatId })).toBe('not_found');
    const asked = { chatId, userId: dan.id, uniqueCode: dan.uniqueCode };
    await world.applied(ana, 'addMember', asked);
    expect(await world.verdict(cora, 'joinChat', { chatId })).toBe('not_found');
    await world.applied(dan, 'declineInvitation', { chatId });
    expect(await world.verdict(dan, 'joinChat', { chatId })).toBe('not_found');
    await world.applied(ana, 'addMember', asked);
    await world.applied(dan, 'joinChat', { chatId });
    expect((await deviceOf(dan)).view()['invitations']).toBeUndefined();
    expect(await linesOf(ana)).toEqual(['Ana created “Tropa”', 'Dan joined']);
  });

  it('made anew by somebody else is not shown to the earlier inviter', async () => {
    const { world } = api;
    const { ana, ben, dan, chatId } = await groupOf(world);
    await world.applied(ana, 'setMemberRole', { chatId, userId: ben.id, role: 'ADMIN' });
    const asked = { chatId, userId: dan.id, uniqueCode: dan.uniqueCode };
    await world.applied(ana, 'addMember', asked);
    const device = await deviceOf(ana);
    expect(device.view()['invitations']).toMatchObject([{ inviterId: ana.id }]);
    await world.applied(dan, 'declineInvitation', { chatId });
    await world.applied(ben, 'addMember', asked);
    await device.sync((cursors) => world.pull(ana, cursors));
    expect(device.view()['invitations']).toBeUndefined();
    expect((await deviceOf(ben)).view()['invitations']).toMatchObject([{ inviterId: ben.id }]);
  });

  it('across a block looks sent, and reaches nobody', async () => {
    const { world } = api;
    const { ana, ben, chatId } = await groupOf(world);
    const eve = await world.person('Eve');
    await world.applied(eve, 'requestFriend', { uniqueCode: ana.uniqueCode });
    await world.block(eve, ana);
    await world.applied(ana, 'addMember', { chatId, userId: eve.id });
    expect((await deviceOf(ana)).view()['invitations']).toMatchObject([{ userId: eve.id }]);
    expect((await deviceOf(eve)).view()['invitations']).toBeUndefined();
    expect(await world.verdict(eve, 'joinChat', { chatId })).toBe('not_found');
    expect((await deviceOf(ben)).view()['invitations']).toBeUndefined();
  });
});

describe('an owner', () => {
  it('names a successor before leaving; one who is gone by then is replaced by the oldest admin, else member', async () => {
    const { world, ask } = api;
    const { ana, ben, cora, chatId } = await groupOf(world);
    await world.applied(ana, 'addMember', { chatId, userId: cora.id });
    const refused = await ask(ana, 'POST', `/chats/${chatId}/leave`, { body: {} });
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'successor_required']);
    await world.applied(ana, 'setMemberRole', { chatId, userId: cora.id, role: 'ADMIN' });
    await world.applied(ana, 'leaveChat', { chatId, successorId: newId() });
    expect(await roles(ben, chatId)).toMatchObject({ [cora.id]: 'OWNER', [ben.id]: 'MEMBER' });
    expect(await linesOf(cora)).toContain('Ana left, and Cora took over');
    await world.applied(cora, 'leaveChat', { chatId, successorId: ben.id });
    await world.applied(ben, 'leaveChat', { chatId });
    expect(await world.verdict(ben, 'joinChat', { chatId })).toBe('not_found');
  });

  it('who hands the chat over stays as an admin', async () => {
    const { world } = api;
    const { ana, ben, chatId } = await groupOf(world);
    await world.applied(ana, 'setMemberRole', { chatId, userId: ben.id, role: 'OWNER' });
    expect(await roles(ana, chatId)).toMatchObject({ [ana.id]: 'ADMIN', [ben.id]: 'OWNER' });
    expect(await world.verdict(ana, 'deleteChat', { chatId })).toBe('forbidden');
  });

  it('whose account goes leaves the chat to the oldest admin, else the oldest member', async () => {
    const { world } = api;
    const { ana, ben, cora, chatId } = await groupOf(world);
    await world.applied(ana, 'addMember', { chatId, userId: cora.id });
    const context = (tx: Parameters<Parameters<typeof inTransaction>[1]>[0]) => ({
      ...{
        tx,
        actorId: ana.id,
        now: world.clock.now(),
        receipts: world.services.receipts,
        jobs: world.services.jobs,
      },
      ...{ log: new LogWriter(tx, world.clock.now(), null), afterCommit: () => undefined },
      chargeLookUp: async () => undefined,
    });
    const chats = await inTransaction(world.db, (tx) => listOwnGroups({ tx }, ana.id));
    expect(chats).toEqual([chatId]);
    await inTransaction(world.db, async (tx) => {
      const leaving = context(tx);
      await leaveForGood(leaving, chatId);
      return leaving.log.flush();
    });
    expect(await roles(ben, chatId)).toMatchObject({ [ben.id]: 'OWNER', [cora.id]: 'MEMBER' });
  });

  it('deletes the chat for everybody', async () => {
    const { world, ask } = api;
    const { ana, ben, chatId } = await groupOf(world);
    expect((await ask(ben, 'DELETE', `/chats/${chatId}`)).statusCode).toBe(403);
    const gone = await ask(ana, 'DELETE', `/chats/${chatId}`);
    expect(gone.json().data).toMatchObject({ id: chatId, deleted: true });
    expect(Object.keys((await deviceOf(ben)).cursors)).not.toContain(chatScope(chatId));
    expect((await ask(ben, 'GET', `/chats/${chatId}/messages`)).statusCode).toBe(404);
  });
});
