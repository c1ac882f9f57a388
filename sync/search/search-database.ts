import { databaseNameFor } from '../storage/local-database.ts';
import { type Connection, createConnection, deleteDatabase } from '../tables/connection.ts';
import { ownTransactions, type Source, writeWith } from '../tables/source.ts';
import { Table } from '../tables/table.ts';
import { bytesOf, docCount, type Segment } from './segment.ts';

export type SegmentHead = { no: number; docs: number; bytes: number };
type SegmentRow = Segment & { no: number };
type MetaRow = { key: string; value: string };

export const searchDatabaseNameFor = (userId: string): string =>
  databaseNameFor(userId).replace('tambay-', 'tambay-search-');

const versions = { 1: { segments: 'no', heads: 'no', meta: 'key' } };
const storeNames = ['segments', 'heads', 'meta'];

export class SearchTables {
  readonly segments: Table<SegmentRow, number>;
  readonly heads: Table<SegmentHead, number>;
  readonly meta: Table<MetaRow, string>;

  constructor(source: Source) {
    this.segments = new Table(source, 'segments');
    this.heads = new Table(source, 'heads');
    this.meta = new Table(source, 'meta');
  }
}

/**
 * The search index of one member, in a database of its own: it can be thrown away and made again at any time, and its
 * writes never make the tables wait.
 *
 * | store    | holds                                                      |
 * |----------|------------------------------------------------------------|
 * | segments | parts of the index, never changed                          |
 * | heads    | how large each is, to choose which to join without reading |
 * | meta     | which database it belongs to, how far the first pass went  |
 */
export class SearchDatabase extends SearchTables {
  readonly connection: Connection;

  constructor(userId: string) {
    const connection = createConnection(searchDatabaseNameFor(userId), versions);
    super(ownTransactions(connection));
    this.connection = connection;
  }

  /** Writes in one transaction, all or nothing. */
  write<R>(action: (tables: SearchTables) => Promise<R>): Promise<R> {
    return writeWith(this.connection, storeNames, (source) => action(new SearchTables(source)));
  }

  /** Puts new segments in the place of old ones, together with what else `also` notes. */
  async replaceSegments(
    old: readonly number[],
    fresh: readonly Segment[],
    also: readonly MetaRow[] = [],
  ): Promise<void> {
    await this.write(async ({ segments, heads, meta }) => {
      const last = (await heads.toCollection().last())?.no ?? 0;
      const kept = fresh.filter((segment) => docCount(segment) > 0);
      const rows = kept.map((segment, index) => ({ ...segment, no: last + 1 + index }));
      await segments.bulkDelete(old);
      await heads.bulkDelete(old);
      await segments.bulkPut(rows);
      await heads.bulkPut(rows.map((row) => ({ no: row.no, docs: docCount(row), bytes: bytesOf(row) })));
      await meta.bulkPut(also);
    });
  }

  close(): void {
    this.connection.close();
  }
}

/** Removes a member's index from the device. */
export const deleteSearchIndex = (userId: string): Promise<void> =>
  deleteDatabase(searchDatabaseNameFor(userId));
