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
