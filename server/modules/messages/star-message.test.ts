import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Cursor,
  LIMITS,
  newId,
  type PullResponse,
  starId,
  starredResponse,
} from '../../../protocol/index.ts';
import { messages, starredMessages } from '../../db/schema.ts';
import { openApi } from '../../testing/api.ts';
import type { Person } from '../../testing/world.ts';

let api: Awaited<ReturnType<typeof openApi>>;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

type Target = { chatId: string; messageId: string };
const star = (actor: Person, target: Target, isStarred = true) =>
  api.world.verdict(actor, 'starMessage', { ...target, isStarred });
const rowsOf = ({ scopes }: PullResponse) =>
  scopes
    .flatMap(({ changes }) => changes)
    .flatMap((change) => (change.table === 'starredMessages' ? [change] : []));
/** What a new device gets of stars. */
const starsOf = async (person: Person) =>
  rowsOf(await api.world.pull(person)).flatMap(({ row }) => (row === null ? [] : [row]));
const cursorsOf = ({ scopes }: PullResponse): Record<string, Cursor> =>
  Object.fromEntries(scopes.map(({ scope, epoch, to }) => [scope, { epoch, seq: to }]));

/** Two friends, and a message of Ana's that Ben has starred, on a device that holds that. */
const setup = async () => {
  const { ana, ben, chatId } = await api.world.friends();
  const target = { chatId, messageId: await api.world.say(ana, chatId, 'Wifi: tambay2026') };
  expect(await star(ben, target)).toBe('applied');
  const held = cursorsOf(await api.world.pull(ben));
  const news = async () => rowsOf(await api.world.pull(ben, held));
  return { ana, ben, chatId, target, news, id: starId(ben.id, target.messageId) };
};

describe('starring a message', () => {
  it('is for oneself alone, carries the message, and twice is once', async () => {
    const { ana, ben, chatId, target, news, id } = await setup();
    expect(await star(ben, target)).toBe('applied');
    expect(await news()).toEqual([]);
    expect(await starsOf(ben)).toMatchObject([
      {
        ...{ id, userId: ben.id, chatId, messageId: target.messageId, version: 1 },
        message: { content: 'Wifi: tambay2026', senderId: ana.id },
      },
    ]);
    expect(JSON.stringify(await api.world.pull(ana))).not.toContain(id);
    expect([await star(ben, target, false), await star(ben, target, false)]).toEqual(['applied', 'applied']);
    expect(await news()).toMatchObject([{ id, version: 2, row: null }]);
    expect(await star(ben, target)).toBe('applied');
    expect(await news()).toMatchObject([{ id, version: 3, row: { message: { seq: 1 } } }]);
  });

  it('is for those who may read the message, and ends also across a block', async () => {
    const { ana, ben, chatId, target, news } = await setup();
    expect(await star(await api.world.person('Cora'), target)).toBe('not_found');
    const other = { chatId, messageId: await api.world.say(ana, chatId) };
    await api.world.block(ben, ana);
    expect(await star(ben, other)).toBe('not_found');
    expect(await star(ben, target, false)).toBe('applied');
    expect(await news()).toMatchObject([{ row: null }]);
  });

  it('has a bound, and none for a deleted message', async () => {
    const { ana, ben, chatId, target } = await setup();
    const next = { chatId, messageId: await api.world.say(ana, chatId) };
    const now = api.world.clock.now();
    const others = Array.from({ length: LIMITS.starredMessagesMax - 1 }, () => newId());
    const [like] = await api.world.db.select().from(messages).where(eq(messages.id, target.messageId));
    if (!like) throw new Error('The message is gone.');
    await api.world.db
      .insert(messages)
      .values(others.map((id, index) => ({ ...like, id, seq: 1_000 + index, afterSeq: 1_000 + index })));
    await api.world.db.insert(starredMessages).values(
      others.map((messageId) => ({
        ...{ id: starId(ben.id, messageId), userId: ben.id, chatId, messageId, starredAt: now },
      })),
    );
    expect([await star(ben, next), await star(ana, next)]).toEqual(['too_many_starred', 'applied']);
    await star(ben, target, false);
    expect(await star(ben, next)).toBe('applied');
    // One on a message that Ben has deleted for himself is in no list: it makes room.
    const another = { chatId, messageId: await api.world.say(ana, chatId) };
    expect(await star(ben, another)).toBe('too_many_starred');
    await api.world.applied(ben, 'hideMessage', { ...next, hidden: true });
    expect(await star(ben, another)).toBe('applied');
    const [gone] = await api.world.db
      .select()
      .from(starredMessages)
      .where(eq(starredMessages.id, starId(ben.id, next.messageId)));
    expect(gone?.deletedAt).not.toBeNull();
    await api.world.applied(ana, 'deleteMessage', target);
    expect(await star(ana, target)).toBe('conflict');
  });

  it('is called over HTTP', async () => {
    const { ana, chatId, target } = await setup();
    const path = `/chats/${chatId}/messages/${target.messageId}/starred`;
    const answer = await api.ask(ana, 'PUT', path, { body: { isStarred: true } });
    expect(starredResponse.parse(answer.json()).data).toEqual({
      messageId: target.messageId,
      isStarred: true,
    });
    expect(await starsOf(ana)).toHaveLength(1);
  });
});

