import { expect, it } from 'vitest';
import { compareItems } from './chat-list.ts';

it('has pinned chats on top in their order, however old, and the others by their newest message', () => {
  const item = (id: string, atMs: number, pinRank: string | null = null) => ({ id, atMs, pinRank });
  const items = [
    item('new', 9),
    item('old', 1, 'a0'),
    item('twin', 8, 'a0'),
    item('top', 0, 'Zz'),
    item('mid', 5),
  ];
  expect(items.sort(compareItems).map(({ id }) => id)).toEqual(['top', 'old', 'twin', 'new', 'mid']);
});
