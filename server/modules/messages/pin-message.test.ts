import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cursor, LIMITS, newId, type PullResponse, pinnedResponse } from '../../../protocol/index.ts';
import { friendships, messages } from '../../db/schema.ts';
import { openApi } from '../../testing/api.ts';
import type { Person } from '../../testing/world.ts';

let api: Awaited<ReturnType<typeof openApi>>;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

type Target = { chatId: string; messageId: string };
const pin = (actor: Person, target: Target, isPinned = true) =>
  api.world.verdict(actor, 'pinMessage', { ...target, isPinned });

const rowsOf = ({ scopes }: PullResponse) =>
  scopes
    .flatMap(({ changes }) => changes)
    .flatMap((change) => (change.table === 'pinnedMessages' ? [change] : []));
/** What a new device gets of pinned messages. */
const pinnedFor = async (person: Person) =>
  rowsOf(await api.world.pull(person)).flatMap(({ row }) => (row === null ? [] : [row]));
const cursorsOf = ({ scopes }: PullResponse): Record<string, Cursor> =>
  Object.fromEntries(scopes.map(({ scope, epoch, to }) => [scope, { epoch, seq: to }]));

/** Two friends and a message of Ana's. */
const setup = async () => {
  const friends = await api.world.friends();
  const messageId = await api.world.say(friends.ana, friends.chatId, 'Alas-otso sa gate 3');
  return { ...friends, target: { chatId: friends.chatId, messageId } };
};

/** A group of Ana's with Ben in it, and Cora, who is an admin. */
const setupGroup = async () => {
  const [ana, ben, cora] = [
    await api.world.person('Ana'),
    await api.world.person('Ben'),
    await api.world.person('Cora'),
  ];
  for (const friend of [ben, cora]) await api.world.befriend(ana, friend);
  const chatId = newId();
  const users = [ben.id, cora.id];
  await api.world.applied(ana, 'createChat', { id: chatId, type: 'GROUP', name: 'Barkada', users });
  await api.world.applied(ana, 'setMemberRole', { chatId, userId: cora.id, role: 'ADMIN' });
  return { ana, ben, cora, chatId };
};

