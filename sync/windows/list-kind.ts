import type { Change, RowOf, ScopeId, TableName, UserRow, z } from '../../protocol/index.ts';
import type { Position, StoreRows } from '../storage/rows.ts';
import type { ReadTransaction } from '../storage/storage.ts';

/** What the engine reads of a page; `windowPage` of the protocol makes its schema. */
export type ListPage<T extends TableName> = {
  data: RowOf<T>[];
  meta: {
    asOf: { epoch: string; seq: number };
    startReached: boolean;
    /** Where the list goes on; null: nowhere. */
    nextCursor: string | null;
    /** Whom the rows name without carrying their profiles. */
    people?: UserRow[];
  };
};

/**
 * A kind of list that the device holds in part: a chat's history, a feed, the comments of a post. `key` says which list of
 * the kind: a chat's id, `all`, a post's id. Everything else about windows (gaps, races, restores, eviction) is the engine's.
 */
export type ListKind<T extends TableName = TableName> = {
  readonly table: T;
  /** A row as a change of its table, with nothing that only the page says of it. The page's schema has checked it. */
  change(row: RowOf<T>): Change;
  /**
   * True where a scope's log carries every change of the rows inside coverage. Of other lists a page is the whole truth
   * about its range: a held row that it leaves out is gone; and their rows are revalidated after each reconnection.
   */
  readonly isLogged: boolean;
  /** The scope whose lineage guards the list: that of `asOf`. */
  scope(key: string, userId: string): ScopeId;
  /** The lists of this kind that a row belongs to. */
  keysOf(row: RowOf<T>, userId: string): readonly string[];
  position(row: RowOf<T>): Position;
  /** Every row of the list that the device shows, in any order. */
  rows(tx: ReadTransaction, key: string, userId: string): Promise<readonly StoreRows[T][]>;
  /** Whether the member's own scope carries the row anyway: then no window decides over it. */
  isOwn?(row: RowOf<T>, userId: string): boolean;
  /** Whose profile has to stay while the row is held, when the row does not carry it. */
  personOf?(row: RowOf<T>): string | null;
  /** Other people that the row names, whose profiles have to stay with it too. */
  namedBy?(row: RowOf<T>): readonly string[];
  /** The table whose rows' deletion takes their list with it, when the key is such a row's id: a post and its comments. */
  readonly parent?: TableName;
  /** The address of the page of rows before a place, or of the newest; with a cursor, of what comes after a page of these. */
  path(key: string, page: { before: Position | null; perPage: number; cursor: string | null }): string;
  readonly response: z.ZodMiniType<ListPage<T>>;
  /** How many rows of this kind the device keeps before the lists that were not looked at for longest are cut. */
  readonly rowsMax: number;
};
