import type { Change, Cursor, ScopeId, TableName } from '../../protocol/index.ts';
import { rowKey } from '../rebase/row-keys.ts';
import { addRows, createRows, type Rows } from '../rebase/rows.ts';
import type {
  CoverageRow,
  CursorRow,
  FileOwner,
  ListId,
  NewOutboxRow,
  OutboxRow,
  RowKey,
  StoreName,
  TombstoneRow,
} from '../storage/rows.ts';
import type { ReadTransaction, WriteTransaction } from '../storage/storage.ts';
import { emptyCoverage } from '../windows/coverage.ts';
import { readOwnRevision } from './database-id.ts';
import { loadRows, loadRowsOf } from './row-io.ts';

export type UnitContext = { readonly userId: string; readonly databaseId: string };

export type UnitChange = { change: Change; isForced: boolean };

/**
 * What one transaction of the engine is about to do. Its cause (enqueue, answer, event, pull, page, cancel) fills it in,
 * `commitUnit` carries it out: so the laws hold by one piece of code.
 */
export type Unit = UnitContext & {
  readonly tx: WriteTransaction;
  /** The outbox as the transaction found it. */
  readonly loaded: readonly OutboxRow[];
  /** Rows that it will need, read beforehand; those that unsettled mutations touched before it are not to be found here. */
  readonly expected: Rows;
  /** The outbox's revision as the transaction found it. */
  readonly revision: string | null;
  readonly isNothingBuried: boolean;
  /** What the tables hold, to write only what differs. */
  readonly stored: {
    readonly outbox: ReadonlyMap<number, OutboxRow>;
    readonly cursors: ReadonlyMap<ScopeId, Cursor>;
    readonly coverage: ReadonlyMap<ListId, CoverageRow | null>;
  };
  readonly changes: ReadonlyMap<RowKey, UnitChange>;
  readonly dropped: ReadonlyMap<RowKey, { table: TableName; id: string }>;
  readonly cursors: ReadonlyMap<ScopeId, Cursor>;
  /** Coverage that was looked at; null where there is none. */
  readonly coverage: ReadonlyMap<ListId, CoverageRow | null>;
  /** The outbox as it stands within this unit, in local order. */
  outbox(): OutboxRow[];
  byId(id: string): OutboxRow | undefined;
  append(rows: readonly NewOutboxRow[]): Promise<OutboxRow[]>;
  replace(row: OutboxRow): void;
  /** Only by the user's hand (L8), or with a verdict against it. */
  remove(row: OutboxRow): void;
  /** It was applied, and leaves the outbox: the files that it did not wait for are awaited where its words are read. */
  settle(row: OutboxRow): void;
  readonly settled: ReadonlySet<number>;
  /** Something stored goes that owned files, other than a row of the outbox. */
  release(owner: FileOwner): void;
  readonly released: ReadonlySet<FileOwner>;
  setCursor(scope: ScopeId, cursor: Cursor): void;
  dropCursor(scope: ScopeId): void;
  loadCoverage(list: ListId): Promise<CoverageRow>;
  setCoverage(list: ListId, coverage: CoverageRow | null): void;
  /** @param isForced another lineage: its version numbers have nothing to compare with. */
  change(change: Change, isForced?: boolean): void;
  /** The row leaves with its scope. No tombstone: it may come back as it was. */
  drop(table: TableName, id: string): void;
  /** The tombstones that lie on these rows, as the transaction found them. */
  tombstonesOf(keys: readonly RowKey[]): Promise<Map<RowKey, TombstoneRow>>;
};

export type UnitOptions = {
  /**
   * Keys of rows that only this unit creates. Where it reads nothing else, it is worked out before the database answers, and
   * verified by the transaction that writes it (predicted-transaction.ts).
   */
  readonly created?: ReadonlySet<string>;
  /** It names files. Where the outbox does, too, their stores are in the transaction. */
  readonly namesFiles?: boolean;
  /** Stores besides the engine's own and the tables: what else is written in the same transaction. */
  readonly stores?: readonly StoreName[];
  /** False where nothing can settle: enqueuing need not read where hundreds of scopes stand. */
  readonly hasCursors?: boolean;
  /**
   * What is known beforehand to be in it: it is read with the first question, not after that. A page moves no cursor: of all
   * that there are it needs the one of the scope that guards its list.
   */
  readonly page?: { readonly list: ListId; readonly scope: ScopeId; readonly changes: readonly Change[] };
};

