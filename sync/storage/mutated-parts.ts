import { Dexie, type IndexableType, type ObservabilitySet, RangeSet } from 'dexie';
import type { LocalDatabase } from './local-database.ts';
import type { NewOutboxRow, StoreKeys, StoreName, StoreRows } from './rows.ts';

/** What a transaction writes, in the words of Dexie's live queries (its type `ObservabilitySet`). */
export type MutatedParts = {
  put<S extends StoreName>(store: S, rows: readonly StoreRows[S][]): void;
  append(rows: readonly NewOutboxRow[], seqs: readonly number[]): void;
  delete<S extends StoreName>(store: S, keys: readonly StoreKeys[S][]): void;
  clear(store: StoreName): void;
  /** Has every live query look again that shows any of it, in this tab and in the others. */
  tell(): void;
};

const PRIMARY = '';
const DELETED = ':dels';

const partOf = (row: object, path: string): string | number | undefined => {
  const part: unknown = Reflect.get(row, path);
  return typeof part === 'string' || typeof part === 'number' ? part : undefined;
};

/** As an index has it: a row without a value for all of its parts is not in it. */
const keyOf = (row: object, path: string | string[]): IndexableType | undefined => {
  if (typeof path === 'string') return partOf(row, path);
  const keys = path.map((each) => partOf(row, each)).filter((part) => part !== undefined);
  return keys.length === path.length ? keys : undefined;
};

export const createMutatedParts = (db: LocalDatabase): MutatedParts => {
  const sets = new Map<string, RangeSet>();
  const rangesOf = (store: StoreName, index: string): RangeSet => {
    const part = `idb://${db.name}/${store}/${index}`;
    const ranges = sets.get(part) ?? new RangeSet();
    sets.set(part, ranges);
    return ranges;
  };

  const addIndexKeys = (store: StoreName, rows: readonly object[]): void => {
    for (const { name, keyPath } of db.table(store).schema.indexes) {
      if (keyPath === undefined) continue;
      const keys = rows.map((row) => keyOf(row, keyPath)).filter((key) => key !== undefined);
      if (keys.length > 0) rangesOf(store, name).addKeys(keys);
    }
  };
  const addKeys = (store: StoreName, keys: readonly IndexableType[], names: readonly string[]): void => {
    for (const name of names) rangesOf(store, name).addKeys([...keys]);
  };

  return {
    put(store, rows) {
      const path = db.table(store).schema.primKey.keyPath ?? '';
      const keys = rows.map((row) => keyOf(row, path)).filter((key) => key !== undefined);
      // What the rows were before is not known: whoever shows one of them looks again.
      addKeys(store, keys, [PRIMARY, DELETED]);
      addIndexKeys(store, rows);
    },
    append(rows, seqs) {
      addKeys('outbox', seqs, [PRIMARY]);
      addIndexKeys('outbox', rows);
    },
    delete: (store, keys) => addKeys(store, keys, [PRIMARY, DELETED]),
    clear(store) {
      const names = db.table(store).schema.indexes.map(({ name }) => name);
      for (const name of [PRIMARY, DELETED, ...names])
        rangesOf(store, name).add(new RangeSet(Dexie.minKey, Dexie.maxKey));
    },
    tell() {
      const parts: ObservabilitySet = Object.fromEntries(sets);
      if (sets.size > 0) Dexie.on.storagemutated.fire(parts);
    },
  };
};
