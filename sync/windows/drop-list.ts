import type { UnitRunner } from '../apply/run-unit.ts';
import type { ListId, RowKey } from '../storage/rows.ts';
import { forgetList } from './forget.ts';
import { parseListId } from './kinds.ts';

/** Forgets a list that no log carries: rows under pending changes stay, and so do the member's own. */
export const dropList = (runner: UnitRunner, list: ListId): Promise<void> =>
  runner.run([parseListId(list).kind.table], async (unit) => {
    const touched = new Set<RowKey>(unit.outbox().flatMap((row) => row.touches));
    await forgetList(unit, list, touched);
  });
