import {
  type HeldRow,
  LIMITS,
  PROTOCOL_VERSION,
  type RowOf,
  type TableName,
  userScope,
} from '../../protocol/index.ts';
import type { UnitRunner } from '../apply/run-unit.ts';
import { rowKey } from '../rebase/row-keys.ts';
import type { CoverageRow, ListId, RowKey } from '../storage/rows.ts';
import type { ReadTransaction } from '../storage/storage.ts';
import type { Api } from '../transport/api.ts';
import type { Failure } from '../transport/failure.ts';
import { comparePositions } from './coverage.ts';
import { isOwnRow } from './forget.ts';
import { parseListId, windowTables } from './kinds.ts';

/**
 * Asks the server for the difference to what the device holds of lists that no log carries: at most 200 rows, the newest
 * of the lists looked at last first. @returns what stopped it
 */
export type Revalidate = (list: ListId | 'all', signal: AbortSignal) => Promise<Failure | null>;

export const createRevalidate = (options: { runner: UnitRunner; api: Api; userId: string }): Revalidate => {
  const { runner, api, userId } = options;

  const others = <T extends TableName>(table: T, rows: readonly RowOf<T>[]): HeldRow[] =>
    rows.filter((row) => !isOwnRow(table, row, userId)).map(({ id, version }) => ({ table, id, version }));

  const rowsOf = async (tx: ReadTransaction, { list }: CoverageRow): Promise<HeldRow[]> => {
    const { kind, key } = parseListId(list);
    const rows = await kind.rows(tx, key, userId);
    return others(
      kind.table,
      [...rows].sort((a, b) => comparePositions(kind.position(b), kind.position(a))),
    );
  };

  /** Rows that stayed under a pending change when their list was cut: no list names them any more. */
  const strays = async (tx: ReadTransaction): Promise<HeldRow[]> => {
    const rows: HeldRow[] = [];
    for (const table of windowTables()) rows.push(...others(table, await tx.getAll(table)));
    return rows;
  };

  const held = (which: ListId | 'all'): Promise<HeldRow[]> =>
    runner.storage.read(['coverage', 'shadows', ...windowTables()], async (tx) => {
      const lists = (await tx.getAll('coverage'))
        .filter(({ list }) => !parseListId(list).kind.isLogged && (which === 'all' || which === list))
        .sort((a, b) => b.usedAt - a.usedAt);
      // What the server last said, not what pending changes show.
      const shadows = new Map((await tx.getAll('shadows')).map((shadow) => [shadow.key, shadow.base]));
      const found = new Map<RowKey, HeldRow>();
      const note = (rows: readonly HeldRow[]): void => {
        for (const row of rows) {
          const key = rowKey(row.table, row.id);
          const base = shadows.get(key);
          if (base !== null) found.set(key, { ...row, version: base?.version ?? row.version });
        }
      };
      for (const one of lists) {
        note(await rowsOf(tx, one));
        if (found.size >= LIMITS.revalidateMax) break;
      }
      if (which === 'all' && found.size < LIMITS.revalidateMax) note(await strays(tx));
      return [...found.values()].filter((row) => row.version > 0).slice(0, LIMITS.revalidateMax);
    });

  return async (which, signal) => {
    const rows = await held(which);
    if (rows.length === 0) return null;
    const result = await api.revalidate({ protocol: PROTOCOL_VERSION, rows }, signal);
    if (!result.ok) return result.failure;
    const { asOf, changes, missing } = result.data;
    const asked = new Map(rows.map((row) => [row.id, row.version]));
    await runner.run(windowTables(), async (unit) => {
      // Of another lineage: the pull that notices it forgets these rows.
      if (unit.cursors.get(userScope(userId))?.epoch !== asOf.epoch) return;
      for (const change of changes) unit.change(change);
      for (const { table, id } of missing) {
        // No tombstone: it may be seen again as it was. A newer one has come meanwhile: the answer is old.
        const now = await unit.tx.get(table, id);
        if (now === undefined || now.version <= (asked.get(id) ?? 0)) unit.drop(table, id);
      }
    });
    return null;
  };
};