const readCursors = async (
  tx: ReadTransaction,
  hasCursors: boolean,
  scope: ScopeId | undefined,
): Promise<CursorRow[]> => {
  if (scope === undefined) return hasCursors ? tx.getAll('cursors') : [];
  const row = await tx.get('cursors', scope);
  return row === undefined ? [] : [row];
};

export const openUnit = async (
  tx: WriteTransaction,
  context: UnitContext,
  { hasCursors = true, page }: UnitOptions = {},
): Promise<Unit> => {
  const [loaded, stand, isNothingBuried, expected, pageCoverage, revision] = await Promise.all([
    tx.getAll('outbox'),
    readCursors(tx, hasCursors, page?.scope),
    tx.isEmpty('tombstones'),
    page === undefined ? createRows() : loadRowsOf(tx, page.changes),
    page === undefined ? null : tx.get('coverage', page.list),
    readOwnRevision(tx, context.databaseId),
  ]);
  const rows = new Map(loaded.map((row) => [row.seq, row]));
  const cursors = new Map<ScopeId, Cursor>(stand.map(({ scope, epoch, seq }) => [scope, { epoch, seq }]));
  const coverage = new Map<ListId, CoverageRow | null>();
  if (page !== undefined) coverage.set(page.list, pageCoverage ?? null);
  const stored = {
    outbox: new Map(rows),
    cursors: new Map(cursors),
    coverage: new Map(coverage),
  };
  const changes = new Map<RowKey, UnitChange>();
  const dropped = new Map<RowKey, { table: TableName; id: string }>();
  const settled = new Set<number>();
  const released = new Set<FileOwner>();

  return {
    ...context,
    tx,
    loaded,
    expected,
    revision,
    isNothingBuried,
    stored,
    changes,
    dropped,
    cursors,
    coverage,
    outbox: () => [...rows.values()].sort((a, b) => a.seq - b.seq),
    byId: (id) => [...rows.values()].find((row) => row.id === id),
    async append(added) {
      const touched = new Set(added.flatMap((row) => row.touches));
      const [seqs, found] = await Promise.all([tx.append(added), loadRows(tx, touched)]);
      addRows(expected, found);
      return added.map((row, index) => {
        const seq = seqs[index];
        if (seq === undefined) throw new Error('The storage gave no number.');
        const numbered: OutboxRow = { ...row, seq };
        rows.set(seq, numbered);
        stored.outbox.set(seq, numbered);
        return numbered;
      });
    },
    replace: (row) => void rows.set(row.seq, row),
    remove: (row) => void rows.delete(row.seq),
    settle(row) {
      rows.delete(row.seq);
      settled.add(row.seq);
    },
    settled,
    release: (owner) => void released.add(owner),
    released,
    setCursor: (scope, cursor) => void cursors.set(scope, cursor),
    dropCursor: (scope) => void cursors.delete(scope),
    async loadCoverage(list) {
      const known = coverage.get(list);
      if (known !== undefined) return known ?? emptyCoverage(list);
      const row = await tx.get('coverage', list);
      coverage.set(list, row ?? null);
      stored.coverage.set(list, row ?? null);
      return row ?? emptyCoverage(list);
    },
    setCoverage: (list, row) => void coverage.set(list, row),
    change(change, isForced = false) {
      const key = rowKey(change.table, change.id);
      const before = changes.get(key);
      // Entries of several scopes in one unit may carry the same row.
      if (!isForced && before !== undefined && before.change.version >= change.version) return;
      // What is newer than a forced one is of the same lineage as that.
      changes.set(key, { change, isForced: isForced || before?.isForced === true });
    },
    drop: (table, id) => void dropped.set(rowKey(table, id), { table, id }),
    async tombstonesOf(keys) {
      // One question instead of one for each row: there are none on most devices at most times.
      if (isNothingBuried) return new Map();
      const found = await tx.getMany('tombstones', keys);
      return new Map(found.flatMap((row) => (row === undefined ? [] : [[row.key, row]])));
    },
  };
};
