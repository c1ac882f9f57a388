import { expect, it } from 'vitest';
import { newId } from '../../protocol/index.ts';
import { LocalDatabase } from '../../sync/index.ts';
import { blockedChatIds, isCounted, isKept, readGone, readUnseen, unseenOf } from './unseen.ts';

const [ana, ben, cora] = ['ana', 'ben', 'cora'];
const member = (chatId: string, userId: string) => ({ chatId, userId });
const chats = [
  { id: 'withBen', type: 'PRIVATE' as const },
  { id: 'withCora', type: 'PRIVATE' as const },
  { id: 'barkada', type: 'GROUP' as const },
];
const members = chats.flatMap(({ id }) => [
  member(id, ana),
  ...(id === 'withCora' ? [] : [member(id, ben)]),
  ...(id === 'withBen' ? [] : [member(id, cora)]),
]);

it('counts nothing in the private chat of somebody I have blocked, and everything in a group with them', () => {
  expect(blockedChatIds(chats, members, [{ userId: ben }])).toEqual(new Set(['withBen']));
  expect(blockedChatIds(chats, members, [])).toEqual(new Set());
});

it('makes no badge of a chat that is muted, until the mute ends', () => {
  const [end, chat] = ['2026-03-01T08:00:00.000Z', { requestedBy: null }];
  const place = { userId: ana, isDeclined: false, isMuted: true, mutedUntil: end };
  expect(isCounted(chat, place, Date.parse(end) - 1)).toBe(false);
  expect(isCounted(chat, place, Date.parse(end))).toBe(true);
  expect(isCounted(chat, { ...place, mutedUntil: null }, Date.parse(end))).toBe(false);
  expect(isCounted({ requestedBy: ben }, place, Date.parse(end))).toBe(false);
});

it('counts what is new and not my own, and never less than nothing', () => {
  expect(unseenOf({ lastSeq: 9 }, { seenSeq: 4, ownAfterSeen: 2 })).toBe(3);
  expect(unseenOf({ lastSeq: 3 }, { seenSeq: 4, ownAfterSeen: 0 })).toBe(0);
});

it('counts nothing that was deleted, for everyone or for me, and each once', async () => {
  const db = new LocalDatabase(`unseen-${newId()}`);
  const at = '2026-03-01T08:00:00.000Z';
  const message = (seq: number, senderId = ben, deletedAt: string | null = null) => ({
    ...{ id: `m${seq}`, chatId: 'withBen', kind: 'user' as const, seq, afterSeq: seq, order: seq, senderId },
    ...{ content: 'Tara!', images: [], files: [], video: null, media: [], replyToId: null, mentions: [] },
    ...{ isForwarded: false, reactions: [], event: null, editedAt: null, deletedAt },
    ...{ writtenAt: at, createdAt: at, version: 1 },
  });
  const hide = (messageId: string) =>
    db.hidden.put({ id: messageId, userId: ana, chatId: 'withBen', messageId, createdAt: at, version: 1 });
  const place = {
    ...{
      id: 'p',
      chatId: 'withBen',
      userId: ana,
      seenSeq: 1,
      ownAfterSeen: 1,
      clearedSeq: 0,
      clearedAt: null,
    },
    ...{ isDeclined: false, isArchived: false, isMuted: false, version: 1 },
  };
  const count = async () => (await readUnseen(db, [{ id: 'withBen', lastSeq: 5 }], [place])).get('withBen');
  await db.messages.bulkPut([message(1), message(2), message(3, ana), message(4, ben, at), message(5)]);
  expect(await count()).toBe(2);
  // What was seen, my own, and what everybody lost made no count before; one that is not held is not known.
  for (const id of ['m1', 'm3', 'm4', 'elsewhere']) await hide(id);
  expect(await count()).toBe(2);
  await hide('m5');
  expect(await count()).toBe(1);
  const gone = await readGone({ db }, ['m2', 'm4', 'm5', 'of nobody']);
  expect(['m2', 'm4', 'm5', 'of nobody'].filter((id) => gone.has(id))).toEqual(['m4', 'm5']);
  db.close();
});

it('hides what I have cleared, and the lines between', () => {
  const at = (minute: number): string => `2026-03-01T08:${String(minute).padStart(2, '0')}:00.000Z`;
  const cleared = { clearedSeq: 3, clearedAt: at(30) };
  const line = { kind: 'system', order: 3.5, createdAt: at(20) } as const;
  const words = [3, 4].map((order) => ({ kind: 'user', order, createdAt: at(40) }) as const);
  expect([...words, line].filter((row) => isKept(row, cleared)).map(({ order }) => order)).toEqual([4]);
  expect(isKept(line, { clearedSeq: 0 })).toBe(true);
  // Somebody left after it: nothing was said since, and it is news all the same.
  const later = { ...line, createdAt: at(31) };
  expect(isKept(later, cleared)).toBe(true);
  expect(isKept({ ...later, order: 2.5 }, cleared)).toBe(false);
  expect(isKept(later, { clearedSeq: 3 })).toBe(false);
});
