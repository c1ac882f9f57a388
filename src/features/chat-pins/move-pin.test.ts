import { expect, it } from 'vitest';
import { memberId, newId } from '../../../protocol/index.ts';
import { LocalDatabase } from '../../../sync/index.ts';
import { readPinnedChats } from '../../queries/pinned-chats.ts';
import { movePin } from './move-pin.ts';

const me = newId();
const at = '2026-03-01T08:00:00.000Z';

/** Four pinned chats, and what the engine does with a new rank. */
const open = async () => {
  const db = new LocalDatabase(`move-${newId()}`);
  const ids = ['a0', 'a1', 'a2', 'a3'].map((rank) => ({ id: newId(), rank }));
  for (const { id, rank } of ids) {
    await db.chats.put({
      ...{ id, type: 'GROUP', name: rank, uniqueCode: null, avatarId: null, lastSeq: 0 },
      ...{ lastMessageAt: at, createdAt: at, requestedBy: null, version: 1 },
    });
    await db.memberships.put({
      ...{ id: memberId(id, me), chatId: id, userId: me, seenSeq: 0, ownAfterSeen: 0, clearedSeq: 0 },
      ...{ clearedAt: null, isDeclined: false, isArchived: false, isMuted: false, version: 1 },
      pinRank: rank,
    });
  }
  const write = async ({ chatId, rank }: { chatId: string; rank: string | null }) =>
    (await db.memberships.update(memberId(chatId, me), { pinRank: rank })) === 1;
  const names = async () => {
    const pins = await readPinnedChats({ db });
    return (await db.chats.bulkGet(pins.map(({ chatId }) => chatId))).map((chat) => chat?.name);
  };
  return { engine: { db }, last: ids[3]?.id ?? '', write, names };
};

it('moves as many places as it was pressed, however quickly', async () => {
  const { engine, last, write, names } = await open();
  const up = () => movePin(engine, { chatId: last, step: -1 }, write);
  expect(await Promise.all([up(), up()])).toEqual([
    { to: 2, count: 4 },
    { to: 1, count: 4 },
  ]);
  expect(await names()).toEqual(['a0', 'a3', 'a1', 'a2']);
  expect(await Promise.all([up(), up()])).toEqual([{ to: 0, count: 4 }, null]);
});

it('goes on after a move that could not be kept', async () => {
  const { engine, last, write, names } = await open();
  const up = (keep: typeof write) => movePin(engine, { chatId: last, step: -1 }, keep);
  const broken = () => Promise.reject(new Error('The disk is full'));
  const moves = await Promise.allSettled([up(broken), up(async () => false), up(write)]);
  expect(moves.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(await names()).toEqual(['a0', 'a1', 'a3', 'a2']);
});
