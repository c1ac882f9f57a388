import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chatResponse, chatsResponse, LIMITS, newId, savedMessagesId } from '../../../protocol/index.ts';
import { chatPairs } from '../../db/account-tables.ts';
import { chats, members, memberships, messages, pushSubscriptions, reports } from '../../db/schema.ts';
import { openApi } from '../../testing/api.ts';
import type { Person } from '../../testing/world.ts';

/** The chat with oneself (docs/decisions/0040). */

let api: Awaited<ReturnType<typeof openApi>>;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

const textOf = async (person: Person): Promise<string> =>
  JSON.stringify((await api.world.pull(person)).scopes);

const evidenceOf = async (id: string): Promise<unknown> => {
  const [report] = await api.world.db.select().from(reports).where(eq(reports.id, id));
  if (!report) throw new Error('The report is stored.');
  return report.evidence;
};

it('is made by its first message, with one place in it, and is no request', async () => {
  const { world } = api;
  const ana = await world.person('Ana');
  const chatId = savedMessagesId(ana.id);
  const first = { ...world.message(chatId, 'Gatas, itlog'), recipientId: ana.id };
  await world.applied(ana, 'sendMessage', first);
  await world.applied(ana, 'sendMessage', first);
  // Who knows only the specification names no recipient.
  await world.say(ana, chatId, 'Tinapay');
  const inChat = eq(chats.id, chatId);
  expect(await world.db.select().from(chats).where(inChat)).toMatchObject([
    { type: 'PRIVATE', requestedBy: null, lastSeq: 2, deletedAt: null },
  ]);
  expect(await world.db.$count(members, eq(members.chatId, chatId))).toBe(1);
  expect(await world.db.select().from(memberships).where(eq(memberships.chatId, chatId))).toMatchObject([
    { userId: ana.id, seenSeq: 0, ownAfterSeen: 2 },
  ]);
  expect(await textOf(ana)).toContain('Gatas, itlog');
});

it('is opened by one’s own id and code, also before there is anything in it, and stores no look-up', async () => {
  const ana = await api.world.person('Ana');
  const id = savedMessagesId(ana.id);
  for (const path of [`/chats/users/${ana.id}`, `/chats/unique-code/${ana.uniqueCode}`]) {
    const { data } = chatResponse.parse((await api.ask(ana, 'GET', path)).json());
    expect(data).toMatchObject({ id, type: 'PRIVATE', persisted: false, memberCount: 1, unseenCount: 0 });
    expect(data.members.map(({ userId }) => userId)).toEqual([ana.id]);
  }
  expect(await api.world.db.$count(chatPairs, eq(chatPairs.askerId, ana.id))).toBe(0);
  expect(await api.world.verdict(ana, 'createChat', { id, type: 'PRIVATE', users: [ana.id] })).toBe(
    'validation',
  );
  const sent = await api.ask(ana, 'POST', `/chats/${id}/messages`, { body: { content: 'Una' } });
  expect(sent.statusCode).toBe(201);
  const listed = chatsResponse.parse((await api.ask(ana, 'GET', '/chats')).json()).data;
  expect(listed).toMatchObject([{ id, memberCount: 1, unseenCount: 0, lastMessage: { content: 'Una' } }]);
});

it('is not there for anybody else, who can compute its id', async () => {
  const { world } = api;
  const { ana, ben } = await world.friends();
  const chatId = savedMessagesId(ana.id);
  const attempts = async () => {
    const inChat = { chatId };
    for (const recipientId of [ana.id, ben.id])
      expect(await world.verdict(ben, 'sendMessage', { ...world.message(chatId), recipientId })).toBe(
        'validation',
      );
    expect(await world.verdict(ben, 'sendMessage', world.message(chatId))).toBe('not_found');
    expect(await world.verdict(ben, 'createChat', { id: chatId, type: 'PRIVATE', users: [ana.id] })).toBe(
      'validation',
    );
    expect(await world.verdict(ben, 'createChat', { id: chatId, type: 'PUBLIC', name: 'Akin' })).toBe(
      'validation',
    );
    for (const name of ['joinChat', 'leaveChat', 'deleteChat'] as const)
      expect(await world.verdict(ben, name, inChat)).toBe('not_found');
    expect(await world.verdict(ben, 'markSeen', { ...inChat, seq: 1 })).toBe('not_found');
    expect(await world.verdict(ben, 'setChatPin', { ...inChat, rank: 'a0' })).toBe('not_found');
    expect(await world.verdict(ben, 'addMember', { ...inChat, userId: ben.id })).toBe('not_found');
    expect((await api.ask(ben, 'GET', `/chats/${chatId}/messages`)).statusCode).toBe(404);
  };
  await attempts();
  const messageId = await world.say(ana, chatId, 'Lihim na tala');
  await attempts();
  const target = { chatId, messageId };
  expect(await world.verdict(ben, 'editMessage', { ...target, content: 'Akin' })).toBe('not_found');
  expect(await world.verdict(ben, 'starMessage', { ...target, isStarred: true })).toBe('not_found');
  const report = { id: newId(), kind: 'message', targetId: messageId, reason: 'spam' };
  // Nothing tells a reporter what is there; nothing of it is shown to a moderator.
  await world.applied(ben, 'reportThing', report);
  expect(await evidenceOf(report.id)).toBeNull();
  expect(await textOf(ben)).not.toContain('Lihim na tala');
  expect(await textOf(ben)).not.toContain(chatId);
});

