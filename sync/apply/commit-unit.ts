import type { MutationName } from '../../protocol/index.ts';
import type { Effect } from '../effects/effect.ts';
import { effects } from '../effects/table.ts';
import { blockDependents } from '../rebase/dependents.ts';
import { closeOver, fold, needsOwnMessages, ownMessagesNeeds } from '../rebase/fold.ts';
import { copyRows, isEqualValue, type Rows } from '../rebase/rows.ts';
import { isContained, isUnsettled } from '../rebase/settle.ts';
import {
  type CoverageRow,
  type ListId,
  type OutboxRow,
  type OutboxRowOf,
  PENDING_ORDER,
  type RowKey,
} from '../storage/rows.ts';
import { writeOutboxOwners } from '../uploads/outbox-files.ts';
import { forgetOrphans } from '../windows/forget.ts';
import { applyChanges } from './apply-changes.ts';
import { collectUsers, peopleOf } from './collect-users.ts';
import { writeNextRevision } from './revision.ts';
import { completeRows, putAndDelete, toBase, writeRows, writeShadows } from './row-io.ts';
import { countScopeSet } from './scope-set.ts';
import type { Unit } from './unit.ts';

const isDisposable = <N extends MutationName>({ name }: OutboxRowOf<N>): boolean => {
  const effect: Effect<N> | undefined = effects[name];
  return effect?.isDisposable === true;
};

/** Mutations that no member wrote and the server refused: removed, or cancelled where a late copy might still be applied. */
const dispose = (unit: Unit): void => {
  for (const row of unit.outbox()) {
    if (row.state === 'rejected' && isDisposable(row)) unit.remove(row);
    if (row.state === 'parked' && isDisposable(row)) unit.replace({ ...row, state: 'cancelling' });
  }
};

/** An effect is dropped when the data contain it, not when the server says 200. */
const settle = (unit: Unit): void => {
  dispose(unit);
  for (const row of unit.outbox()) {
    if (row.state === 'acked' && row.vector !== null && isContained(row.vector, unit.cursors))
      unit.settle(row);
  }
  const outbox = unit.outbox();
  for (const [index, row] of blockDependents(outbox).entries()) if (row !== outbox[index]) unit.replace(row);
};

/** Rows whose fold may have changed because a mutation began, ended or was rewritten. */
const touchedByOutbox = (unit: Unit, unsettled: readonly OutboxRow[]): Set<RowKey> => {
  const before = new Map(unit.loaded.filter(isUnsettled).map((row) => [row.seq, row]));
  const dirty = new Set<RowKey>();
  for (const row of unsettled) {
    const was = before.get(row.seq);
    before.delete(row.seq);
    if (was?.args !== row.args) for (const key of row.touches) dirty.add(key);
  }
  for (const ended of before.values()) for (const key of ended.touches) dirty.add(key);
  return dirty;
};

/** Whether messages of mine come or go: a pending seen mark counts them. */
const hasOwnMessages = (unit: Unit): boolean =>
  [...unit.dropped.values()].some(({ table }) => table === 'messages') ||
  [...unit.changes.values()].some(
    ({ change }) =>
      change.table === 'messages' && (change.row === null || change.row.senderId === unit.userId),
  );

const touchedByChanges = (unit: Unit, unsettled: readonly OutboxRow[]): RowKey[] => [
  ...unit.changes.keys(),
  ...unit.dropped.keys(),
  ...(hasOwnMessages(unit) ? unsettled.filter(needsOwnMessages).flatMap((row) => row.touches) : []),
];

const loadOwnSeqs = async (unit: Unit, base: Rows, mutations: readonly OutboxRow[]) => {
  const seqs = new Map<string, number[]>();
  for (const { chatId, afterSeq } of ownMessagesNeeds(mutations)) {
    const stored = await unit.tx.getMessages(chatId, afterSeq + 1, PENDING_ORDER);
    const rows = [...stored.filter((row) => !base.messages.has(row.id)), ...base.messages.values()];
    seqs.set(
      chatId,
      rows
        .flatMap((row) => (row?.chatId === chatId && row.senderId === unit.userId ? [row.seq ?? 0] : []))
        .filter((seq) => seq > afterSeq)
        .sort((a, b) => a - b),
    );
  }
  return seqs;
};

/** @returns whether rows changed that were there before */
const writeOutbox = async (unit: Unit): Promise<boolean> => {
  const after = unit.outbox();
  const kept = new Set(after.map((row) => row.seq));
  const puts = after.filter((row) => !isEqualValue(unit.stored.outbox.get(row.seq), row));
  const deletes = [...unit.stored.outbox.keys()].filter((seq) => !kept.has(seq));
  await putAndDelete(unit.tx, 'outbox', puts, deletes);
  return puts.length + deletes.length > 0;
};

