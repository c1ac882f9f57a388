/** A secondary index of a store; `[a+b]` is a compound one. */
export type IndexSchema = {
  readonly name: string;
  readonly keyPath: string | string[];
  readonly isUnique: boolean;
};

export type StoreSchema = {
  readonly keyPath: string;
  readonly autoIncrement: boolean;
  readonly indexes: readonly IndexSchema[];
};

/**
 * The stores of each version that has changed them, in the notation of Dexie, which made the first databases:
 * `++seq, &id, chatId, [chatId+order]` is the primary key, `++` if it counts up by itself, then the indexes, `&` if unique.
 */
export type Versions = Readonly<Record<number, Readonly<Partial<Record<string, string>>>>>;

export type DatabaseSchema = {
  /** Of the code, counted from 1. */
  readonly version: number;
  readonly stores: ReadonlyMap<string, StoreSchema>;
};

const indexOf = (part: string): IndexSchema => {
  const isUnique = part.startsWith('&');
  const name = isUnique ? part.slice(1) : part;
  return { name, isUnique, keyPath: name.startsWith('[') ? name.slice(1, -1).split('+') : name };
};

const storeOf = (notation: string): StoreSchema => {
  const [primary = '', ...indexes] = notation.split(',').map((part) => part.trim());
  const autoIncrement = primary.startsWith('++');
  return {
    keyPath: autoIncrement ? primary.slice(2) : primary,
    autoIncrement,
    indexes: indexes.map(indexOf),
  };
};

/** How the database looks to this code: what each version says of a store holds until a later one says something else. */
export const schemaOf = (versions: Versions): DatabaseSchema => {
  const stores = new Map<string, StoreSchema>();
  const numbers = Object.keys(versions).map(Number);
  for (const changed of Object.values(versions)) {
    for (const [store, notation] of Object.entries(changed)) {
      if (notation !== undefined) stores.set(store, storeOf(notation));
    }
  }
  return { version: Math.max(...numbers), stores };
};

const partOf = (row: object, path: string): string | number | undefined => {
  const part: unknown = Reflect.get(row, path);
  return typeof part === 'string' || typeof part === 'number' ? part : undefined;
};

/** A row's key as an index has it; a row without a value for all parts of it is not in the index. */
export const keyIn = (row: object, keyPath: string | readonly string[]): IDBValidKey | undefined => {
  if (typeof keyPath === 'string') return partOf(row, keyPath);
  const keys = keyPath.map((path) => partOf(row, path)).filter((part) => part !== undefined);
  return keys.length === keyPath.length ? keys : undefined;
};

/** A row's primary key. */
export const primaryKeyOf = (row: object, { keyPath }: StoreSchema): Key => {
  const key = partOf(row, keyPath);
  if (key === undefined) throw new TypeError(`A row has no "${keyPath}".`);
  return key;
};

/** What rows are known by. */
export type Key = string | number;
