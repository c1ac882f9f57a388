import type { Table } from 'dexie';
import { databaseNameFor } from '../storage/local-database.ts';
import { deleteDatabase, VersionedDatabase } from '../storage/versioned-database.ts';
import { bytesOf, docCount, type Segment } from './segment.ts';

export type SegmentHead = { no: number; docs: number; bytes: number };
type SegmentRow = Segment & { no: number };
type MetaRow = { key: string; value: string };

export const searchDatabaseNameFor = (userId: string): string =>
  databaseNameFor(userId).replace('tambay-', 'tambay-search-');

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
export class SearchDatabase extends VersionedDatabase {
  declare readonly segments: Table<SegmentRow, number>;
  declare readonly heads: Table<SegmentHead, number>;
  declare readonly meta: Table<MetaRow, string>;

  constructor(userId: string) {
    super(searchDatabaseNameFor(userId));
    this.version(1).stores({ segments: 'no', heads: 'no', meta: 'key' });
  }

  /** Puts new segments in the place of old ones, together with what else `also` notes. */
  async replaceSegments(
    old: readonly number[],
    fresh: readonly Segment[],
    also: readonly MetaRow[] = [],
  ): Promise<void> {
    const { segments, heads, meta } = this;
    await this.transaction('rw', segments, heads, meta, async () => {
      const last = (await heads.toCollection().last())?.no ?? 0;
      const kept = fresh.filter((segment) => docCount(segment) > 0);
      const rows = kept.map((segment, index) => ({ ...segment, no: last + 1 + index }));
      await segments.bulkDelete([...old]);
      await heads.bulkDelete([...old]);
      await segments.bulkPut(rows);
      await heads.bulkPut(rows.map((row) => ({ no: row.no, docs: docCount(row), bytes: bytesOf(row) })));
      await meta.bulkPut([...also]);
    });
  }
}

/** Removes a member's index from the device. */
export const deleteSearchIndex = (userId: string): Promise<void> =>
  deleteDatabase(searchDatabaseNameFor(userId));
