import { expect, it } from 'vitest';
import { blockId, memberId, newId, privateChatId, savedMessagesId } from '../../protocol/index.ts';
import { LocalDatabase } from '../../sync/index.ts';
import { readChat } from './chat.ts';

const at = '2026-03-01T08:00:00.000Z';

it('does not let me pin or unpin messages in the private chat with somebody I have blocked', async () => {
  const [me, ben] = [newId(), newId()];
  const [id, code] = [privateChatId(me, ben), 'ABCDEFGHJKMNP'];
  const db = new LocalDatabase(`chat-${newId()}`);
  await db.users.put({
    ...{ id: ben, uniqueCode: code, firstName: 'Ben', middleName: null, lastName: 'Cruz' },
    ...{ avatarId: null, createdAt: at, version: 1 },
  });
  await db.chats.put({
    ...{ id, type: 'PRIVATE', name: null, uniqueCode: null, avatarId: null, lastSeq: 1 },
    ...{ lastMessageAt: at, createdAt: at, requestedBy: null, version: 1 },
  });
  const canPin = async () => (await readChat(db, me, code, undefined))?.canPin;
  expect(await canPin()).toBe(true);
  await db.blocks.put({ id: blockId(me, newId()), userId: newId(), createdAt: at, version: 1 });
  expect(await canPin()).toBe(true);
  await db.blocks.put({ id: blockId(me, ben), userId: ben, createdAt: at, version: 1 });
  expect(await canPin()).toBe(false);
});

it('counts as unseen in an open chat what its row in the list counts', async () => {
  const [me, ben] = [newId(), newId()];
  const [id, code] = [privateChatId(me, ben), 'ABCDEFGHJKMNQ'];
  const db = new LocalDatabase(`chat-${newId()}`);
  await db.users.put({
    ...{ id: ben, uniqueCode: code, firstName: 'Ben', middleName: null, lastName: 'Cruz' },
    ...{ avatarId: null, createdAt: at, version: 1 },
  });
  await db.chats.put({
    ...{ id, type: 'PRIVATE', name: null, uniqueCode: null, avatarId: null, lastSeq: 3 },
    ...{ lastMessageAt: at, createdAt: at, requestedBy: null, version: 1 },
  });
  await db.memberships.put({
    ...{ id: memberId(id, me), chatId: id, userId: me, seenSeq: 1, ownAfterSeen: 0, clearedSeq: 0 },
    ...{ clearedAt: null, isDeclined: false, isArchived: false, isMuted: false, version: 1 },
  });
  const message = (seq: number, deletedAt: string | null) => ({
    ...{ id: `m${seq}`, chatId: id, kind: 'user' as const, seq, afterSeq: seq, order: seq, senderId: ben },
    ...{ content: 'Tara!', images: [], files: [], video: null, media: [], replyToId: null, mentions: [] },
    ...{ isForwarded: false, reactions: [], event: null, editedAt: null, deletedAt },
    ...{ writtenAt: at, createdAt: at, version: 1 },
  });
  await db.messages.bulkPut([message(2, null), message(3, at)]);
  expect((await readChat(db, me, code, undefined))?.unseen).toBe(1);
});

it('opens the chat with myself by my own code, before anything is in it, with nobody to ask or to tell', async () => {
  const me = newId();
  const code = 'ABCDEFGHJKMNR';
  const own = {
    ...{ id: me, uniqueCode: code, firstName: 'Ana', middleName: null, lastName: 'Santos' },
    ...{ avatarId: null, createdAt: at, version: 1 },
  };
  const db = new LocalDatabase(`chat-${newId()}`);
  const saved = {
    ...{ id: savedMessagesId(me), code, isSaved: true, isPrivate: true, person: undefined, others: [] },
    ...{ request: null, canWrite: true, canPin: true, unseen: 0 },
  };
  // A device that has pulled nothing yet knows its member from what the server says of the code.
  expect(await readChat(db, me, code, undefined)).toBeNull();
  expect(await readChat(db, me, code, own)).toMatchObject(saved);
  await db.users.put(own);
  expect(await readChat(db, me, code, undefined)).toMatchObject(saved);
});
