import type { UnitRunner } from '../apply/run-unit.ts';
import { cutHistory } from '../pull/evict.ts';
import type { CoverageRow, ListId } from '../storage/rows.ts';
import { dropList } from './drop-list.ts';
import { isOwnRow } from './forget.ts';
import { listId, listKinds, parseListId } from './kinds.ts';
import type { ListKind } from './list-kind.ts';

/** What was looked at this recently is perhaps on a screen. */
const RECENT_MS = 10 * 60_000;

const widthOf = ({ ranges }: CoverageRow): number =>
  ranges.reduce((sum, { from, to }) => sum + Number(to) - Number(from) + 1, 0);

/** How many rows each list holds. The member's own stay whatever becomes of the list. */
const countOthers = (
  runner: UnitRunner,
  kind: ListKind,
  lists: readonly CoverageRow[],
  userId: string,
): Promise<Map<ListId, number>> =>
  runner.storage.read([kind.table], async (tx) => {
    const counts = new Map<ListId, number>();
    for (const { list } of lists) {
      const rows = await kind.rows(tx, parseListId(list).key, userId);
      counts.set(list, rows.filter((one) => !isOwnRow(kind.table, one, userId)).length);
    }
    return counts;
  });

/**
 * Keeps each kind of list within its `rowsMax`: lists that were not shown for longest are evicted first; of a chat only the
 * history before its newest messages. `kinds`: those that may have grown; all of them by default. `rowsMax` instead of
 * theirs is for tests.
 */
export const trimWindows = async (
  runner: UnitRunner,
  options: { userId: string; now: number; kinds?: readonly ListKind[]; rowsMax?: number },
): Promise<void> => {
  const { userId, now } = options;
  const [lists, pinned] = await runner.storage.read(['coverage', 'pins'], async (tx) => [
    await tx.getAll('coverage'),
    new Set((await tx.getAll('pins')).map((pin) => pin.list)),
  ]);
  // A post is kept with what is said under it.
  const isPinned = (list: ListId): boolean => {
    const { name, key } = parseListId(list);
    return pinned.has(list) || (name === 'comments' && pinned.has(listId('post', key)));
  };
  for (const kind of options.kinds ?? Object.values(listKinds)) {
    const own = lists
      .filter(({ list }) => parseListId(list).kind === kind)
      .sort((a, b) => a.usedAt - b.usedAt);
    const sizes = kind.isLogged
      ? new Map(own.map((row) => [row.list, widthOf(row)]))
      : await countOthers(runner, kind, own, userId);
    let total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    for (const { list, usedAt } of own) {
      if (total <= (options.rowsMax ?? kind.rowsMax)) break;
      if (now - usedAt < RECENT_MS || sizes.get(list) === 0 || isPinned(list)) continue;
      if (kind.isLogged) await cutHistory(runner, list);
      else await dropList(runner, list);
      total -= sizes.get(list) ?? 0;
    }
  }
};
