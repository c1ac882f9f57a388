import { type Change, indexedTextOf, type TableName } from '../../protocol/index.ts';
import { parseRowKey, rowKey, tableNames } from '../rebase/row-keys.ts';
import { addRows, createRows, idsByTable, isEqualValue, type Rows, rowAt } from '../rebase/rows.ts';
import type {
  RowKey,
  ShadowOf,
  ShadowRow,
  StoreKeys,
  StoreName,
  StoreRows,
  UnindexedRow,
} from '../storage/rows.ts';
import type { ReadTransaction, WriteTransaction } from '../storage/storage.ts';
import { toUnindexed } from '../storage/unindexed.ts';
import { messageRunOf } from './message-run.ts';

const loadTable = async <T extends TableName>(
  tx: ReadTransaction,
  rows: Rows,
  table: T,
  ids: readonly string[],
): Promise<void> => {
  const found = await tx.getMany(table, ids);
  const map: Rows[T] = rows[table];
  for (const [index, id] of ids.entries()) map.set(id, found[index] ?? null);
};

/** Reads the rows as the screen shows them. */
export const loadRows = async (tx: ReadTransaction, keys: Iterable<RowKey>): Promise<Rows> => {
  const rows = createRows();
  await Promise.all([...idsByTable(keys)].map(([table, ids]) => loadTable(tx, rows, table, ids)));
  return rows;
};

/**
 * Reads the rows that changes are about, in as few questions as there can be. Of messages only those are found that stand
 * where the server has put them: what an unsettled mutation touches may stand elsewhere.
 */
export const loadRowsOf = async (tx: ReadTransaction, changes: readonly Change[]): Promise<Rows> => {
  const run = messageRunOf(changes);
  const rest = changes.filter(({ table, id }) => table !== 'messages' || run?.ids.has(id) !== true);
  // Pages that follow one another name the same people.
  const keys = new Set(rest.map(({ table, id }) => rowKey(table, id)));
  const [rows, found] = await Promise.all([
    loadRows(tx, keys),
    run === null ? [] : tx.getMessages(run.chatId, run.from, run.to + 1),
  ]);
  const byId = new Map(found.map((row) => [row.id, row]));
  for (const id of run?.ids ?? []) rows.messages.set(id, byId.get(id) ?? null);
  return rows;
};

/** Takes over what is known already and reads the rest. */
export const completeRows = async (
  tx: ReadTransaction,
  keys: Iterable<RowKey>,
  known: Rows,
  isKnown: (key: RowKey) => boolean,
): Promise<Rows> => {
  const missing: RowKey[] = [];
  const held = createRows();
  const hold = <T extends TableName>(table: T, id: string): void => {
    const map: Rows[T] = held[table];
    map.set(id, rowAt(known, table, id));
  };
  for (const key of keys) {
    const { table, id } = parseRowKey(key);
    if (isKnown(key) && known[table].has(id)) hold(table, id);
    else missing.push(key);
  }
  const rows = await loadRows(tx, missing);
  addRows(rows, held);
  return rows;
};

const setBase = <T extends TableName>(rows: Rows, shadow: ShadowOf<T>): void => {
  const table: T = shadow.table;
  const map: Rows[T] = rows[table];
  map.set(shadow.id, shadow.base);
};

/** What the server last said: the shadow where there is one, else what the screen shows. */
export const toBase = (visible: Rows, shadows: readonly ShadowRow[]): Rows => {
  for (const shadow of shadows) setBase(visible, shadow);
  return visible;
};

/** Messages whose words or marks came, changed or went: the search index looks at them later. */
const unindexedOf = (before: Rows, after: Rows): UnindexedRow[] =>
  toUnindexed(
    [...after.messages].flatMap(([id, row]) => {
      const was = rowAt(before, 'messages', id);
      const [words, now] = [was, row].map((message) => (message ? indexedTextOf(message) : ''));
      return words === now ? [] : [{ id, wasHeld: words !== '' }];
    }),
  );

/** No key is in both, and what is empty asks for nothing. */
export const putAndDelete = async <S extends StoreName>(
  tx: WriteTransaction,
  store: S,
  puts: readonly StoreRows[S][],
  deletes: readonly StoreKeys[S][],
): Promise<void> => {
  await Promise.all([
    puts.length > 0 ? tx.put(store, puts) : undefined,
    deletes.length > 0 ? tx.delete(store, deletes) : undefined,
  ]);
};

/** Writes the rows that differ, and only those. */
export const writeRows = async (tx: WriteTransaction, before: Rows, after: Rows): Promise<void> => {
  const write = async <T extends TableName>(table: T): Promise<void> => {
    const map: Rows[T] = after[table];
    const puts: StoreRows[T][] = [];
    const deletes: string[] = [];
    for (const [id, row] of map) {
      const was = rowAt(before, table, id);
      if (row === null) {
        if (was !== null) deletes.push(id);
      } else if (!isEqualValue(was, row)) puts.push(row);
    }
    await putAndDelete(tx, table, puts, deletes);
  };
  const unindexed = unindexedOf(before, after);
  await Promise.all([...tableNames.map(write), putAndDelete(tx, 'unindexed', unindexed, [])]);
};

const shadowOf = <T extends TableName>(key: RowKey, table: T, id: string, base: Rows): ShadowOf<T> => ({
  key,
  table,
  id,
  base: rowAt(base, table, id),
});

/** Holds the law that a row has a shadow exactly while an unsettled mutation touches it (L6). */
export const writeShadows = async (
  tx: WriteTransaction,
  options: {
    keys: ReadonlySet<RowKey>;
    before: readonly ShadowRow[];
    base: Rows;
    isTouched: (key: RowKey) => boolean;
  },
): Promise<void> => {
  const before = new Map(options.before.map((shadow) => [shadow.key, shadow]));
  const puts: ShadowRow[] = [];
  const deletes: RowKey[] = [];
  for (const key of options.keys) {
    const was = before.get(key);
    if (!options.isTouched(key)) {
      if (was !== undefined) deletes.push(key);
      continue;
    }
    const { table, id } = parseRowKey(key);
    const shadow = shadowOf(key, table, id, options.base);
    if (!isEqualValue(was, shadow)) puts.push(shadow);
  }
  await putAndDelete(tx, 'shadows', puts, deletes);
};
