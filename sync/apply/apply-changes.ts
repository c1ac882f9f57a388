import type { Change } from '../../protocol/index.ts';
import { acceptsMessage, coverMessage } from '../rebase/coverage.ts';
import { rowKey } from '../rebase/row-keys.ts';
import { type Rows, rowAt } from '../rebase/rows.ts';
import type { CoverageRow, RowKey, TombstoneRow } from '../storage/rows.ts';
import { toLocalMessage } from './local-row.ts';
import type { Unit, UnitChange } from './unit.ts';

/** Whether a change is news: the newer version wins, and a tombstone is a version like any other. */
const isNews = (change: Change, base: Rows, tombstone: TombstoneRow | undefined): boolean => {
  const held = rowAt(base, change.table, change.id);
  if (held !== null && change.version <= held.version) return false;
  if (tombstone === undefined) return true;
  // A row that was only outside coverage may come back as it was; a deleted one may not.
  return tombstone.isGone ? change.version > tombstone.version : change.version >= tombstone.version;
};

const place = ({ change }: UnitChange): number =>
  change.table === 'messages' && change.row !== null ? (change.row.seq ?? change.row.afterSeq + 0.5) : -1;

const setRow = (base: Rows, change: Change): void => {
  switch (change.table) {
    case 'users':
      base.users.set(change.id, change.row);
      break;
    case 'settings':
      base.settings.set(change.id, change.row);
      break;
    case 'friendships':
      base.friendships.set(change.id, change.row);
      break;
    case 'chats':
      base.chats.set(change.id, change.row);
      break;
    case 'members':
      base.members.set(change.id, change.row);
      break;
    case 'memberships':
      base.memberships.set(change.id, change.row);
      break;
    case 'messages':
      base.messages.set(change.id, change.row && toLocalMessage(change.row));
  }
};

const noteMessage = (
  coverage: CoverageRow,
  row: { seq: number | null; afterSeq: number; senderId: string | null },
) => {
  const covered = coverMessage(coverage, row);
  return row.senderId === null || covered.senders.includes(row.senderId)
    ? covered
    : { ...covered, senders: [...covered.senders, row.senderId] };
};

/** Brings the changes that are news into `base`, and writes down the versions of what is not held. */
export const applyChanges = async (unit: Unit, base: Rows, now: number): Promise<void> => {
  const keys: RowKey[] = [...unit.changes.keys()];
  const found = await unit.tx.getMany('tombstones', keys);
  const known = new Map(found.flatMap((row) => (row === undefined ? [] : [[row.key, row]])));
  const tombstones: TombstoneRow[] = [];
  const risen: RowKey[] = [];
  const bury = (change: Change, isGone: boolean): void => {
    tombstones.push({ key: rowKey(change.table, change.id), version: change.version, isGone, at: now });
  };

  // Upwards, so that each message finds its neighbour covered.
  for (const { change, isForced } of [...unit.changes.values()].sort((a, b) => place(a) - place(b))) {
    if (!isForced && !isNews(change, base, known.get(rowKey(change.table, change.id)))) continue;
    if (change.table === 'messages' && change.row !== null) {
      const coverage = await unit.loadCoverage(change.row.chatId);
      if (base.messages.get(change.id) === null && !acceptsMessage(coverage, change.row)) {
        bury(change, false);
        continue;
      }
      unit.setCoverage(change.row.chatId, noteMessage(coverage, change.row));
    }
    if (change.row === null) bury(change, true);
    else if (known.has(rowKey(change.table, change.id))) risen.push(rowKey(change.table, change.id));
    setRow(base, change);
  }
  if (risen.length > 0) await unit.tx.delete('tombstones', risen);
  if (tombstones.length > 0) await unit.tx.put('tombstones', tombstones);
};
