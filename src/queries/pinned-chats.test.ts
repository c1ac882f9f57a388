import { expect, it } from 'vitest';
import { memberId, newId } from '../../protocol/index.ts';
import { LocalDatabase } from '../../sync/index.ts';
import { readPinnedChats } from './pinned-chats.ts';

const [me, ben] = [newId(), newId()];
const at = '2026-03-01T08:00:00.000Z';

it('has pinned chats in their order, without those that are not in my list', async () => {
  const db = new LocalDatabase(`pins-${newId()}`);
  const put = async (rank: string | null, chat: object = {}, place: object = {}): Promise<string> => {
    const id = newId();
    await db.chats.put({
      ...{ id, type: 'PRIVATE', name: null, uniqueCode: null, avatarId: null, lastSeq: 3 },
      ...{ lastMessageAt: at, createdAt: at, requestedBy: null, version: 1, ...chat },
    });
    await db.memberships.put({
      ...{ id: memberId(id, me), chatId: id, userId: me, seenSeq: 3, ownAfterSeen: 0, clearedSeq: 0 },
      ...{ clearedAt: null, isDeclined: false, isArchived: false, isMuted: false, version: 1 },
      ...{ pinRank: rank, ...place },
    });
    return id;
  };
  const second = await put('a1');
  const first = await put('a0', { requestedBy: me });
  await put(null);
  // What Ben has written since we are no friends any more waits among the requests.
  const request = await put('a0V', { requestedBy: ben });
  await put('a0G', {}, { isDeclined: true });
  await put('a0H', {}, { clearedSeq: 3 });
  const third = await put('a2', { type: 'GROUP' }, { clearedSeq: 3 });
  const order = async () => (await readPinnedChats({ db })).map(({ chatId }) => chatId);
  expect(await order()).toEqual([first, second, third]);
  await db.chats.update(request, { requestedBy: null });
  expect(await order()).toEqual([first, request, second, third]);
});