it('takes nobody else in, and cannot be left, closed, named or reported', async () => {
  const { world } = api;
  const { ana, ben } = await world.friends();
  const chatId = savedMessagesId(ana.id);
  const messageId = await world.say(ana, chatId, 'Tala');
  expect(await world.verdict(ana, 'addMember', { chatId, userId: ben.id })).toBe('forbidden');
  for (const name of ['leaveChat', 'deleteChat'] as const)
    expect(await world.verdict(ana, name, { chatId })).toBe('forbidden');
  expect(await world.verdict(ana, 'updateChat', { chatId, name: 'Akin' })).toBe('forbidden');
  for (const [kind, targetId] of [
    ['chat', chatId],
    ['message', messageId],
  ]) {
    const id = newId();
    await world.applied(ana, 'reportThing', { id, kind, targetId, reason: 'spam' });
    expect(await evidenceOf(id)).toBeNull();
  }
  expect(await textOf(ben)).not.toContain(chatId);
});

it('takes files, answers, reactions, pins, stars and mutes like any private chat', async () => {
  const { world } = api;
  const ana = await world.person('Ana');
  const chatId = savedMessagesId(ana.id);
  const messageId = await world.say(ana, chatId, 'Tala');
  const target = { chatId, messageId };
  await world.applied(ana, 'sendMessage', { ...world.message(chatId), files: [newId()] });
  await world.applied(ana, 'sendMessage', { ...world.message(chatId), replyToId: messageId });
  await world.applied(ana, 'reactToMessage', { ...target, emoji: '👍' });
  await world.applied(ana, 'pinMessage', { ...target, isPinned: true });
  await world.applied(ana, 'starMessage', { ...target, isStarred: true });
  await world.applied(ana, 'setChatPin', { chatId, rank: 'a0' });
  await world.applied(ana, 'setChatPreferences', { chatId, isArchived: true });
});

it('lets its owner edit and really delete what is in it however old it is', async () => {
  const { world } = api;
  const { ana, chatId: withBen } = await world.friends();
  const chatId = savedMessagesId(ana.id);
  const [old, said] = [await world.say(ana, chatId, 'Tala'), await world.say(ana, withBen, 'Oy!')];
  world.clock.advance(LIMITS.messageChangeMs + 1_000);
  const edit = { chatId, messageId: old, content: 'Ibang tala' };
  await world.applied(ana, 'editMessage', edit);
  await world.applied(ana, 'deleteMessage', { chatId, messageId: old });
  expect(await world.db.select().from(messages).where(eq(messages.id, old))).toMatchObject([
    { content: null },
  ]);
  expect(await world.verdict(ana, 'deleteMessage', { chatId: withBen, messageId: said })).toBe('too_late');
});

it('notifies nobody, and nothing in it is unseen', async () => {
  const { world } = api;
  const ana = await world.person('Ana');
  const subscription = { endpoint: 'https://fcm.googleapis.com/x', keys: { auth: 'A'.repeat(22) } };
  await api.ask(ana, 'POST', '/notifications/push/register', { body: subscription });
  expect(await world.db.$count(pushSubscriptions, eq(pushSubscriptions.userId, ana.id))).toBe(1);
  await world.say(ana, savedMessagesId(ana.id), 'Tala');
  expect((await api.ask(ana, 'GET', '/chats/messages/unseen-count')).json().data).toMatchObject({
    count: 0,
    byChat: [],
  });
});
