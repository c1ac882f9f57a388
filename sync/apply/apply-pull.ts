import {
  type Cursor,
  isAudited,
  type MutationStatus,
  type PullResponse,
  type PullScope,
  type ScopeId,
  type TableName,
} from '../../protocol/index.ts';
import { noteRepaired } from '../pull/audit.ts';
import { type Connection, connectPull } from '../rebase/connect.ts';
import { parseRowKey, rowKey } from '../rebase/row-keys.ts';
import { isEqualValue } from '../rebase/rows.ts';
import { isScopeId } from '../rebase/settle.ts';
import type { RowKey } from '../storage/rows.ts';
import { coverRange, emptyCoverage } from '../windows/coverage.ts';
import { coverOwnPosts, postsBy } from '../windows/feed.ts';
import { forgetWindows } from '../windows/forget.ts';
import { listId, windowTables } from '../windows/kinds.ts';
import { tablesOfEntries } from './apply-entries.ts';
import { peopleTables } from './collect-users.ts';
import { parseScope, rowsOfScope, tablesOfScope } from './scope-rows.ts';
import { readScopeSet } from './scope-set.ts';
import { forgetTombstones } from './tombstones.ts';
import type { Unit } from './unit.ts';

/** What the device said when it asked. */
export type PullSent = {
  cursors: ReadonlyMap<ScopeId, Cursor>;
  scopeSet: number;
  /** Ids it asked about that were acknowledged at that time. */
  acked: ReadonlySet<string>;
  /** A scope whose audit has failed: its cursor was not named, so that a reset comes. */
  repairing: ScopeId | null;
};

export type PullOutcome = {
  /** `stale`: the tables moved so that the answer does not connect; nothing of it is used. */
  kind: 'applied' | 'stale';
  needsPull: boolean;
};

export const tablesOfPull = (response: PullResponse): TableName[] => {
  const tables = new Set<TableName>(tablesOfEntries(response.scopes));
  const left = [
    ...response.removed,
    ...response.scopes.filter(({ kind }) => kind === 'reset').map(({ scope }) => scope),
  ];
  for (const scope of left) {
    for (const table of tablesOfScope(scope)) tables.add(table);
    // A reset of the member's own scope may be that of another lineage, which takes all windows with it.
    if (parseScope(scope).kind === 'user') for (const table of windowTables()) tables.add(table);
    for (const table of peopleTables) tables.add(table);
  }
  return [...tables];
};

const dropRows = (unit: Unit, held: readonly RowKey[], kept: ReadonlySet<string>): void => {
  for (const key of held) {
    if (kept.has(key)) continue;
    const { table, id } = parseRowKey(key);
    unit.drop(table, id);
  }
};

const setCoverage = async (unit: Unit, scope: PullScope & { kind: 'reset' }): Promise<void> => {
  const { kind, id } = parseScope(scope.scope);
  if (kind === 'user') return;
  const list = listId('messages', id);
  // Looked at first, so that the unit knows what to write over.
  await unit.loadCoverage(list);
  const fresh = emptyCoverage(list);
  const { coverage } = scope;
  unit.setCoverage(
    list,
    coverage === undefined ? fresh : coverRange(fresh, { from: coverage.fromSeq, to: coverage.toSeq }),
  );
};

/** Older ones than the snapshot's are gone from the device with the reset, and the list says so. */
const setOwnList = async (unit: Unit, { changes }: PullScope): Promise<void> => {
  const list = listId('feed', postsBy(unit.userId));
  await unit.loadCoverage(list);
  const own = changes.flatMap((change) =>
    change.table === 'posts' && change.row?.creatorId === unit.userId ? [change.row] : [],
  );
  unit.setCoverage(list, coverOwnPosts(list, own));
};

/**
 * Profiles that only a pending effect still points to stay through a reset, with version numbers of the old lineage: any of
 * the new one has to win. One's own scope comes first, so that none of these is of the new lineage yet.
 */
const outdateProfiles = async (unit: Unit): Promise<void> => {
  for (const row of await unit.tx.getAll('users'))
    unit.change({ table: 'users', id: row.id, version: 0, row: { ...row, version: 0 } }, true);
};

/** A scope of an answer, and what the device holds of one that is reset. */
type Connected = {
  scope: PullScope;
  connection: Connection;
  /** What is held is wrong, whatever its version says. */
  isRepair: boolean;
  held: readonly RowKey[];
};

const applyScope = async (unit: Unit, { scope, isRepair, held }: Connected): Promise<void> => {
  const before = unit.cursors.get(scope.scope);
  if (scope.kind === 'reset') {
    const kept = new Set(scope.changes.map((change) => rowKey(change.table, change.id)));
    dropRows(unit, held, kept);
    await setCoverage(unit, scope);
  }
  const isForced = before !== undefined && before.epoch !== scope.epoch;
  if (isForced) await forgetTombstones(unit.tx, Number.POSITIVE_INFINITY);
  if (isForced && parseScope(scope.scope).kind === 'user') {
    await forgetWindows(unit);
    await outdateProfiles(unit);
  }
  if (scope.kind === 'reset' && parseScope(scope.scope).kind === 'user') await setOwnList(unit, scope);
  // Rows that other scopes or windows bring too may be newer than this answer, and no audit speaks of them.
  for (const change of scope.changes) unit.change(change, isForced || (isRepair && isAudited(change.table)));
  unit.setCursor(scope.scope, { epoch: scope.epoch, seq: scope.to });
};