describe('pinning a message', () => {
  it('is for both people of a private chat, shows it to both, and twice is once', async () => {
    const { ana, ben, chatId, target } = await setup();
    expect([await pin(ben, target), await pin(ana, target)]).toEqual(['applied', 'applied']);
    const expected = {
      ...{ id: target.messageId, chatId, pinnedBy: ben.id, version: 2 },
      message: { content: 'Alas-otso sa gate 3', senderId: ana.id, seq: 1 },
    };
    expect(await pinnedFor(ana)).toMatchObject([expected]);
    expect(await pinnedFor(ben)).toMatchObject([expected]);
    expect([await pin(ana, target, false), await pin(ana, target, false)]).toEqual(['applied', 'applied']);
    expect(await pinnedFor(ben)).toEqual([]);
  });

  it('is for the owner and admins of a group', async () => {
    const { ana, ben, cora, chatId } = await setupGroup();
    const stranger = await api.world.person('Dina');
    const target = { chatId, messageId: await api.world.say(ben, chatId) };
    expect([await pin(ben, target), await pin(stranger, target)]).toEqual(['forbidden', 'not_found']);
    expect([await pin(cora, target), await pin(ben, target, false)]).toEqual(['applied', 'forbidden']);
    expect(await pinnedFor(ben)).toMatchObject([{ pinnedBy: cora.id }]);
    expect(await pin(ana, target, false)).toBe('applied');
    expect(await pinnedFor(ben)).toEqual([]);
  });

  it('ends with the right to change what was said', async () => {
    const { ana, ben, target } = await setup();
    await api.world.db
      .update(friendships)
      .set({ deletedAt: api.world.clock.now() })
      .where(eq(friendships.requesterId, ana.id));
    expect(await pin(ben, target)).toBe('forbidden');
    await api.world.block(ben, ana);
    expect([await pin(ana, target), await pin(ben, target)]).toEqual(['not_found', 'not_found']);
  });

  it('is refused for a message of another chat, a line of the system and a deleted message', async () => {
    const { ana, target } = await setup();
    const { ana: owner, chatId } = await setupGroup();
    expect(await pin(owner, { ...target, chatId })).toBe('not_found');
    const [line] = await api.world.db.select().from(messages).where(eq(messages.chatId, chatId));
    expect(await pin(owner, { chatId, messageId: line?.id ?? '' })).toBe('not_found');
    await api.world.applied(ana, 'deleteMessage', target);
    expect(await pin(ana, target)).toBe('conflict');
  });

  it('has a bound, which deleted messages do not count for', async () => {
    const { ana, ben, chatId, target } = await setup();
    const ids: string[] = [];
    for (let more = LIMITS.pinnedMessagesMax; more > 0; more -= 1) {
      const messageId = await api.world.say(ana, chatId);
      ids.push(messageId);
      expect(await pin(more % 2 === 0 ? ana : ben, { chatId, messageId })).toBe('applied');
    }
    expect(await pin(ana, target)).toBe('too_many_pinned');
    await api.world.applied(ana, 'deleteMessage', { chatId, messageId: ids[0] });
    expect(await pin(ana, target)).toBe('applied');
    const next = { chatId, messageId: await api.world.say(ana, chatId) };
    expect(await pin(ana, next)).toBe('too_many_pinned');
    expect(await pin(ben, { chatId, messageId: ids[1] ?? '' }, false)).toBe('applied');
    expect(await pin(ana, next)).toBe('applied');
    expect(await pinnedFor(ben)).toHaveLength(LIMITS.pinnedMessagesMax);
  });

  it('makes room for somebody who sees fewer than there are, who could unpin none', async () => {
    const { ana, ben, chatId, target } = await setup();
    const ids: string[] = [];
    for (let more = LIMITS.pinnedMessagesMax; more > 0; more -= 1) {
      const messageId = await api.world.say(ana, chatId);
      ids.push(messageId);
      await pin(ana, { chatId, messageId });
      api.world.clock.advance(1_000);
    }
    const [first = '', second = '', third = ''] = ids;
    await api.world.applied(ben, 'hideMessage', { chatId, messageId: third, hidden: true });
    const held = cursorsOf(await api.world.pull(ana));
    expect(await pin(ben, target)).toBe('applied');
    const news = rowsOf(await api.world.pull(ana, held));
    expect(news).toHaveLength(2);
    expect(news.find(({ id }) => id === third)).toMatchObject({ row: null });
    expect(news.find(({ id }) => id === target.messageId)).toMatchObject({ row: { pinnedBy: ben.id } });
    await api.world.applied(ben, 'clearChat', { chatId, seq: LIMITS.pinnedMessagesMax + 1 });
    const seen = { chatId, messageId: await api.world.say(ana, chatId) };
    // Ana sees them all. What Ben may not pin makes no room.
    expect([await pin(ana, seen), await pin(ben, { chatId, messageId: second })]).toEqual([
      'too_many_pinned',
      'not_found',
    ]);
    expect([await pin(ben, seen), await pin(ben, seen)]).toEqual(['applied', 'applied']);
    const left = (await pinnedFor(ana)).map(({ id }) => id);
    expect(left).toHaveLength(LIMITS.pinnedMessagesMax);
    expect(new Set(left)).toEqual(new Set([target.messageId, second, ...ids.slice(3), seen.messageId]));
    expect(left).not.toContain(first);
  });

  it('makes room for an owner who has come after all that is pinned', async () => {
    const { ana, cora, chatId } = await setupGroup();
    for (let more = LIMITS.pinnedMessagesMax; more > 0; more -= 1)
      await pin(ana, { chatId, messageId: await api.world.say(ana, chatId, 'Bago pa siya') });
    const dina = await api.world.person('Dina');
    await api.world.befriend(ana, dina);
    await api.world.applied(ana, 'addMember', { chatId, userId: dina.id });
    await api.world.applied(ana, 'setMemberRole', { chatId, userId: dina.id, role: 'OWNER' });
    const held = cursorsOf(await api.world.pull(dina));
    const next = { chatId, messageId: await api.world.say(dina, chatId) };
    expect([await pin(cora, next), await pin(dina, next)]).toEqual(['too_many_pinned', 'applied']);
    expect(await pinnedFor(cora)).toHaveLength(LIMITS.pinnedMessagesMax);
    expect(JSON.stringify(await api.world.pull(dina, held))).not.toContain('Bago pa siya');
  });

  it('is called over HTTP', async () => {
    const { ana, ben, chatId, target } = await setup();
    const path = `/chats/${chatId}/messages/${target.messageId}/pinned`;
    const answer = await api.ask(ben, 'PUT', path, { body: { isPinned: true } });
    expect(pinnedResponse.parse(answer.json()).data).toEqual({
      messageId: target.messageId,
      isPinned: true,
    });
    expect(await pinnedFor(ana)).toHaveLength(1);
    expect((await api.ask(ben, 'PUT', path, { body: {} })).statusCode).toBe(400);
  });
});

