import { expect, it } from 'vitest';
import { LIMITS, memberId, newId, type PinnedMessageRow } from '../../protocol/index.ts';
import { LocalDatabase, PENDING_ORDER } from '../../sync/index.ts';
import { isPinningFull, readPinnedMessages } from './pinned-messages.ts';

const [me, ben, chatId] = ['me', 'ben', 'a chat'];
const at = '2026-03-01T08:00:00.000Z';
const content = (seq: number | null, words = `Words ${seq}`): PinnedMessageRow['message'] => ({
  ...{ id: `m${seq}`, chatId, kind: 'user', seq, afterSeq: seq ?? 0, senderId: ben, content: words },
  ...{ images: [], files: [], video: null, media: [], replyToId: null, mentions: [], isForwarded: false },
  ...{ event: null, writtenAt: at, createdAt: at, editedAt: null, deletedAt: null, version: 2 },
});
const pinned = (seq: number | null): PinnedMessageRow => ({
  ...{ id: `m${seq}`, chatId, pinnedBy: ben, pinnedAt: at, message: content(seq), version: 2 },
});
const open = (): LocalDatabase => new LocalDatabase(`pinned-${newId()}`);
const read = async (db: LocalDatabase) =>
  (await readPinnedMessages(db, me, chatId)).map(({ message }) => message.content);

it('shows pinned messages in the order of the chat, also those that the device does not hold', async () => {
  const db = open();
  await db.pinnedMessages.bulkPut([pinned(7), pinned(null), pinned(2), { ...pinned(4), chatId: 'other' }]);
  // Changed here and not yet told.
  await db.messages.put({ ...content(7, 'Changed here'), reactions: [], order: 7 });
  await db.messages.put({ ...content(null, 'Waits'), reactions: [], order: PENDING_ORDER + 3 });
  expect(await read(db)).toEqual(['Words 2', 'Changed here', 'Waits']);
  const [first] = await readPinnedMessages(db, me, chatId);
  expect(first?.message).toMatchObject({ order: 2, reactions: [] });
});

it('leaves out what is gone for everybody, for me, or with all that I have cleared', async () => {
  const db = open();
  await db.pinnedMessages.bulkPut([1, 2, 3, 4].map(pinned));
  await db.messages.put({ ...content(3), content: null, reactions: [], order: 3, deletedAt: at });
  const id = `${me}:m4`;
  await db.hidden.put({ id, userId: me, chatId, messageId: 'm4', createdAt: at, version: 1 });
  await db.memberships.put({
    ...{ id: memberId(chatId, me), chatId, userId: me, seenSeq: 4, ownAfterSeen: 0, clearedSeq: 1 },
    ...{ clearedAt: at, isDeclined: false, isArchived: false, isMuted: false, version: 1 },
  });
  expect(await read(db)).toEqual(['Words 2']);
});

it('knows when I see as many as there may be in a chat', async () => {
  const db = open();
  const seqs = Array.from({ length: LIMITS.pinnedMessagesMax - 1 }, (_, index) => index + 1);
  await db.pinnedMessages.bulkPut(seqs.map(pinned));
  expect(await isPinningFull(db, me, chatId)).toBe(false);
  await db.pinnedMessages.put(pinned(99));
  expect(await isPinningFull(db, me, chatId)).toBe(true);
  expect(await isPinningFull(db, me, 'other')).toBe(false);
  await db.hidden.put({
    ...{ id: `${me}:m99`, userId: me, chatId, messageId: 'm99', createdAt: at, version: 1 },
  });
  expect(await isPinningFull(db, me, chatId)).toBe(false);
});
