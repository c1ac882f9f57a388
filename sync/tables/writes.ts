import { type DatabaseSchema, type Key, keyIn, primaryKeyOf, type StoreSchema } from './schema.ts';

/** What a transaction has written into a store. */
export type StoreWrites = {
  readonly keys: Key[];
  /** The places of the new rows in each index; where the old ones stood is not known. */
  readonly places: Record<string, IDBValidKey[]>;
  /** Rows were written over or deleted, perhaps: any count may have changed. */
  isReplaced: boolean;
  isCleared: boolean;
};

/** What a transaction has written, by store. As a value: other tabs hear of it. */
export type Writes = Readonly<Record<string, StoreWrites>>;

/** A row as a transaction has left it; null: it is gone. */
export type RowChange<Row extends object = object> = {
  readonly store: string;
  readonly key: Key;
  readonly row: Row | null;
};

/** Notes what one transaction writes. */
export type WriteLog = {
  readonly writes: Writes;
  /** The same row by row, in order; null where that cannot be said. For this tab alone. */
  readonly changes: () => readonly RowChange[] | null;
  put(store: string, rows: readonly object[]): void;
  /** Rows with keys of their own, which were never there before. */
  add(store: string, rows: readonly object[], keys: readonly Key[]): void;
  delete(store: string, keys: readonly Key[]): void;
  clear(store: string): void;
};

export const storeIn = ({ stores }: DatabaseSchema, store: string): StoreSchema => {
  const schema = stores.get(store);
  if (schema === undefined) throw new TypeError(`There is no store "${store}".`);
  return schema;
};

export const createWriteLog = (schema: DatabaseSchema): WriteLog => {
  const writes: Record<string, StoreWrites> = {};
  let changes: RowChange[] | null = [];
  const of = (store: string): StoreWrites => {
    const known = writes[store];
    if (known !== undefined) return known;
    const made: StoreWrites = { keys: [], places: {}, isReplaced: false, isCleared: false };
    writes[store] = made;
    return made;
  };
  const addPlaces = ({ places }: StoreWrites, { indexes }: StoreSchema, rows: readonly object[]): void => {
    for (const { name, keyPath } of indexes) {
      const found = places[name] ?? [];
      places[name] = found;
      for (const row of rows) {
        const place = keyIn(row, keyPath);
        if (place !== undefined) found.push(place);
      }
    }
  };

  return {
    writes,
    changes: () => changes,
    put(store, rows) {
      if (rows.length === 0) return;
      const described = storeIn(schema, store);
      const written = of(store);
      for (const row of rows) {
        const key = primaryKeyOf(row, described);
        written.keys.push(key);
        changes?.push({ store, key, row });
      }
      written.isReplaced = true;
      addPlaces(written, described, rows);
    },
    add(store, rows, keys) {
      const written = of(store);
      written.keys.push(...keys);
      const described = storeIn(schema, store);
      addPlaces(written, described, rows);
      for (const [at, key] of keys.entries())
        changes?.push({ store, key, row: { ...rows[at], [described.keyPath]: key } });
    },
    delete(store, keys) {
      if (keys.length === 0) return;
      const written = of(store);
      written.keys.push(...keys);
      written.isReplaced = true;
      for (const key of keys) changes?.push({ store, key, row: null });
    },
    clear(store) {
      of(store).isCleared = true;
      changes = null;
    },
  };
};
