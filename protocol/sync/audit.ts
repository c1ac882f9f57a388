import { type RowOf, rowSchemas, type TableName } from '../rows/tables.ts';

/**
 * A checksum over a scope, the same in whatever order its rows come: device and server each make it of what they hold, and
 * a difference is repaired by a reset. It is made of the rows that a reset would carry, of their content and not only of
 * their versions, so that a damaged row shows too.
 *
 * Left out is what the log tells later than it changes, and what a reset carries only in part: there the two sides may
 * differ and both be right.
 */
const leftOut: { readonly [T in TableName]?: 'all' | readonly (keyof RowOf<T>)[] } = {
  // Profiles are told by a job, to all scopes that show them.
  users: 'all',
  // Counters of posts are told at most every two seconds, and only the newest of one's own come with the scope.
  posts: 'all',
  comments: 'all',
  likes: 'all',
  hiddenPosts: 'all',
  // Receipts are told in batches, and not in large groups.
  members: ['deliveredSeq', 'seenSeq', 'seenAt', 'seenFrom', 'version'],
};

const isTable = (name: string): name is TableName => Object.hasOwn(rowSchemas, name);

const fields = new Map<TableName, readonly string[]>(
  Object.keys(rowSchemas)
    .filter(isTable)
    .map((table) => {
      const out: 'all' | readonly string[] = leftOut[table] ?? [];
      const names = Object.keys(rowSchemas[table].shape).sort((a, b) => (a < b ? -1 : 1));
      return [table, out === 'all' ? [] : names.filter((name) => !out.includes(name))];
    }),
);

/** Whether rows of a table are part of a scope's checksum. */
export const isAudited = (table: TableName): boolean => (fields.get(table)?.length ?? 0) > 0;

/** Keys in one order: the two sides write their rows differently. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value ?? null;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, sorted(inner)]);
};

/** Two independent 32-bit hashes of a text (cyrb53): an accident may not hit both. */
const hash = (text: string): [number, number] => {
  let [one, two] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    one = Math.imul(one ^ code, 2_654_435_761);
    two = Math.imul(two ^ code, 1_597_334_677);
  }
  one = Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(two ^ (two >>> 13), 3_266_489_909);
  two = Math.imul(two ^ (two >>> 16), 2_246_822_507) ^ Math.imul(one ^ (one >>> 13), 3_266_489_909);
  return [one >>> 0, two >>> 0];
};

export type AuditedRow = { table: TableName; row: object | null };

/** The checksum of rows, in any order: their number and the sums of their hashes. */
export const auditSum = (rows: Iterable<AuditedRow>): string => {
  let [count, one, two] = [0, 0, 0];
  for (const { table, row } of rows) {
    const names = fields.get(table) ?? [];
    if (row === null || names.length === 0) continue;
    const values = new Map<string, unknown>(Object.entries(row));
    const [first, second] = hash(JSON.stringify([table, ...names.map((name) => sorted(values.get(name)))]));
    count += 1;
    one = (one + first) >>> 0;
    two = (two + second) >>> 0;
  }
  return `${count}.${one.toString(16)}.${two.toString(16)}`;
};

/**
 * Whether a message is part of its chat's checksum, which begins with message `fromSeq`; a system line stands behind the
 * message whose number it carries.
 */
export const isMessageAudited = (row: { seq: number | null; afterSeq: number }, fromSeq: number): boolean =>
  (row.seq ?? row.afterSeq) >= fromSeq;
