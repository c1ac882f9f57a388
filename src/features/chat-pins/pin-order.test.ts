import { expect, it } from 'vitest';
import { comparePins, isPinRank } from '../../../protocol/index.ts';
import type { PinnedChat } from '../../queries/pinned-chats.ts';
import { rankOnTop, ranksToMove } from './pin-order.ts';

const apply = (pins: readonly PinnedChat[], changes: readonly PinnedChat[]): PinnedChat[] =>
  pins.map((pin) => changes.find(({ chatId }) => chatId === pin.chatId) ?? pin).toSorted(comparePins);
const idsOf = (pins: readonly PinnedChat[]): string => pins.map(({ chatId }) => chatId).join('');
const pinned = (ids: string): PinnedChat[] => {
  let pins: PinnedChat[] = [];
  for (const chatId of [...ids].toReversed()) pins = [{ chatId, rank: rankOnTop(pins) }, ...pins];
  return pins;
};

it('puts a new one on top, and moves one with one new rank', () => {
  const pins = pinned('abcd');
  expect(idsOf(pins.toSorted(comparePins))).toBe('abcd');
  for (const [id, to, order] of [
    ['d', 0, 'dabc'],
    ['a', 3, 'bcda'],
    ['c', 1, 'acbd'],
    ['b', 1, 'abcd'],
  ] as const) {
    const changes = ranksToMove(pins, id, to);
    expect([changes.map(({ chatId }) => chatId), idsOf(apply(pins, changes))]).toEqual([[id], order]);
  }
});

it('moves between two of the same rank, which two devices chose', () => {
  const pins = ['a', 'b', 'c', 'd'].map((chatId) => ({ chatId, rank: chatId === 'd' ? 'a1' : 'a0' }));
  expect(idsOf(apply(pins, ranksToMove(pins, 'd', 1)))).toBe('adbc');
  expect(idsOf(apply(pins, ranksToMove(pins, 'a', 1)))).toBe('bacd');
});

it('makes ranks that the server takes, and keeps them short however often something is moved', () => {
  let pins = pinned('abcdefghij');
  // Numbers without a pattern, the same in each run (Lehmer).
  let seed = 1;
  const random = (): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  for (let step = 0; step < 3_000; step += 1) {
    const chatId = pins[Math.floor(random() * 10)]?.chatId ?? 'a';
    // Mostly to and fro between the same two.
    const to = random() < 0.9 ? 1 + (step % 2) : Math.floor(random() * 10);
    pins = apply(pins, ranksToMove(pins, chatId, to));
    expect(pins[to]?.chatId).toBe(chatId);
    expect(pins.every(({ rank }) => isPinRank(rank) && rank.length <= 24)).toBe(true);
  }
});