describe('a star', () => {
  it('follows the words of its message, and not what others think of it', async () => {
    const { ana, target, news, id } = await setup();
    await api.world.applied(ana, 'reactToMessage', { ...target, emoji: '👍' });
    expect(await news()).toEqual([]);
    await api.world.applied(ana, 'editMessage', { ...target, content: 'Wifi: tambay2027' });
    expect(await news()).toMatchObject([
      { id, version: 2, row: { message: { content: 'Wifi: tambay2027' } } },
    ]);
    // One that does not stand is no reason to tell anybody.
    await api.world.applied(ana, 'editMessage', { ...target, content: 'Wifi: tambay2027' });
    expect(await news()).toMatchObject([{ version: 2 }]);
  });

  it('goes with its message, in the same command', async () => {
    const { ana, ben, target, news, id } = await setup();
    await api.world.applied(ana, 'deleteMessage', target);
    expect(await news()).toMatchObject([{ id, version: 2, row: null }]);
    expect(await starsOf(ben)).toEqual([]);
    const [row] = await api.world.db.select().from(starredMessages).where(eq(starredMessages.id, id));
    expect(row?.deletedAt).toEqual(api.world.clock.now());
  });

  it('goes with what one clears, and no further', async () => {
    const { ana, ben, chatId, news, id } = await setup();
    const later = { chatId, messageId: await api.world.say(ana, chatId, 'Mamaya') };
    await star(ben, later);
    await api.world.applied(ben, 'clearChat', { chatId, seq: 1 });
    expect((await news()).filter(({ row }) => row === null)).toMatchObject([{ id }]);
    expect((await starsOf(ben)).map(({ messageId }) => messageId)).toEqual([later.messageId]);
    await star(ana, later);
    await api.world.applied(ben, 'clearChat', { chatId, seq: 2 });
    expect([await starsOf(ben), (await starsOf(ana)).length]).toEqual([[], 1]);
  });

  it('goes when its owner leaves the chat or is taken out', async () => {
    const [ana, ben, cora] = [
      await api.world.person('Ana'),
      await api.world.person('Ben'),
      await api.world.person('Cora'),
    ];
    for (const friend of [ben, cora]) await api.world.befriend(ana, friend);
    const chatId = newId();
    const users = [ben.id, cora.id];
    await api.world.applied(ana, 'createChat', { id: chatId, type: 'GROUP', name: 'Barkada', users });
    const target = { chatId, messageId: await api.world.say(ana, chatId) };
    for (const person of [ana, ben, cora]) await star(person, target);
    await api.world.applied(ben, 'leaveChat', { chatId });
    await api.world.applied(ana, 'removeMember', { chatId, userId: cora.id });
    expect([await starsOf(ben), await starsOf(cora)]).toEqual([[], []]);
    expect(await starsOf(ana)).toHaveLength(1);
    await api.world.applied(ana, 'deleteChat', { chatId });
    expect(await starsOf(ana)).toEqual([]);
  });
});
