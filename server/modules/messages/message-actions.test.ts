import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatsResponse, LIMITS, messageResponse, messagesResponse, newId } from '../../../protocol/index.ts';
import { friendships, messages } from '../../db/schema.ts';
import { openApi } from '../../testing/api.ts';
import type { Person } from '../../testing/world.ts';

let api: Awaited<ReturnType<typeof openApi>>;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

/** Two friends and a message of Ana's. */
const setup = async () => {
  const friends = await api.world.friends();
  const messageId = await api.world.say(friends.ana, friends.chatId, 'Tara!');
  const target = { chatId: friends.chatId, messageId };
  const edit = (actor: Person, content = 'Tara na!') =>
    api.world.verdict(actor, 'editMessage', { ...target, content });
  const remove = (actor: Person) => api.world.verdict(actor, 'deleteMessage', target);
  const react = (actor: Person, emoji: string | null) =>
    api.world.verdict(actor, 'reactToMessage', { ...target, emoji });
  const hide = (actor: Person, hidden = true) =>
    api.world.verdict(actor, 'hideMessage', { ...target, hidden });
  const stored = async () => {
    const [row] = await api.world.db.select().from(messages).where(eq(messages.id, messageId));
    if (!row) throw new Error('The message is gone.');
    return row;
  };
  return { ...friends, target, edit, remove, react, hide, stored };
};

const unfriend = (ana: Person) =>
  api.world.db
    .update(friendships)
    .set({ deletedAt: api.world.clock.now() })
    .where(eq(friendships.requesterId, ana.id));

describe('editing a message', () => {
  it('changes its words and says when, and the same words twice are one edit', async () => {
    const { ana, edit, stored } = await setup();
    api.world.clock.advance(60_000);
    expect([await edit(ana), await edit(ana)]).toEqual(['applied', 'applied']);
    expect(await stored()).toMatchObject({
      content: 'Tara na!',
      editedAt: api.world.clock.now(),
      version: 2,
      seq: 1,
    });
  });

  it('is for its sender, for 48 hours by the clock of the server', async () => {
    const { ana, ben, edit } = await setup();
    const stranger = await api.world.person('Cora');
    expect([await edit(ben), await edit(stranger)]).toEqual(['forbidden', 'not_found']);
    api.world.clock.advance(LIMITS.messageChangeMs);
    expect(await edit(ana)).toBe('applied');
    api.world.clock.advance(1);
    expect(await edit(ana, 'Too late')).toBe('too_late');
  });

  it('that was begun over other words is refused, unless it says what is there', async () => {
    const { ana, edit, target, stored } = await setup();
    const late = (content: string, expectedContent: string | null) =>
      api.world.verdict(ana, 'editMessage', { ...target, content, expectedContent });
    expect(await edit(ana, 'Bukas na')).toBe('applied');
    expect(await late('Mamaya', 'Tara!')).toBe('conflict');
    expect((await stored()).content).toBe('Bukas na');
    expect(await late('Bukas na', 'Tara!')).toBe('applied');
    expect(await late('Mamaya', 'Bukas na')).toBe('applied');
    expect(await late('Ngayon', null)).toBe('applied');
  });

  it('names whom its words name: members alone, and without a word of it those it named before', async () => {
    const { ana, ben, chatId } = await setup();
    const message = api.world.message(chatId, '@Ben Reyes oy');
    const naming = { mentions: [ben.id], mentionNames: { [ben.id]: 'Ben Reyes' } };
    expect(await api.world.verdict(ana, 'sendMessage', { ...message, ...naming })).toBe('applied');
    const edited = async (args: { content: string; mentions?: string[]; mentionNames?: object }) => {
      const target = { chatId, messageId: message.id };
      expect(await api.world.verdict(ana, 'editMessage', { ...target, ...args })).toBe('applied');
      const [row] = await api.world.db.select().from(messages).where(eq(messages.id, message.id));
      return row;
    };
    expect(await edited({ content: '@Ben Reyes tara' })).toMatchObject({ ...naming, version: 2 });
    const [stranger, hers] = [newId(), { [ana.id]: 'Ana' }];
    const anew = {
      content: '@Ana tara',
      mentions: [ana.id, stranger],
      mentionNames: { ...hers, [stranger]: 'Isa' },
    };
    expect(await edited(anew)).toMatchObject({ mentions: [ana.id], mentionNames: hers, version: 3 });
    // A second copy of the same edit is one edit.
    expect(await edited(anew)).toMatchObject({ version: 3 });
    // The same words may call another of that name.
    expect(await edited({ content: '@Ana tara', mentions: [ben.id] })).toMatchObject({
      ...{ mentions: [ben.id], mentionNames: {}, version: 4 },
    });
    expect(await edited({ content: 'Tara', mentions: [] })).toMatchObject({ mentions: [], version: 5 });
  });

  it('needs words, and something to change', async () => {
    const { ana, edit, remove, target } = await setup();
    const outcome = await api.world.run(ana, 'editMessage', { ...target, content: ' \n' });
    expect(outcome).toMatchObject({
      status: 'rejected',
      error: { code: 'validation', errors: [{ field: 'content', message: 'Required' }] },
    });
    await remove(ana);
    expect(await edit(ana)).toBe('conflict');
  });

  it('ends with the right to write', async () => {
    const { ana, ben, edit, react } = await setup();
    await unfriend(ana);
    expect([await edit(ana), await react(ben, '👍')]).toEqual(['forbidden', 'forbidden']);
    await api.world.block(ben, ana);
    expect([await edit(ana), await react(ben, '👍')]).toEqual(['not_found', 'not_found']);
  });
});

