import type { MutationInput } from '../../../sync/index.ts';
import { readPinnedChats } from '../../queries/pinned-chats.ts';

/** The code that makes ranks is loaded when something is pinned or moved first. */
export const loadOrder = () => import('./pin-order.ts');

type PinnedDb = Parameters<typeof readPinnedChats>[0];
type Write = (change: MutationInput<'setChatPin'>) => Promise<boolean>;

const lastMoves = new WeakMap<PinnedDb, Promise<unknown>>();

/**
 * Moves a pinned chat a place up or down. One move follows the other: the next one goes on from where the chat has come.
 * @param step -1: up, 1: down
 * @param write answers whether it is kept
 * @returns where it stands now, from 0, among how many; null when it is not moved
 */
export const movePin = (
  engine: PinnedDb,
  { chatId, step }: { chatId: string; step: -1 | 1 },
  write: Write,
): Promise<{ to: number; count: number } | null> => {
  const move = async () => {
    const [{ ranksToMove }, pins] = await Promise.all([loadOrder(), readPinnedChats(engine)]);
    const from = pins.findIndex((pin) => pin.chatId === chatId);
    const to = from + step;
    if (from < 0 || to < 0 || to >= pins.length) return null;
    for (const change of ranksToMove(pins, chatId, to))
      if (!(await write({ ...change, isMove: true }))) return null;
    return { to, count: pins.length };
  };
  const before = lastMoves.get(engine) ?? Promise.resolve();
  // One that failed does not hold up the next.
  const moved = before.then(move, move);
  lastMoves.set(engine, moved);
  return moved;
};