const writeCursors = async (unit: Unit): Promise<void> => {
  const before = unit.stored.cursors;
  const puts = [...unit.cursors].flatMap(([scope, cursor]) =>
    isEqualValue(before.get(scope), cursor) ? [] : [{ scope, ...cursor }],
  );
  const deletes = [...before.keys()].filter((scope) => !unit.cursors.has(scope));
  if (deletes.length > 0 || puts.some(({ scope }) => !before.has(scope))) await countScopeSet(unit.tx);
  await putAndDelete(unit.tx, 'cursors', puts, deletes);
};

/** @returns people whose rows are held no more in one of the lists. */
const writeCoverage = async (unit: Unit): Promise<string[]> => {
  const puts: CoverageRow[] = [];
  const deletes: ListId[] = [];
  const left: string[] = [];
  for (const [list, row] of unit.coverage) {
    const was = unit.stored.coverage.get(list) ?? null;
    if (row === null) {
      if (was !== null) deletes.push(list);
    } else if (!isEqualValue(was, row)) puts.push(row);
    left.push(...(was?.people ?? []).filter((person) => !row?.people.includes(person)));
  }
  await putAndDelete(unit.tx, 'coverage', puts, deletes);
  return left;
};

/** Profiles that were not held before: who came and went between two pulls has left nothing that points to them. */
const newcomers = (unit: Unit, visible: Rows): string[] =>
  [...unit.changes.values()].flatMap(({ change }) =>
    change.table === 'users' && change.row !== null && !visible.users.get(change.id) ? [change.id] : [],
  );

/**
 * Carries a unit out, as the last act of its transaction:
 * ```
 * settle what the cursors contain
 * dirty    = changed rows ∪ rows of what became (un)settled, closed over the mutations that share rows
 * base'    = base + changes that are news           visible' = fold(unsettled, base')
 * write what differs: visible rows, shadows, tombstones, outbox, owners of files, cursors, coverage
 * ```
 * @returns the revision of the outbox from now on
 */
export const commitUnit = async (unit: Unit, now: number): Promise<string | null> => {
  const { tx, userId } = unit;
  settle(unit);
  await forgetOrphans(unit);
  const unsettled = unit.outbox().filter(isUnsettled);
  const touchedBefore = new Set(unit.loaded.filter(isUnsettled).flatMap((row) => row.touches));
  const touchedAfter = new Set(unsettled.flatMap((row) => row.touches));
  const dirty = touchedByOutbox(unit, unsettled);
  for (const key of touchedByChanges(unit, unsettled)) dirty.add(key);
  const mutations = closeOver(dirty, unsettled);

  const shadowKeys = [...dirty].filter((key) => touchedBefore.has(key));
  const [visible, held] = await Promise.all([
    completeRows(tx, dirty, unit.expected, (key) => !touchedBefore.has(key)),
    tx.getMany('shadows', shadowKeys),
  ]);
  const shadows = held.filter((shadow) => shadow !== undefined);
  const base = toBase(copyRows(visible), shadows);
  // What only a pending effect shows may end too.
  const leaving = new Set([...peopleOf(base), ...peopleOf(visible)]);
  for (const { table, id } of unit.dropped.values()) base[table].set(id, null);
  const hasTombstones = await applyChanges(unit, base, now);

  const ownSeqs = await loadOwnSeqs(unit, base, mutations);
  const next = fold(base, mutations, { userId, ownSeqs: (chatId) => ownSeqs.get(chatId) ?? [] });

  // All of it is in one transaction: side by side it waits for the database once, one after the other six times.
  const [left, hasChangedOutbox] = await Promise.all([
    writeCoverage(unit),
    writeOutbox(unit),
    writeRows(tx, visible, next),
    writeShadows(tx, { keys: dirty, before: shadows, base, isTouched: (key) => touchedAfter.has(key) }),
    writeCursors(unit),
    writeOutboxOwners(unit),
  ]);
  for (const person of [...left, ...newcomers(unit, visible)]) leaving.add(person);
  for (const person of [...peopleOf(base), ...peopleOf(next)]) leaving.delete(person);
  for (const list of unit.coverage.values()) for (const person of list?.people ?? []) leaving.delete(person);
  leaving.delete(userId);
  if (leaving.size > 0) await collectUsers(tx, leaving);
  return hasChangedOutbox || hasTombstones
    ? writeNextRevision(tx, unit.databaseId, unit.revision)
    : unit.revision;
};