describe('a pinned message', () => {
  it('changes with the message and goes with it', async () => {
    const { ana, ben, target } = await setup();
    await pin(ben, target);
    const held = await api.world.pull(ben);
    const news = async () => rowsOf(await api.world.pull(ben, cursorsOf(held)));
    await api.world.applied(ana, 'editMessage', { ...target, content: 'Alas-nuwebe na' });
    expect(await news()).toMatchObject([{ version: 3, row: { message: { content: 'Alas-nuwebe na' } } }]);
    await api.world.applied(ben, 'reactToMessage', { ...target, emoji: '👍' });
    const [reacted] = await news();
    expect(reacted).toMatchObject({ version: 4, row: { message: { version: 4 } } });
    expect(JSON.stringify(reacted)).not.toContain('👍');
    await api.world.applied(ana, 'deleteMessage', target);
    expect(await news()).toMatchObject([{ id: target.messageId, version: 5, row: null }]);
    expect(await pinnedFor(ana)).toEqual([]);
  });

  it('is not for those who came after it was said, however they get their data', async () => {
    const { ana, chatId } = await setupGroup();
    const [before, after] = [await api.world.say(ana, chatId, 'Para sa atin lang'), newId()];
    await pin(ana, { chatId, messageId: before });
    const dina = await api.world.person('Dina');
    await api.world.befriend(ana, dina);
    await api.world.applied(ana, 'addMember', { chatId, userId: dina.id });
    expect(await pinnedFor(dina)).toEqual([]);
    const held = cursorsOf(await api.world.pull(dina));
    // Pinned anew, and one that she may read.
    await pin(ana, { chatId, messageId: before }, false);
    await pin(ana, { chatId, messageId: before });
    await api.world.applied(ana, 'sendMessage', { ...api.world.message(chatId, 'Hi Dina'), id: after });
    await pin(ana, { chatId, messageId: after });
    const tail = await api.world.pull(dina, held);
    expect(rowsOf(tail)).toMatchObject([{ id: after }]);
    expect(JSON.stringify(tail)).not.toContain('Para sa atin lang');
    expect((await pinnedFor(dina)).map(({ id }) => id)).toEqual([after]);
  });

  it('brings the profile of its sender, who may have left', async () => {
    const { ana, ben, chatId } = await setupGroup();
    const messageId = await api.world.say(ben, chatId);
    for (let more = LIMITS.snapshotMessages; more > 0; more -= 1) await api.world.say(ana, chatId);
    await api.world.applied(ben, 'leaveChat', { chatId });
    const cora = await api.world.person('Elsa');
    await api.world.befriend(ana, cora);
    await api.world.applied(ana, 'addMember', { chatId, userId: cora.id });
    const held = cursorsOf(await api.world.pull(ana));
    await pin(ana, { chatId, messageId });
    const peopleIn = ({ scopes }: PullResponse) =>
      scopes.flatMap(({ changes }) => changes.flatMap(({ table, id }) => (table === 'users' ? [id] : [])));
    expect(peopleIn(await api.world.pull(ana, held))).toContain(ben.id);
    const chat = (await api.world.pull(ana)).scopes.filter(({ scope }) => scope === `chat:${chatId}`);
    expect(chat.flatMap(({ changes }) => changes.map(({ id }) => id))).toContain(ben.id);
  });
});
