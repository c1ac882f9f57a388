import { expect, it } from 'vitest';
import { blockedChatIds, isKept, unseenOf } from './unseen.ts';

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

it('counts what is new and not my own, and never less than nothing', () => {
  expect(unseenOf({ lastSeq: 9 }, { seenSeq: 4, ownAfterSeen: 2 })).toBe(3);
  expect(unseenOf({ lastSeq: 3 }, { seenSeq: 4, ownAfterSeen: 0 })).toBe(0);
});

it('hides what I have cleared, and the lines between', () => {
  expect([3, 3.5, 4].filter((order) => isKept({ order }, 3))).toEqual([4]);
  expect(isKept({ order: 0.5 }, 0)).toBe(true);
});