/** Where the name of a chat stays that others took me out of: what was written for it may wait here. Empty: it had none. */
export const lostChatNameKey = (chatId: string): string => `lostChat:${chatId}`;

/** Where the id of a lost chat is kept, so that its screen can say what happened. */
export const lostChatIdKey = (uniqueCode: string): string => `lostChatAt:${uniqueCode}`;

const keepTraceOfLost = async (unit: Unit, chatId: string): Promise<void> => {
  const chat = await unit.tx.get('chats', chatId);
  // A member who left by their own choice has removed it from this device already.
  if (!chat) return;
  const { name, uniqueCode } = chat;
  await unit.tx.put('meta', [
    { key: lostChatNameKey(chatId), value: name ?? '' },
    ...(uniqueCode === null ? [] : [{ key: lostChatIdKey(uniqueCode), value: chatId }]),
  ]);
};

const removeScope = async (unit: Unit, scope: ScopeId): Promise<void> => {
  dropRows(unit, await rowsOfScope(unit, scope), new Set());
  const { kind, id } = parseScope(scope);
  if (kind === 'chat') {
    await keepTraceOfLost(unit, id);
    const list = listId('messages', id);
    await unit.loadCoverage(list);
    unit.setCoverage(list, null);
  }
  unit.dropCursor(scope);
};

/** What a reset replaces, and the coverage that goes with it, are read for all scopes side by side. */
const lookAt = async (unit: Unit, one: Omit<Connected, 'held'>): Promise<Connected> => {
  const { scope, connection } = one;
  if (scope.kind !== 'reset' || connection !== 'apply') return { ...one, held: [] };
  const { kind, id } = parseScope(scope.scope);
  const [held] = await Promise.all([
    rowsOfScope(unit, scope.scope, scope.changes),
    kind === 'chat' ? unit.loadCoverage(listId('messages', id)) : null,
  ]);
  return { ...one, held };
};

/** What the server has stored about a mutation, from the same snapshot as the data: applied means that its effects are here. */
const applyStatus = (unit: Unit, id: string, status: MutationStatus): void => {
  const row = unit.byId(id);
  if (row === undefined) return;
  if (status.status === 'rejected' && row.state !== 'cancelling') {
    unit.replace({ ...row, state: 'rejected', error: status.error, leaseOwner: null, leaseUntil: 0 });
  } else if (status.status === 'applied') unit.settle(row);
  else unit.remove(row);
};

/** Applies one answer of the pull loop as one cut over its scopes (L5). */
export const applyPull = async (unit: Unit, sent: PullSent, response: PullResponse): Promise<PullOutcome> => {
  if ((await readScopeSet(unit.tx)) !== sent.scopeSet) return { kind: 'stale', needsPull: true };
  const connected = response.scopes.map((scope) => {
    const isRepair = scope.kind === 'reset' && scope.scope === sent.repairing;
    const cursor = unit.cursors.get(scope.scope);
    return { scope, isRepair, connection: connectPull(cursor, scope, isRepair) };
  });
  if (connected.some(({ connection }) => connection === 'hole')) return { kind: 'stale', needsPull: true };

  let needsPull = false;
  for (const one of await Promise.all(connected.map((each) => lookAt(unit, each)))) {
    if (one.connection === 'apply') await applyScope(unit, one);
    if (one.connection === 'apply' && one.isRepair) await noteRepaired(unit.tx);
  }
  for (const scope of response.removed) {
    // Another tab may have learned that we are back in: then only a newer answer may say that we are not.
    if (isEqualValue(unit.cursors.get(scope), sent.cursors.get(scope))) await removeScope(unit, scope);
    else needsPull = unit.cursors.has(scope) || needsPull;
  }
  if (response.more) return { kind: 'applied', needsPull: true };

  for (const [id, status] of Object.entries(response.statuses)) applyStatus(unit, id, status);
  for (const id of sent.acked) {
    const row = unit.byId(id);
    // Acknowledged and yet unknown: the server's database was restored to an earlier time. The same id goes again.
    if (response.statuses[id] === undefined && row?.state === 'acked') {
      unit.replace({ ...row, state: 'queued', vector: null });
    }
  }
  return { kind: 'applied', needsPull };
};

export const cursorsOf = (
  rows: readonly { scope: string; epoch: string; seq: number }[],
): Map<ScopeId, Cursor> =>
  new Map(rows.flatMap(({ scope, epoch, seq }) => (isScopeId(scope) ? [[scope, { epoch, seq }]] : [])));
