import type { MutationName, TableName } from '../../protocol/index.ts';
import type { Draft, Effect, EffectContext, OwnMessagesNeed } from '../effects/effect.ts';
import { readRow } from '../effects/known.ts';
import { effects } from '../effects/table.ts';
import type { OutboxRow, OutboxRowOf, RowKey, StoreRows } from '../storage/rows.ts';
import { rowKey } from './row-keys.ts';
import { copyRows, type Rows, rowAt } from './rows.ts';

/** Lets an effect reach the rows that its mutation touches, and no others: those have no shadow. */
const createDraft = (rows: Rows, base: Rows, touches: readonly RowKey[]): Draft => {
  const check = (table: TableName, id: string): void => {
    if (!touches.includes(rowKey(table, id))) throw new Error(`An effect reached for ${table}:${id}`);
  };
  return {
    get(table, id) {
      check(table, id);
      return rowAt(rows, table, id);
    },
    settled(table, id) {
      check(table, id);
      return rowAt(base, table, id);
    },
    put<T extends TableName>(table: T, row: StoreRows[T]) {
      check(table, row.id);
      const map: Rows[T] = rows[table];
      map.set(row.id, row);
    },
    delete(table, id) {
      check(table, id);
      rows[table].set(id, null);
    },
  };
};

const run = <N extends MutationName>(
  rows: Rows,
  base: Rows,
  written: OutboxRowOf<N>,
  context: EffectContext,
): void => {
  const mutation = readRow(written);
  if (mutation === null) return;
  const name: N = mutation.name;
  const effect: Effect<N> = effects[name];
  effect.run(createDraft(rows, base, mutation.touches), mutation, context);
};

/** What the screen shows: every unsettled mutation, in local order, over what the server last said. */
export const fold = (base: Rows, mutations: readonly OutboxRow[], context: EffectContext): Rows => {
  const visible = copyRows(base);
  for (const mutation of [...mutations].sort((a, b) => a.seq - b.seq)) run(visible, base, mutation, context);
  return visible;
};

/**
 * The rows that have to be folded together with `keys`, and the mutations to fold: a mutation reads all it touches, so
 * that a change of one row reaches the others through it. Adds to `keys`.
 */
export const closeOver = (keys: Set<RowKey>, mutations: readonly OutboxRow[]): OutboxRow[] => {
  const chosen = new Set<OutboxRow>();
  const byKey = new Map<RowKey, OutboxRow[]>();
  for (const mutation of mutations) {
    for (const key of mutation.touches) {
      const known = byKey.get(key);
      if (known === undefined) byKey.set(key, [mutation]);
      else known.push(mutation);
    }
  }
  // A Set that grows while it is walked is walked to its end.
  for (const key of keys) {
    for (const mutation of byKey.get(key) ?? []) {
      chosen.add(mutation);
      for (const touched of mutation.touches) keys.add(touched);
    }
  }
  return [...chosen];
};

const needOf = <N extends MutationName>(written: OutboxRowOf<N>): OwnMessagesNeed | undefined => {
  const mutation = readRow(written);
  if (mutation === null) return undefined;
  const name: N = mutation.name;
  const effect: Effect<N> = effects[name];
  return effect.ownMessagesNeed?.(mutation.args);
};

/** Whether its effect counts my own messages. */
export const needsOwnMessages = (mutation: OutboxRow): boolean => needOf(mutation) !== undefined;

/** Which of my own messages the mutations need to know of: per chat, those after the lowest number named. */
export const ownMessagesNeeds = (mutations: readonly OutboxRow[]): OwnMessagesNeed[] => {
  const lowest = new Map<string, number>();
  for (const mutation of mutations) {
    const need = needOf(mutation);
    if (need === undefined) continue;
    lowest.set(need.chatId, Math.min(need.afterSeq, lowest.get(need.chatId) ?? Number.POSITIVE_INFINITY));
  }
  return [...lowest].map(([chatId, afterSeq]) => ({ chatId, afterSeq }));
};
