import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type MessageRow,
  messageResponse,
  messagesResponse,
  newId,
  privateChatId,
} from '../../../protocol/index.ts';
import { chats, friendships, members, memberships, messages } from '../../db/schema.ts';
import { openApi } from '../../testing/api.ts';
import type { Person } from '../../testing/world.ts';

let api: Awaited<ReturnType<typeof openApi>>;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

const send = (person: Person, args: Record<string, unknown>) =>
  api.world.verdict(person, 'sendMessage', args);
/** Friends whose chat is gone from the database: what a first message starts with. */
const friendsWithoutChat = async () => {
  const { ana, ben, chatId } = await api.world.friends();
  await api.world.db.delete(members).where(eq(members.chatId, chatId));
  await api.world.db.delete(memberships).where(eq(memberships.chatId, chatId));
  await api.world.db.delete(chats).where(eq(chats.id, chatId));
  return { ana, ben, chatId };
};

describe('sending a message', () => {
  it('goes to a chat that the sender is in, and moves it on', async () => {
    const { ana, chatId } = await api.world.friends();
    for (let n = 1; n <= 3; n += 1) await api.world.say(ana, chatId, `line ${n}`);
    const rows = await api.world.db.select().from(messages).where(eq(messages.chatId, chatId));
    expect(rows.map(({ seq, content }) => [seq, content])).toEqual([
      [1, 'line 1'],
      [2, 'line 2'],
      [3, 'line 3'],
    ]);
    const [chat] = await api.world.db.select().from(chats).where(eq(chats.id, chatId));
    expect(chat).toMatchObject({ lastSeq: 3, version: 4, lastMessageAt: api.world.clock.now() });
    const own = await api.world.db.select().from(memberships).where(eq(memberships.userId, ana.id));
    expect(own).toMatchObject([{ ownAfterSeen: 3, seenSeq: 0 }]);
  });

  it('needs words or a file: anything empty is Required on content, by HTTP and by the outbox', async () => {
    const { ana, chatId } = await api.world.friends();
    const nothing = [
      {},
      { content: '' },
      { content: ' \n ' },
      { images: [] },
      { content: '  ', images: [], files: [] },
      { replyToId: newId() },
      { alts: {} },
      { mentions: [] },
      { isForwarded: true },
    ];
    for (const body of nothing) {
      const said = JSON.stringify(body);
      const answer = await api.ask(ana, 'POST', `/chats/${chatId}/messages`, { body });
      expect(answer.statusCode, said).toBe(400);
      expect(answer.json(), said).toMatchObject({
        ...{ status: 400, code: 'validation' },
        errors: [{ field: 'content', message: 'Required' }],
      });
      const { content: _content, ...message } = api.world.message(chatId);
      expect(await api.world.run(ana, 'sendMessage', { ...message, ...body }), said).toMatchObject({
        status: 'rejected',
        error: { code: 'validation', errors: [{ field: 'content', message: 'Required' }] },
      });
    }
    expect(await api.world.db.$count(messages, eq(messages.chatId, chatId))).toBe(0);
  });

  it('is not possible for somebody outside the chat, and for them the chat is not there', async () => {
    const { chatId } = await api.world.friends();
    const stranger = await api.world.person('Cora');
    expect(await send(stranger, api.world.message(chatId))).toBe('not_found');
    expect(await send(stranger, api.world.message(newId()))).toBe('not_found');
  });

  it('is a message request once the friendship has ended, and across a block the chat is not there', async () => {
    const { ana, ben, chatId } = await api.world.friends();
    await api.world.db
      .update(friendships)
      .set({ deletedAt: api.world.clock.now() })
      .where(eq(friendships.requesterId, ana.id));
    expect(await send(ana, { ...api.world.message(chatId), images: [newId()] })).toBe('request_text_only');
    expect(await send(ana, api.world.message(chatId))).toBe('applied');
    await api.world.block(ben, ana);
    expect([await send(ana, api.world.message(chatId)), await send(ben, api.world.message(chatId))]).toEqual([
      'not_found',
      'not_found',
    ]);
  });

  it('starts the private chat of two friends, and of nobody else', async () => {
    const { ana, ben, chatId } = await friendsWithoutChat();
    const message = api.world.message(chatId);
    expect(await send(ana, message)).toBe('not_found');
    expect(await send(ana, { ...message, recipientId: newId() })).toBe('validation');
    expect(await send(ana, { ...message, recipientId: ben.id })).toBe('applied');
    expect(await send(ben, api.world.message(chatId))).toBe('applied');
    const stranger = await api.world.person('Cora');
    const strange = api.world.message(privateChatId(ana.id, stranger.id));
    expect(await send(ana, { ...strange, recipientId: stranger.id })).toBe('not_found');
    // To oneself it is a saved message (saved-messages.test.ts).
    const saved = api.world.message(privateChatId(ana.id, ana.id));
    expect(await send(ana, { ...saved, recipientId: ana.id })).toBe('applied');
  });

  it('knows its own second copy, and refuses an id that is taken', async () => {
    const { ana, ben, chatId } = await api.world.friends();
    const message = api.world.message(chatId);
    expect([await send(ana, message), await send(ana, message)]).toEqual(['applied', 'applied']);
    expect(await send(ana, { ...message, content: 'other' })).toBe('id_taken');
    expect(await send(ben, message)).toBe('id_taken');
    expect(await api.world.db.$count(messages, eq(messages.chatId, chatId))).toBe(1);
  });

  it('answers only to messages of the same chat', async () => {
    const { ana, chatId } = await api.world.friends();
    const other = await api.world.friends();
    const here = await api.world.say(ana, chatId);
    const there = await api.world.say(other.ana, other.chatId);
    expect(await send(ana, { ...api.world.message(chatId), replyToId: here })).toBe('applied');
    expect(await send(ana, { ...api.world.message(chatId), replyToId: there })).toBe('impossible');
  });

  it('takes the time of arrival for a time that nobody can have meant', async () => {
    const { ana, chatId } = await api.world.friends();
    const now = api.world.clock.now().toISOString();
    const fromNow = (ms: number) => new Date(api.world.clock.now().getTime() + ms).toISOString();
    const written = async (writtenAt: string) => {
      const message = { ...api.world.message(chatId), writtenAt };
      await api.world.applied(ana, 'sendMessage', message);
      const [row] = await api.world.db.select().from(messages).where(eq(messages.id, message.id));
      return row?.writtenAt.toISOString();
    };
    expect(await written('0000-01-01T00:00:00.000Z')).toBe(now);
    expect(await written('9999-12-31T23:59:59.999Z')).toBe(now);
    for (const aheadMs of [1, 3 * 86_400_000]) expect(await written(fromNow(aheadMs))).toBe(now);
    expect(await written(fromNow(-60_000))).toBe(fromNow(-60_000));
  });
});

