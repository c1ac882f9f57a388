import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';
import type { PinnedChat } from '../../queries/pinned-chats.ts';

/** A key grows as chats are moved between the same two. A longer one is made short again, with the others. */
const LENGTH_MAX = 24;

/** The rank of a chat that is pinned now: before all others. */
export const rankOnTop = (pins: readonly PinnedChat[]): string =>
  generateKeyBetween(null, pins[0]?.rank ?? null);

/**
 * The new ranks that bring a pinned chat to a place: mostly its own alone. Where its new neighbours have the same rank,
 * because two devices chose it, all are ranked anew.
 * @param pins in their order, the chat among them
 * @param to the place that it is to have, from 0
 */
export const ranksToMove = (
  pins: readonly PinnedChat[],
  chatId: string,
  to: number,
): readonly PinnedChat[] => {
  const order = pins.filter((pin) => pin.chatId !== chatId).map((pin) => pin.chatId);
  order.splice(to, 0, chatId);
  const ranks = new Map(pins.map((pin) => [pin.chatId, pin.rank]));
  const rankAt = (place: number): string | null => ranks.get(order[place] ?? '') ?? null;
  const [before, after] = [rankAt(to - 1), rankAt(to + 1)];
  if (before === null || after === null || before < after) {
    const rank = generateKeyBetween(before, after);
    if (rank.length <= LENGTH_MAX) return [{ chatId, rank }];
  }
  const fresh = generateNKeysBetween(null, null, order.length);
  return order.map((id, place) => ({ chatId: id, rank: fresh[place] ?? '' }));
};
