import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { ProtocolError } from '../../protocol/index.ts';
import { type ListRequest, likePattern, type Ordering, planPage } from './paging.ts';

type Row = { name: string; id: string };
const ordering: Ordering<Row> = {
  key: sql`name`,
  id: sql`id`,
  keyType: 'text',
  idType: 'uuid',
  keyOf: ({ name }) => name,
  idOf: ({ id }) => id,
};
const id = '0199c0de-0000-7000-8000-000000000001';
const now = new Date('2026-03-01T08:00:00.000Z');
const request: ListRequest = { page: 1, perPage: 1, direction: 'ASC', filters: { search: 'a' } };
const rows = [
  { name: 'Ana', id },
  { name: 'Ben', id },
];

const kindOf = (work: () => unknown): string => {
  try {
    work();
    return 'none';
  } catch (error) {
    return error instanceof ProtocolError ? error.kind : String(error);
  }
};

describe('a page of a list', () => {
  it('counts pages, and hands out a cursor while there is more', () => {
    const { rows: shown, meta } = planPage(ordering, request, now).finish(rows, 2);
    expect(shown).toEqual([{ name: 'Ana', id }]);
    expect(meta).toMatchObject({
      page: 1,
      perPage: 1,
      total: 2,
      totalPages: 2,
      serverTime: now.toISOString(),
    });
    expect(meta.nextCursor).not.toBeNull();
    expect(planPage(ordering, request, now).finish(rows.slice(1), 2).meta.nextCursor).toBeNull();
  });

  it('goes on where the cursor says, whatever the page number', () => {
    const cursor = planPage(ordering, request, now).finish(rows, 2).meta.nextCursor ?? '';
    const next = planPage(ordering, { ...request, page: 7, cursor }, now);
    expect(next.offset).toBe(0);
    expect(next.where).toBeDefined();
  });

  it('refuses garbage, a cursor of another list, and an old one', () => {
    const cursor = planPage(ordering, request, now).finish(rows, 2).meta.nextCursor ?? '';
    const plan = (changed: Partial<ListRequest>, at = now) =>
      kindOf(() => planPage(ordering, { ...request, cursor, ...changed }, at));
    for (const garbage of ['', 'x', 'e30', '%00', Buffer.from('{"key":"\u0000"}').toString('base64url')])
      expect(plan({ cursor: garbage })).toBe('validation');
    expect(plan({ direction: 'DESC' })).toBe('validation');
    expect(plan({ filters: {} })).toBe('validation');
    expect(plan({}, new Date(now.getTime() + 25 * 60 * 60 * 1_000))).toBe('cursor_expired');
    expect(plan({})).toBe('none');
  });
});

describe('a search term', () => {
  it('has no wild cards', () => {
    expect(likePattern('50%_\\')).toBe('%50\\%\\_\\\\%');
  });
});