describe('deleting a message for everyone', () => {
  it('leaves its place and nothing of what it said', async () => {
    const { ana, ben, react, remove, stored } = await setup();
    await react(ben, '❤️');
    expect([await remove(ana), await remove(ana)]).toEqual(['applied', 'applied']);
    expect(await stored()).toMatchObject({ content: null, reactions: [], seq: 1, version: 3 });
    expect((await stored()).deletedAt).toEqual(api.world.clock.now());
    expect(await react(ben, '👍')).toBe('conflict');
  });

  it('is for its sender, within 48 hours, also after the friendship', async () => {
    const { ana, ben, remove } = await setup();
    await unfriend(ana);
    expect(await remove(ben)).toBe('forbidden');
    api.world.clock.advance(LIMITS.messageChangeMs + 1);
    expect(await remove(ana)).toBe('too_late');
  });
});

describe('reactions', () => {
  it('are one per person, in the order in which people reacted', async () => {
    const { ana, ben, react, stored } = await setup();
    for (const [actor, emoji] of [
      [ben, '👍'],
      [ana, '😂'],
      [ben, '❤️'],
      [ben, '❤️'],
    ] as const)
      expect(await react(actor, emoji)).toBe('applied');
    expect(await stored()).toMatchObject({
      reactions: [
        { userId: ana.id, emoji: '😂' },
        { userId: ben.id, emoji: '❤️' },
      ],
      version: 4,
      editedAt: null,
    });
    await react(ana, null);
    expect((await stored()).reactions).toEqual([{ userId: ben.id, emoji: '❤️' }]);
  });

  it('are emoji, and one', async () => {
    const { ben, react } = await setup();
    for (const word of ['ok', '👍👍', '', ' ', '1', '<b>']) expect(await react(ben, word)).toBe('validation');
    for (const emoji of ['👨‍👩‍👧‍👦', '🇵🇭', '👍🏽', '1️⃣']) expect(await react(ben, emoji)).toBe('applied');
  });
});

describe('deleting a message for oneself', () => {
  it('takes it out of one’s own lists alone, until it is brought back', async () => {
    const { ana, ben, chatId, hide } = await setup();
    const read = async (person: Person, query = '') =>
      messagesResponse.parse((await api.ask(person, 'GET', `/chats/${chatId}/messages${query}`)).json());
    expect([await hide(ben), await hide(ben)]).toEqual(['applied', 'applied']);
    expect((await read(ben)).data).toEqual([]);
    expect((await read(ben)).meta.total).toBe(0);
    expect((await read(ben, '?withHidden=true')).data).toHaveLength(1);
    expect((await read(ana)).data).toHaveLength(1);
    expect(chatsResponse.parse((await api.ask(ben, 'GET', '/chats')).json()).data[0]?.lastMessage).toBeNull();
    await hide(ben, false);
    expect((await read(ben)).data).toHaveLength(1);
    await hide(ben);
    expect((await read(ben)).data).toHaveLength(0);
  });
});

describe('the calls', () => {
  it('answer the message as it is then', async () => {
    const { ana, ben, target, chatId } = await setup();
    const path = `/chats/${chatId}/messages/${target.messageId}`;
    const answer = async (...call: Parameters<typeof api.ask>) =>
      messageResponse.parse((await api.ask(...call)).json());
    const edited = await answer(ana, 'PATCH', path, { body: { content: 'Tara na!' } });
    expect(edited.data).toMatchObject({ id: target.messageId, content: 'Tara na!' });
    const reacted = await answer(ben, 'PUT', `${path}/reaction`, { body: { emoji: '👍' } });
    expect(reacted.data.reactions).toEqual([{ userId: ben.id, emoji: '👍' }]);
    const gone = await answer(ana, 'DELETE', path);
    expect(gone.data).toMatchObject({ content: null, reactions: [], deletedAt: expect.any(String) });
  });
});

describe('a message that names people', () => {
  it('keeps those who are in the chat, and lets the words through for the rest', async () => {
    const { ana, ben, chatId } = await setup();
    const message = { ...api.world.message(chatId, '@Ben Reyes oy'), isForwarded: true };
    const mentions = [ben.id, newId()];
    expect(await api.world.verdict(ana, 'sendMessage', { ...message, mentions })).toBe('applied');
    const [row] = await api.world.db.select().from(messages).where(eq(messages.id, message.id));
    expect(row).toMatchObject({ mentions: [ben.id], isForwarded: true });
  });
});