describe('/chats/{id}/messages', () => {
  const page = async (person: Person, chatId: string, query = '') => {
    const answer = await api.ask(person, 'GET', `/chats/${chatId}/messages${query}`);
    expect(answer.statusCode).toBe(200);
    const { data, meta } = messagesResponse.parse(answer.json());
    return { seqs: data.map(({ seq }: MessageRow) => seq), meta };
  };

  it('sends as the specification does, once per key', async () => {
    const { ana, chatId } = await api.world.friends();
    const body = { chatId, userId: ana.id, content: 'Magandang umaga' };
    const headers = { 'idempotency-key': newId(), 'x-acting-user': ana.id };
    const sent = await api.ask(ana, 'POST', `/chats/${chatId}/messages`, { body, headers });
    expect(sent.statusCode).toBe(201);
    expect(messageResponse.parse(sent.json()).data).toMatchObject({
      senderId: ana.id,
      content: body.content,
    });
    const again = await api.ask(ana, 'POST', `/chats/${chatId}/messages`, { body, headers });
    expect([again.statusCode, again.json(), again.headers['idempotent-replayed']]).toEqual([
      201,
      sent.json(),
      'true',
    ]);
    const other = { ...body, content: 'iba' };
    const reused = await api.ask(ana, 'POST', `/chats/${chatId}/messages`, { body: other, headers });
    expect([reused.statusCode, reused.json().code]).toEqual([422, 'key_reused']);
  });

  it('judges what the body says about who, where and under which key', async () => {
    const { ana, ben, chatId } = await api.world.friends();
    const post = async (body: unknown, headers: Record<string, string> = {}) => {
      const answer = await api.ask(ana, 'POST', `/chats/${chatId}/messages`, { body, headers });
      return [answer.statusCode, answer.json().code, answer.json().errors?.[0]?.field];
    };
    const content = 'x';
    expect(await post({ content, userId: ben.id })).toEqual([403, 'forbidden', undefined]);
    expect(await post({ content, chatId: newId() })).toEqual([400, 'validation', 'chatId']);
    expect(await post({})).toEqual([400, 'validation', 'content']);
    expect(await post({ content: '   ' })).toEqual([400, 'validation', 'content']);
    expect(await post({ content }, { 'idempotency-key': 'x'.repeat(10_000) })).toEqual([
      400,
      'validation',
      'Idempotency-Key',
    ]);
    expect(await post({ content }, { 'x-acting-user': ben.id })).toEqual([409, 'wrong_account', undefined]);
    expect(await api.world.db.$count(messages, eq(messages.chatId, chatId))).toBe(0);
  });

  it('is a page of history, by number, by cursor and by window', async () => {
    const { ana, ben, chatId } = await api.world.friends();
    for (let n = 0; n < 7; n += 1) await api.world.say(n % 2 ? ana : ben, chatId, `line ${n + 1}`);
    const first = await page(ana, chatId, '?perPage=3');
    expect(first).toMatchObject({ seqs: [7, 6, 5], meta: { total: 7, startReached: false } });
    expect((await page(ana, chatId, `?perPage=3&cursor=${first.meta.nextCursor}`)).seqs).toEqual([4, 3, 2]);
    expect(await page(ana, chatId, '?perPage=3&page=3')).toMatchObject({
      seqs: [1],
      meta: { startReached: true },
    });
    expect(await page(ana, chatId, '?perPage=2&beforeSeq=4')).toMatchObject({
      seqs: [3, 2],
      meta: { startReached: false },
    });
    expect(await page(ana, chatId, '?perPage=5&beforeSeq=4')).toMatchObject({
      seqs: [3, 2, 1],
      meta: { startReached: true },
    });
    expect(await page(ana, chatId, '?beforeSeq=1')).toMatchObject({ seqs: [], meta: { startReached: true } });
    expect((await page(ana, chatId, '?afterSeq=5&orderDir=ASC')).seqs).toEqual([6, 7]);
    expect((await page(ana, chatId, '?search=LINE%203')).seqs).toEqual([3]);
    expect((await page(ana, chatId, '?search=%25')).seqs).toEqual([]);
    const head = (await api.world.pull(ana)).scopes.find(({ scope }) => scope === `chat:${chatId}`);
    expect(first.meta.asOf).toEqual({ epoch: head?.epoch, seq: head?.to });
  });

  it('shows system lines behind the message that they follow', async () => {
    const { ana, chatId } = await api.world.friends();
    for (let n = 0; n < 3; n += 1) await api.world.say(ana, chatId);
    const at = api.world.clock.now();
    const line = {
      chatId,
      kind: 'system' as const,
      images: [],
      files: [],
      writtenAt: at,
      createdAt: at,
      logSeq: 4,
    };
    await api.world.db.insert(messages).values([
      { ...line, id: newId(), afterSeq: 0 },
      { ...line, id: newId(), afterSeq: 2 },
    ]);
    expect((await page(ana, chatId)).seqs).toEqual([3, null, 2, 1, null]);
    expect((await page(ana, chatId, '?orderDir=ASC')).seqs).toEqual([null, 1, 2, null, 3]);
    expect(await page(ana, chatId, '?perPage=2&beforeSeq=3')).toMatchObject({
      seqs: [null, 2],
      meta: { startReached: false },
    });
    const first = await page(ana, chatId, '?perPage=2');
    expect(await page(ana, chatId, `?perPage=3&cursor=${first.meta.nextCursor}`)).toMatchObject({
      seqs: [2, 1, null],
      meta: { startReached: true, nextCursor: null },
    });
    // More of them than a page holds: a device asks on before the same number.
    await api.world.db.insert(messages).values([
      { ...line, id: newId(), afterSeq: 2 },
      { ...line, id: newId(), afterSeq: 2 },
    ]);
    const lines = await page(ana, chatId, '?perPage=2&beforeSeq=3&withHidden=true');
    expect(lines.seqs).toEqual([null, null]);
    const rest = `?perPage=2&beforeSeq=3&withHidden=true&cursor=${lines.meta.nextCursor}`;
    expect((await page(ana, chatId, rest)).seqs).toEqual([null, 2]);
  });

  it('is for members only, and stays readable after a block', async () => {
    const { ana, ben, chatId } = await api.world.friends();
    const status = async (person: Person | null, id: string) =>
      (await api.ask(person, 'GET', `/chats/${id}/messages`)).statusCode;
    expect(await status(null, chatId)).toBe(401);
    expect(await status(await api.world.person('Cora'), chatId)).toBe(404);
    expect(await status(ana, newId())).toBe(404);
    expect(await status(ana, 'x')).toBe(400);
    await api.world.block(ana, ben);
    expect([await status(ana, chatId), await status(ben, chatId)]).toEqual([200, 200]);
  });
});
