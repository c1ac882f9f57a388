import { expect, it } from 'vitest';
import { LIMITS, memberId, newId, type StarredMessageRow, starId } from '../../protocol/index.ts';
import { LocalDatabase } from '../../sync/index.ts';
import { readStarredMessages, readStarsLeft } from './starred-messages.ts';

const [me, ben] = ['me', 'ben'];
const at = '2026-03-01T08:00:00.000Z';
const content = (chatId: string, seq: number): StarredMessageRow['message'] => ({
  ...{ id: `${chatId} ${seq}`, chatId, kind: 'user', seq, afterSeq: seq, senderId: ben },
  ...{ content: `${chatId} ${seq}`, images: [], files: [], video: null, media: [], replyToId: null },
  ...{ mentions: [], isForwarded: false, event: null },
  ...{ writtenAt: at, createdAt: at, editedAt: null, deletedAt: null },
});
const star = (chatId: string, seq: number, starredAt = at): StarredMessageRow => {
  const message = content(chatId, seq);
  const keys = { id: starId(me, message.id), userId: me, chatId, messageId: message.id };
  return { ...keys, starredAt, message, version: 1 };
};
const open = async (...chatIds: string[]): Promise<LocalDatabase> => {
  const db = new LocalDatabase(`starred-${newId()}`);
  await db.memberships.bulkPut(
    chatIds.map((chatId) => ({
      ...{ id: memberId(chatId, me), chatId, userId: me, seenSeq: 0, ownAfterSeen: 0, clearedSeq: 0 },
      ...{ clearedAt: null, isDeclined: false, isArchived: false, isMuted: false, version: 1 },
    })),
  );
  return db;
};
const read = async (db: LocalDatabase, chatId: string | null = null) =>
  (await readStarredMessages(db, me, chatId)).map((message) => message.content);

it('shows the newest star first, of all chats or of one, also where the message is not on the device', async () => {
  const db = await open('a', 'b');
  const later = '2026-03-02T08:00:00.000Z';
  await db.starredMessages.bulkPut([
    star('a', 1),
    star('b', 7, later),
    star('a', 2, '2026-03-03T08:00:00.000Z'),
  ]);
  expect(await read(db)).toEqual(['a 2', 'b 7', 'a 1']);
  expect(await read(db, 'a')).toEqual(['a 2', 'a 1']);
  const changed = { ...content('b', 7), content: 'Changed here', reactions: [], version: 2, order: 7 };
  await db.messages.put(changed);
  expect(await read(db, 'b')).toEqual(['Changed here']);
});

it('leaves out what is gone for everybody or for me, was cleared, or stands in a chat that I leave', async () => {
  const db = await open('a');
  await db.starredMessages.bulkPut([star('a', 1), star('a', 2), star('a', 3), star('a', 4), star('left', 9)]);
  const gone = { ...content('a', 3), content: null, deletedAt: at, reactions: [], version: 2, order: 3 };
  await db.messages.put(gone);
  await db.hidden.put({
    ...{ id: 'h', userId: me, chatId: 'a', messageId: 'a 4', createdAt: at, version: 1 },
  });
  await db.memberships.update(memberId('a', me), { clearedSeq: 1, clearedAt: at });
  expect(await read(db)).toEqual(['a 2']);
});

it('knows how many more there may be, and counts none that is in no list', async () => {
  const db = await open('a');
  const stars = Array.from({ length: LIMITS.starredMessagesMax - 1 }, (_, index) => star('a', index + 1));
  await db.starredMessages.bulkPut(stars);
  expect(await readStarsLeft(db, me)).toBe(1);
  await db.starredMessages.put(star('a', 1_000));
  expect(await readStarsLeft(db, me)).toBe(0);
  await db.hidden.put({
    ...{ id: 'h', userId: me, chatId: 'a', messageId: 'a 4', createdAt: at, version: 1 },
  });
  expect(await readStarsLeft(db, me)).toBe(1);
});
