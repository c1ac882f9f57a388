import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LIMITS, newId } from '../../../protocol/index.ts';
import { messages, users } from '../../db/schema.ts';
import { openApi } from '../../testing/api.ts';
import type { Person } from '../../testing/world.ts';

let api: Awaited<ReturnType<typeof openApi>>;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

const sendVoice = async (sender: Person, chatId: string): Promise<string> => {
  const [id, file] = [newId(), newId()];
  await api.world.applied(sender, 'sendMessage', {
    ...{
      id,
      chatId,
      files: [file],
      voices: { [file]: { durationMs: 4_000, waveform: 'AZ09az+/'.repeat(8) } },
    },
    writtenAt: api.world.clock.now().toISOString(),
  });
  return id;
};
const listen = (actor: Person, chatId: string, messageId: string) =>
  api.world.verdict(actor, 'markListened', { chatId, messageId });
const listensOf = async (id: string) => {
  const [row] = await api.world.db.select().from(messages).where(eq(messages.id, id));
  return row?.listens.map(({ userId }) => userId);
};
const group = async (owner: Person, others: readonly Person[]): Promise<string> => {
  const id = newId();
  await api.world.applied(owner, 'createChat', {
    ...{ id, type: 'GROUP', name: 'Barkada', users: others.map((one) => one.id) },
  });
  return id;
};

it('is told once, with the time of the server, and goes with the message', async () => {
  const { ana, ben, chatId } = await api.world.friends();
  const id = await sendVoice(ana, chatId);
  api.world.clock.advance(5_000);
  const at = api.world.clock.now();
  expect([await listen(ben, chatId, id), await listen(ben, chatId, id)]).toEqual(['applied', 'applied']);
  const [row] = await api.world.db.select().from(messages).where(eq(messages.id, id));
  expect(row).toMatchObject({ listens: [{ userId: ben.id, at: at.toISOString() }], version: 2 });
  await api.world.applied(ana, 'deleteMessage', { chatId, messageId: id });
  expect(await listensOf(id)).toEqual([]);
  expect(await listen(ben, chatId, id)).toBe('applied');
  expect(await listensOf(id)).toEqual([]);
});

it('says nothing of one’s own message, of one that is no voice message, nor to who may not read it', async () => {
  const { ana, ben, chatId } = await api.world.friends();
  const id = await sendVoice(ana, chatId);
  expect(await listen(ana, chatId, id)).toBe('applied');
  expect(await listensOf(id)).toEqual([]);
  const words = await api.world.say(ana, chatId, 'Tara!');
  expect(await listen(ben, chatId, words)).toBe('applied');
  expect(await listensOf(words)).toEqual([]);
  // Whether it is there is not told: neither to a stranger nor across a block.
  const cora = await api.world.person('Cora');
  expect(await listen(cora, chatId, id)).toBe('applied');
  await api.world.block(ana, ben);
  expect(await listen(ben, chatId, id)).toBe('applied');
  expect(await listensOf(id)).toEqual([]);
  const answer = await api.ask(cora, 'PUT', `/chats/${chatId}/messages/${id}/listened`);
  expect([answer.statusCode, answer.json()]).toEqual([200, { data: { messageId: id } }]);
});

it('stores nothing of members who send no receipts', async () => {
  const { ana, ben, chatId } = await api.world.friends();
  const id = await sendVoice(ana, chatId);
  await api.world.db
    .update(users)
    .set({ settings: { sendReadReceipts: false } })
    .where(eq(users.id, ben.id));
  expect(await listen(ben, chatId, id)).toBe('applied');
  expect(await listensOf(id)).toEqual([]);
});

it('is told in small groups alone', async () => {
  const { ana, ben } = await api.world.friends();
  const small = await group(ana, [ben]);
  const inSmall = await sendVoice(ana, small);
  expect(await listen(ben, small, inSmall)).toBe('applied');
  expect(await listensOf(inSmall)).toEqual([ben.id]);
  const many: Person[] = [];
  for (let at = 0; at < LIMITS.receiptsMembersMax - 1; at += 1)
    many.push(await api.world.person(`Many${at}`));
  for (const one of many) await api.world.befriend(ana, one);
  const large = await group(ana, [ben, ...many]);
  const inLarge = await sendVoice(ana, large);
  expect(await listen(ben, large, inLarge)).toBe('applied');
  expect(await listensOf(inLarge)).toEqual([]);
});
