import { type MutationArgs, type MutationName, privateChatId } from '../../protocol/index.ts';
import type { Unit } from '../apply/unit.ts';
import type { Effect } from '../effects/effect.ts';
import { effects } from '../effects/table.ts';
import type { OutboxRow, OutboxRowOf } from '../storage/rows.ts';

/** Narrows an outbox row by the name of its mutation. */
export const isNamed = <N extends MutationName>(row: OutboxRow, name: N): row is OutboxRow & OutboxRowOf<N> =>
  row.name === name;

/** Whether two mutations are about the same row or the same person: then one may not pass the other. */
const isAboutSame = (row: OutboxRow, other: OutboxRow, userId: string): boolean => {
  if (row.touches.some((key) => other.touches.includes(key))) return true;
  const person = row.otherUserId;
  if (person === null) return false;
  return other.otherUserId === person || other.chatId === privateChatId(userId, person);
};

/** The earlier mutation with the later one in it; null where the two do not go together. */
const mergeInto = <N extends MutationName>(
  effect: Effect<N>,
  row: OutboxRow,
  name: N,
  args: MutationArgs<N>,
): OutboxRow | null => {
  const joined = effect.joins?.(row, args) ?? null;
  if (joined !== null || effect.coalesce === undefined || !isNamed(row, name)) return joined;
  const merged = effect.coalesce(row.args, args);
  return merged === null ? null : { ...row, args: merged };
};

/**
 * Merges into an earlier mutation that never left the device, unless something in between is about the same: the order
 * of the two would otherwise change. @returns the earlier one as it is now
 */
export const coalesce = <N extends MutationName>(
  unit: Unit,
  name: N,
  args: MutationArgs<N>,
): OutboxRow | null => {
  const effect: Effect<N> = effects[name];
  if (effect.coalesce === undefined && effect.joins === undefined) return null;
  // The latest first.
  const between: OutboxRow[] = [];
  for (const row of unit.outbox().toReversed()) {
    const merged = row.state === 'queued' && row.attempts === 0 ? mergeInto(effect, row, name, args) : null;
    if (merged !== null) {
      if (between.some((other) => isAboutSame(row, other, unit.userId))) return null;
      unit.replace(merged);
      return merged;
    }
    between.push(row);
  }
  return null;
};
