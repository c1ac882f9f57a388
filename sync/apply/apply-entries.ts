import { chatScope, type ScopeEntry, type TableName } from '../../protocol/index.ts';
import { connectEntry } from '../rebase/connect.ts';
import { peopleTables } from './collect-users.ts';
import type { Unit } from './unit.ts';

export type EntriesOutcome = {
  /** Entries that begin after the place where the device stands: something before them is missing. */
  holes: ScopeEntry[];
  /** The set of scopes has changed, which only a pull can follow in one cut. */
  needsPull: boolean;
  /** Scopes whose cursor moved. */
  hasMoved: boolean;
};

/** Tables that applying these entries may write, those of people who lose their last reference included. */
export const tablesOfEntries = (entries: readonly Pick<ScopeEntry, 'changes'>[]): TableName[] => {
  const tables = new Set<TableName>();
  for (const { changes } of entries) {
    for (const { table, row } of changes) {
      tables.add(table);
      const mayLeave = row === null ? peopleTables.some((one) => one === table) : table === 'users';
      if (!mayLeave) continue;
      for (const needed of peopleTables) tables.add(needed);
    }
  }
  return [...tables];
};

/** One path for one's own answers and for the socket's events: in order, gapless, or not at all. */
export const applyEntries = (unit: Unit, entries: readonly ScopeEntry[]): EntriesOutcome => {
  const outcome: EntriesOutcome = { holes: [], needsPull: false, hasMoved: false };
  for (const entry of [...entries].sort((a, b) => a.seq - b.seq)) {
    switch (connectEntry(unit.cursors.get(entry.scope), entry)) {
      case 'old':
        break;
      case 'hole':
        outcome.holes.push(entry);
        break;
      case 'apply':
        for (const change of entry.changes) {
          unit.change(change);
          if (change.table !== 'memberships') continue;
          const isHeld = unit.cursors.has(chatScope(change.row?.chatId ?? change.id.slice(0, 36)));
          if (isHeld === (change.row === null)) outcome.needsPull = true;
        }
        unit.setCursor(entry.scope, { epoch: entry.epoch, seq: entry.seq });
        outcome.hasMoved = true;
    }
  }
  return outcome;
};
