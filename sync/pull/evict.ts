import { peopleTables } from '../apply/collect-users.ts';
import type { UnitRunner } from '../apply/run-unit.ts';
import { rowKey } from '../rebase/row-keys.ts';
import type { CoverageRow, ListId } from '../storage/rows.ts';
import { dropList } from '../windows/drop-list.ts';
import { parseListId } from '../windows/kinds.ts';

/** What a chat shows when it is opened; older messages come back as pages. */
export const KEPT_MESSAGES = 50;

/** From where a chat's history is kept, and its live end; null when nothing older is held. */
const keptOf = ({ list, ranges }: CoverageRow): { from: number; to: number } | null => {
  const first = ranges[0];
  const last = ranges.at(-1);
  if (parseListId(list).name !== 'messages' || first === undefined || last === undefined) return null;
  if (typeof first.from !== 'number' || typeof last.from !== 'number' || typeof last.to !== 'number')
    return null;
  const from = Math.max(last.from, last.to - KEPT_MESSAGES + 1);
  return first.from < from ? { from, to: last.to } : null;
};

/** Removes the older history of one chat. Rows under unsettled work stay, with their shadows. @returns whether there was any */
export const cutHistory = (runner: UnitRunner, list: ListId): Promise<boolean> =>
  runner.run(['messages', ...peopleTables], async (unit) => {
    const coverage = await unit.loadCoverage(list);
    const kept = keptOf(coverage);
    if (kept === null) return false;
    const touched = new Set(unit.outbox().flatMap((row) => row.touches));
    const chatId = parseListId(list).key;
    for (const row of await unit.tx.getMessages(chatId, Number.NEGATIVE_INFINITY, kept.from)) {
      if (!touched.has(rowKey('messages', row.id))) unit.drop('messages', row.id);
    }
    unit.setCoverage(list, { ...coverage, ranges: [kept] });
    return true;
  });

/**
 * Makes room on a full disk: removes the older history of every chat, rows and coverage in one transaction each, so that
 * no hole is taken for history, and every list that no log carries. @returns whether there was any
 */
export const evictHistory = async (runner: UnitRunner): Promise<boolean> => {
  const rows = await runner.storage.read(['coverage'], (tx) => tx.getAll('coverage'));
  let hasEvicted = false;
  for (const row of rows) {
    const isLogged = parseListId(row.list).kind.isLogged;
    if (isLogged && keptOf(row) === null) continue;
    if (isLogged) hasEvicted = (await cutHistory(runner, row.list)) || hasEvicted;
    else {
      await dropList(runner, row.list);
      hasEvicted = true;
    }
  }
  return hasEvicted;
};
