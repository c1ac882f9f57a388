/** A plain object, as a row of a table: no class, no Map. */
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null);

const shareArray = (before: readonly unknown[], after: readonly unknown[]): readonly unknown[] => {
  let isSame = before.length === after.length;
  const shared = after.map((value, index) => {
    const part = shareValue(before[index], value);
    isSame &&= part === before[index];
    return part;
  });
  return isSame ? before : shared;
};

const idOf = (row: Record<string, unknown>): unknown => row['id'] ?? row['key'];

/** Rows move when one comes or goes: those with an id or a key are compared with themselves, not with their neighbours. */
const shareRows = (before: readonly unknown[], after: readonly unknown[]): readonly unknown[] => {
  const known = new Map<unknown, unknown>();
  for (const row of before) if (isRecord(row)) known.set(idOf(row), row);
  let isSame = before.length === after.length;
  const shared = after.map((row, index) => {
    const part = isRecord(row) ? shareValue(known.get(idOf(row)), row) : row;
    isSame &&= part === before[index];
    return part;
  });
  return isSame ? before : shared;
};

const shareMap = (
  before: ReadonlyMap<unknown, unknown>,
  after: ReadonlyMap<unknown, unknown>,
): ReadonlyMap<unknown, unknown> => {
  let isSame = before.size === after.size;
  const shared = new Map<unknown, unknown>();
  for (const [key, value] of after) {
    const part = shareValue(before.get(key), value);
    isSame &&= before.has(key) && part === before.get(key);
    shared.set(key, part);
  }
  return isSame ? before : shared;
};

const shareRecord = (
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Record<string, unknown> => {
  const keys = Object.keys(after);
  let isSame = Object.keys(before).length === keys.length;
  const entries = keys.map((key) => {
    const known = Object.hasOwn(before, key);
    const part = shareValue(known ? before[key] : undefined, after[key]);
    isSame &&= known && part === before[key];
    return [key, part] as const;
  });
  // Not by assignment: a key named `__proto__` would set the prototype.
  return isSame ? before : Object.fromEntries(entries);
};

const hasIds = (rows: readonly unknown[]): boolean => {
  const [first] = rows;
  return isRecord(first) && idOf(first) !== undefined;
};

const shareValue = (before: unknown, after: unknown): unknown => {
  if (Object.is(before, after)) return before;
  if (Array.isArray(before) && Array.isArray(after))
    return hasIds(after) ? shareRows(before, after) : shareArray(before, after);
  if (before instanceof Map && after instanceof Map) return shareMap(before, after);
  if (isRecord(before) && isRecord(after)) return shareRecord(before, after);
  return after;
};

/**
 * `after` with every part that equals the same part of `before` replaced by it, so that what did not change keeps its
 * identity and is not drawn again. Understands rows, arrays (rows with an `id` or a `key` are matched by it) and Maps; the router's
 * `replaceEqualDeep` knows neither the last nor rows that move.
 */
export function shareEqual<T>(before: unknown, after: T): T;
export function shareEqual(before: unknown, after: unknown): unknown {
  return shareValue(before, after);
}
