import { expect, it } from 'vitest';
import { blockId, newId, privateChatId } from '../../protocol/index.ts';
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
