import { auditSum, isMessageAudited, type ScopeAudit } from '../../../../protocol/index.ts';
import type { Transaction } from '../../../db/database.ts';
import type { HeldScope } from '../scopes.ts';
import { coverageOf, readChatSnapshots, readOwnSnapshot } from './snapshot.ts';

/**
 * The checksum of a scope in the snapshot of `tx`: of the very rows that a reset would carry, so that a reset repairs
 * whatever differs. It costs what a reset of this one scope costs; a device asks for one every ten minutes.
 */
export const auditScope = async (
  tx: Transaction,
  userId: string,
  { scope, epoch, seq, chat }: HeldScope,
): Promise<ScopeAudit> => {
  if (chat === null) {
    return { scope, epoch, seq, fromSeq: null, sum: auditSum(await readOwnSnapshot(tx, userId)) };
  }
  const { fromSeq } = coverageOf(chat);
  const rows = (await readChatSnapshots(tx, [chat])).get(chat.id) ?? [];
  const audited = rows.filter(
    (change) => change.table !== 'messages' || (change.row !== null && isMessageAudited(change.row, fromSeq)),
  );
  return { scope, epoch, seq, fromSeq, sum: auditSum(audited) };
};
