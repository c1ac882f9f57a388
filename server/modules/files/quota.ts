import { and, count, eq, sum } from 'drizzle-orm';
import { LIMITS, ProtocolError } from '../../../protocol/index.ts';
import type { Transaction } from '../../db/database.ts';
import { files } from '../../db/schema.ts';

/**
 * What a member may keep here, with these files on top: the ones that are there, and copies of what was forwarded alike.
 * @throws ProtocolError `quota_full`
 */
export const assertQuota = async (
  tx: Transaction,
  ownerId: string,
  added: readonly { size: number | null }[],
): Promise<void> => {
  const [held] = await tx
    .select({ count: count(), bytes: sum(files.size).mapWith(Number) })
    .from(files)
    .where(and(eq(files.ownerId, ownerId), eq(files.state, 'ready')));
  const bytes = added.reduce((total, { size }) => total + (size ?? 0), held?.bytes ?? 0);
  if ((held?.count ?? 0) + added.length > LIMITS.filesPerUserMax || bytes > LIMITS.fileBytesPerUserMax)
    throw new ProtocolError('quota_full');
};
