import { createHash } from 'node:crypto';
import { asc, desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { isStorable, type ListMeta, ProtocolError, parseJson, z } from '../../protocol/index.ts';

/** How long a list may be read on with its cursor. */
const CURSOR_LIFE_MS = 24 * 60 * 60 * 1_000;

const cursorFields = z.object({
  /** The order and filters of the list: a cursor of one list means nothing in another. */
  list: z.string(),
  key: z.string().check(z.refine(isStorable)),
  id: z.string().check(z.refine(isStorable)),
  at: z.int(),
});

/** What rows are ordered by. Keys of equal value are ordered by id, so that a page has one end and the next one beginning. */
export type Ordering<Row> = {
  key: SQLWrapper;
  id: SQLWrapper;
  keyType: 'timestamptz' | 'text' | 'bigint';
  idType: 'uuid' | 'text';
  keyOf: (row: Row) => string;
  idOf: (row: Row) => string;
};

export type ListRequest = {
  page: number;
  perPage: number;
  direction: 'ASC' | 'DESC';
  cursor?: string | undefined;
  /** Everything else that makes this list what it is. */
  filters: unknown;
};

/** Turns a list query into the parts of a `select`: page numbers as asked, or from where a cursor left off. */
export const planPage = <Row>(ordering: Ordering<Row>, request: ListRequest, now: Date) => {
  const order = request.direction === 'ASC' ? asc : desc;
  const list = fingerprint(request);
  const after = request.cursor === undefined ? null : readCursor(request.cursor, list, ordering, now);
  const { key, id, keyType, idType } = ordering;
  const comparison = sql.raw(request.direction === 'ASC' ? '>' : '<');
  const where: SQL | undefined = after
    ? sql`(${key}, ${id}) ${comparison} (${after.key}::${sql.raw(keyType)}, ${after.id}::${sql.raw(idType)})`
    : undefined;
  return {
    where,
    orderBy: [order(key), order(id)],
    offset: after ? 0 : (request.page - 1) * request.perPage,
    /** One more than asked for shows whether there is a next page. */
    limit: request.perPage + 1,
    finish: (rows: readonly Row[], total: number): { rows: Row[]; meta: ListMeta } => {
      const shown = rows.slice(0, request.perPage);
      const last = shown.at(-1);
      const hasMore = rows.length > shown.length && last !== undefined;
      const nextCursor = hasMore
        ? writeCursor({ list, key: ordering.keyOf(last), id: ordering.idOf(last), at: now.getTime() })
        : null;
      return { rows: shown, meta: listMeta(request, total, nextCursor, now) };
    },
  };
};

const listMeta = (
  { page, perPage }: Pick<ListRequest, 'page' | 'perPage'>,
  total: number,
  nextCursor: string | null,
  now: Date,
): ListMeta => ({
  page,
  perPage,
  total,
  totalPages: Math.ceil(total / perPage),
  nextCursor,
  serverTime: now.toISOString(),
});

/** The `meta` of a list that is short by its nature and answered whole: one page holds all `total` rows. */
export const wholeListMeta = (total: number, now: Date): ListMeta =>
  listMeta({ page: 1, perPage: Math.max(1, total) }, total, null, now);

const fingerprint = ({ direction, filters }: ListRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([direction, filters]))
    .digest('base64url')
    .slice(0, 16);

const writeCursor = (fields: z.infer<typeof cursorFields>): string =>
  Buffer.from(JSON.stringify(fields)).toString('base64url');

const keyTypes = {
  timestamptz: z.iso.datetime({ precision: 3 }),
  text: z.string(),
  bigint: z.string().check(z.regex(/^\d{1,15}$/)),
} as const;
const idTypes = { uuid: z.uuid(), text: z.string() } as const;

const readCursor = <Row>(text: string, list: string, ordering: Ordering<Row>, now: Date) => {
  const parsed = cursorFields.safeParse(parseJson(Buffer.from(text, 'base64url').toString('utf8')));
  const isOurs =
    parsed.success &&
    parsed.data.list === list &&
    keyTypes[ordering.keyType].safeParse(parsed.data.key).success &&
    idTypes[ordering.idType].safeParse(parsed.data.id).success;
  if (!isOurs)
    throw new ProtocolError('validation', {
      errors: [{ field: 'cursor', message: 'Not a cursor of this list' }],
    });
  if (parsed.data.at < now.getTime() - CURSOR_LIFE_MS) throw new ProtocolError('cursor_expired');
  return parsed.data;
};

/** Older than a place in a list that is ordered by time. */
export const isBefore = (key: SQLWrapper, id: SQLWrapper, place: { at: Date; id: string }): SQL =>
  sql`(${key}, ${id}) < (${place.at.toISOString()}::timestamptz, ${place.id}::uuid)`;

/** A search term for `ILIKE`, in which the member's own `%`, `_` and `\` are only letters. */
export const likePattern = (term: string): string => `%${term.replace(/[\\%_]/g, String.raw`\$&`)}%`;
