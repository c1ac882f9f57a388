import type { TableName } from '../../protocol/index.ts';
import type { RowKey, StoreRows } from '../storage/rows.ts';
import { parseRowKey, tableNames } from './row-keys.ts';

/** Rows by table and id. `null` means that there is no such row; a missing entry, that it was not read. */
export type Rows = { [T in TableName]: Map<string, StoreRows[T] | null> };

/** An empty map for each table of the protocol: the one list of them that is written out. */
export const createTableMaps = <Values extends { [T in TableName]: unknown }>(): {
  [T in TableName]: Map<string, Values[T]>;
} => ({
  users: new Map(),
  settings: new Map(),
  friendships: new Map(),
  chats: new Map(),
  members: new Map(),
  memberships: new Map(),
  invitations: new Map(),
  messages: new Map(),
  pinnedMessages: new Map(),
  hidden: new Map(),
  starredMessages: new Map(),
  posts: new Map(),
  comments: new Map(),
  likes: new Map(),
  hiddenPosts: new Map(),
  blocks: new Map(),
  authorMutes: new Map(),
});

export const createRows = (): Rows => createTableMaps<{ [T in TableName]: StoreRows[T] | null }>();

export const copyRows = (rows: Rows): Rows => {
  const copy = createRows();
  addRows(copy, rows);
  return copy;
};

/** Takes over what another one knows. */
export const addRows = (rows: Rows, others: Rows): void => {
  const add = <T extends TableName>(table: T): void => {
    const map: Rows[T] = rows[table];
    for (const [id, row] of others[table]) map.set(id, row);
  };
  for (const table of tableNames) add(table);
};

export const rowAt = <T extends TableName>(rows: Rows, table: T, id: string): StoreRows[T] | null => {
  const map: Rows[T] = rows[table];
  return map.get(id) ?? null;
};

/** The ids of each table among `keys`. */
export const idsByTable = (keys: Iterable<RowKey>): Map<TableName, string[]> => {
  const ids = new Map<TableName, string[]>();
  for (const key of keys) {
    const { table, id } = parseRowKey(key);
    const known = ids.get(table);
    if (known === undefined) ids.set(table, [id]);
    else known.push(id);
  }
  return ids;
};

/** Whether two rows say the same: an equal row is not written, so that nothing is drawn again for nothing. */
export const isEqualValue = (a: unknown, b: unknown): boolean => {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const before = Object.entries(a);
  return (
    before.length === Object.keys(b).length &&
    before.every(([key, value]) => Object.hasOwn(b, key) && isEqualValue(value, Reflect.get(b, key)))
  );
};
