import type { UnitRunner } from '../apply/run-unit.ts';
import { cutHistory } from '../pull/evict.ts';
import type { CoverageRow, ListId } from '../storage/rows.ts';
import { dropList } from './forget.ts';
import { listKinds, parseListId } from './kinds.ts';

/** What was looked at this recently is perhaps on a screen. */
const RECENT_MS = 10 * 60_000;

const widthOf = ({ ranges }: CoverageRow): number =>
  ranges.reduce((sum, { from, to }) => sum + Number(to) - Number(from) + 1, 0);

/**
 * Keeps each kind of list within its `rowsMax`: lists that nobody has looked at for longest leave first; of a chat only the
 * history before its newest messages. `rowsMax` instead of theirs is for tests.
 */
export const trimWindows = async (
  runner: UnitRunner,
  options: { userId: string; now: number; rowsMax?: number },
): Promise<void> => {
  const { userId, now } = options;
  const lists = await runner.storage.read(['coverage'], (tx) => tx.getAll('coverage'));
  for (const kind of Object.values(listKinds)) {
    const own = lists
      .filter(({ list }) => parseListId(list).kind === kind)
      .sort((a, b) => a.usedAt - b.usedAt);
    const sizes = await runner.storage.read([kind.table], async (tx) => {
      const counts = new Map<ListId, number>();
      for (const row of own) {
        const count = kind.isLogged
          ? widthOf(row)
          : (await kind.rows(tx, parseListId(row.list).key, userId)).length;
        counts.set(row.list, count);
      }
      return counts;
    });
    let total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    for (const { list, usedAt } of own) {
      if (total <= (options.rowsMax ?? kind.rowsMax)) break;
      if (now - usedAt < RECENT_MS) continue;
      if (kind.isLogged) await cutHistory(runner, list);
      else await dropList(runner, list);
      total -= sizes.get(list) ?? 0;
    }
  }
};
