/**
 * The device compares what it holds with the server, one scope after the other.
 * ```
 * every AUDIT_EVERY_MS a pull names the next scope ─► its checksum comes with the answer
 *   the cursor stands elsewhere by now ─► nothing is said        equal ─► the next scope
 *   different ─► the next pull leaves the scope's cursor out ─► a reset takes the place of its rows; the outbox stays
 * ```
 */
import {
  type AuditedRow,
  auditSum,
  isAudited,
  isMessageAudited,
  type ScopeAudit,
  type ScopeId,
  type TableName,
} from '../../protocol/index.ts';
import { parseScope, tablesOfScope } from '../apply/scope-rows.ts';
import { rowKey } from '../rebase/row-keys.ts';
import { isScopeId } from '../rebase/settle.ts';
import { type MetaRow, REPAIRING_SCOPE as REPAIRING, type ShadowRow } from '../storage/rows.ts';
import type { ReadTransaction, Storage, WriteTransaction } from '../storage/storage.ts';

export const AUDIT_EVERY_MS = 10 * 60_000;
/** A reset that did not help would not help again: somebody has to look, and others must not pay for it. */
export const REPAIR_AGAIN_MS = 24 * 60 * 60_000;

const AUDITED_AT = 'auditedAt';
const AUDITED_SCOPE = 'auditedScope';
const REPAIRED = 'repaired:';

/** `moved`: the device stands elsewhere by now. `helpless`: it differs again although it was repaired within the day. */
export type AuditOutcome = 'equal' | 'moved' | 'different' | 'helpless';

/** A scope differs from the server again although a reset has repaired it: a fault of the product, not of this device. */
export class AuditError extends Error {
  constructor(scope: ScopeId) {
    super(`The checksum of ${scope} differs after a reset.`);
    this.name = 'AuditError';
  }
}

const readScope = async (tx: ReadTransaction, key: string): Promise<ScopeId | null> => {
  const value = String((await tx.get('meta', key))?.value ?? '');
  return isScopeId(value) ? value : null;
};

/** Whether at least `ms` have passed; a clock that jumped back must not hold it for days. */
const isPast = (since: number, now: number, ms: number): boolean => Math.abs(now - since) >= ms;

/** What the next pull does about audits: the scope it repairs, or else the one it asks about. */
export const planAudit = async (
  tx: ReadTransaction,
  held: readonly ScopeId[],
  now: number,
): Promise<{ repairing: ScopeId | null; asked: ScopeId | null }> => {
  const repairing = await readScope(tx, REPAIRING);
  if (repairing !== null && held.includes(repairing)) return { repairing, asked: null };
  const last = await tx.get('meta', AUDITED_AT);
  if (last !== undefined && !isPast(Number(last.value), now, AUDIT_EVERY_MS)) {
    return { repairing: null, asked: null };
  }
  const before = await readScope(tx, AUDITED_SCOPE);
  const scopes = [...held].sort((a, b) => (a < b ? -1 : 1));
  const next = scopes.find((scope) => before !== null && scope > before) ?? scopes[0] ?? null;
  return { repairing: null, asked: next };
};

/** In the transaction that puts the reset in place of what was damaged. */
export const noteRepaired = (tx: WriteTransaction): Promise<void> =>
  tx.put('meta', [{ key: REPAIRING, value: '' }]);

/** What the device shows of a scope's table, at least. */
const readTable = (
  tx: ReadTransaction,
  table: TableName,
  { kind, id, fromSeq }: Audited,
): Promise<readonly { id: string }[]> => {
  if (kind === 'user') return tx.getAll(table);
  if (table === 'members' || table === 'pinnedMessages') return tx.getAllBy(table, 'chatId', id);
  if (table === 'messages') return tx.getMessages(id, fromSeq ?? 0, Number.POSITIVE_INFINITY);
  return tx.get('chats', id).then((row) => (row === undefined ? [] : [row]));
};

type Audited = { kind: 'user' | 'chat'; id: string; fromSeq: number | null };

const isOfAudit = ({ table, base }: ShadowRow, { kind, id, fromSeq }: Audited): boolean => {
  if (base === null) return false;
  if (kind === 'user') return true;
  if (table === 'messages') return base.chatId === id && isMessageAudited(base, fromSeq ?? 0);
  return table === 'chats' ? base.id === id : 'chatId' in base && base.chatId === id;
};

/** The device's own checksum: of what the server last said, not of what pending changes show. */
const sumOf = async (tx: ReadTransaction, { scope, fromSeq }: ScopeAudit): Promise<string> => {
  const audited = { ...parseScope(scope), fromSeq };
  const shadows = new Map((await tx.getAll('shadows')).map((shadow) => [shadow.key, shadow]));
  const rows: AuditedRow[] = [];
  for (const table of tablesOfScope(scope).filter(isAudited)) {
    for (const row of await readTable(tx, table, audited))
      if (!shadows.has(rowKey(table, row.id))) rows.push({ table, row });
    for (const shadow of shadows.values())
      if (shadow.table === table && isOfAudit(shadow, audited)) rows.push({ table, row: shadow.base });
  }
  return auditSum(rows);
};

/** Compares, and notes what the next pull has to repair. */
export const judgeAudit = (storage: Storage, audit: ScopeAudit, now: number): Promise<AuditOutcome> =>
  storage.write(['meta', 'cursors', 'shadows', ...tablesOfScope(audit.scope)], async (tx) => {
    const cursor = await tx.get('cursors', audit.scope);
    if (cursor?.epoch !== audit.epoch || cursor.seq !== audit.seq) return 'moved';
    const isEqual = (await sumOf(tx, audit)) === audit.sum;
    const mark = `${REPAIRED}${audit.scope}`;
    const repaired = await tx.get('meta', mark);
    const isHelpless = repaired !== undefined && !isPast(Number(repaired.value), now, REPAIR_AGAIN_MS);
    const notes: MetaRow[] = [
      { key: AUDITED_AT, value: now },
      { key: AUDITED_SCOPE, value: audit.scope },
    ];
    if (!isEqual && !isHelpless)
      notes.push({ key: REPAIRING, value: audit.scope }, { key: mark, value: now });
    await tx.put('meta', notes);
    if (isEqual) return 'equal';
    return isHelpless ? 'helpless' : 'different';
  });
