import { LIMITS } from '../../../protocol/index.ts';
import { type Database, readSnapshot, type Transaction } from '../../db/database.ts';
import { readPages } from './json.ts';

export const perPage = LIMITS.perPageMax;
/** Oldest first by what never changes: what is added meanwhile comes at the end, and nothing moves from one page to another. */
export const inOrder = { page: 1, perPage, orderBy: 'createdAt', orderDir: 'ASC' } as const;

/** A page of one of the app's own lists, in a transaction that sees one moment. */
type ListPage<Row> = { rows: readonly Row[]; meta: { nextCursor: string | null } };
export const pagesOf = <Row>(
  db: Database,
  list: (tx: Transaction, cursor: string | undefined) => Promise<ListPage<Row>>,
): AsyncGenerator<Row> =>
  readPages(async (cursor) => {
    const { rows, meta } = await readSnapshot(db, (tx) => list(tx, cursor));
    return { rows, next: meta.nextCursor };
  });
