import type { RowOf, TableName } from '../../protocol/index.ts';
import type { Unit } from '../apply/unit.ts';
import { rowKey } from '../rebase/row-keys.ts';
import type { ListId, RowKey } from '../storage/rows.ts';
import { isCovered } from './coverage.ts';
import { kindsOfTable, listId, listKindNames, listKinds, parseListId, windowTables } from './kinds.ts';

/** Whether no window decides over a row: the member's own scope carries it. */
export const isOwnRow = <T extends TableName>(table: T, row: RowOf<T>, userId: string): boolean =>
  kindsOfTable(table).some((name) => listKinds[name].isOwn?.(row, userId) ?? false);

/** The rows of a list leave, but for the member's own and those in `kept`; its coverage goes. */
export const forgetList = async (
  unit: Unit,
  list: ListId,
  kept: ReadonlySet<RowKey> = new Set(),
): Promise<void> => {
  const { kind, key } = parseListId(list);
  await unit.loadCoverage(list);
  unit.setCoverage(list, null);
  for (const row of await kind.rows(unit.tx, key, unit.userId)) {
    if (isOwnRow(kind.table, row, unit.userId) || kept.has(rowKey(kind.table, row.id))) continue;
    if (!(await isShownElsewhere(unit, kind.table, row))) unit.drop(kind.table, row.id);
  }
};

/** Whether another list covers the row: a post stands in the feed and in its author's posts. */
const isShownElsewhere = async <T extends TableName>(
  unit: Unit,
  table: T,
  row: RowOf<T>,
): Promise<boolean> => {
  for (const name of kindsOfTable(table)) {
    const kind = listKinds[name];
    for (const key of kind.keysOf(row, unit.userId)) {
      if (isCovered(await unit.loadCoverage(listId(name, key)), kind.position(row))) return true;
    }
  }
  return false;
};

/**
 * After a restore of the server's database versions begin again: whatever is held of lists that no log carries is forgotten,
 * also rows that no list covers any more, and what pending changes hide. The changes themselves stay in the outbox.
 */
export const forgetWindows = async (unit: Unit): Promise<void> => {
  for (const { list } of await unit.tx.getAll('coverage')) {
    if (parseListId(list).kind.isLogged) continue;
    await unit.loadCoverage(list);
    unit.setCoverage(list, null);
  }
  const tables = windowTables();
  for (const table of tables) {
    for (const row of await unit.tx.getAll(table)) {
      if (!isOwnRow(table, row, unit.userId)) unit.drop(table, row.id);
    }
  }
  for (const { table, id, base } of await unit.tx.getAll('shadows')) {
    if (base !== null && tables.includes(table) && !isOwnRow(table, base, unit.userId)) unit.drop(table, id);
  }
};

/** What a deletion takes with it: the comments of a post. Called with the changes of a unit, before they are applied. */
export const forgetOrphans = async (unit: Unit): Promise<void> => {
  const names = listKindNames().filter((name) => listKinds[name].parent !== undefined);
  if (names.length === 0) return;
  for (const { change } of unit.changes.values()) {
    if (change.row !== null) continue;
    for (const name of names) {
      if (listKinds[name].parent === change.table) await forgetList(unit, `${name}:${change.id}`);
    }
  }
};
