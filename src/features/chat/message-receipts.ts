import type { MemberRow } from '../../../protocol/index.ts';
import type { LocalMessage } from '../../../sync/index.ts';

export type Receipt = {
  readonly userId: string;
  /** When, as an ISO date; null where only the order is known: what was seen before the last time. */
  readonly at: string | null;
};

export type Receipts = {
  readonly seen: readonly Receipt[];
  readonly delivered: readonly Receipt[];
  readonly waiting: readonly Receipt[];
};

type Mark = Pick<MemberRow, 'userId' | 'joinedSeq' | 'deliveredSeq' | 'seenSeq' | 'seenAt' | 'seenFrom'>;

const byTime = (a: Receipt, b: Receipt): number => (b.at ?? '').localeCompare(a.at ?? '');

/**
 * How far a message has come with each of the others. Whoever joined after it is none of those it was for: their marks begin
 * at the newest message of that moment.
 */
export const receiptsOf = ({ seq }: Pick<LocalMessage, 'seq'>, others: readonly Mark[]): Receipts => {
  const seen: Receipt[] = [];
  const delivered: Receipt[] = [];
  const waiting: Receipt[] = [];
  for (const { userId, joinedSeq, deliveredSeq, seenSeq, seenAt = null, seenFrom = null } of others) {
    if (seq === null || joinedSeq >= seq) continue;
    if (seenSeq >= seq) seen.push({ userId, at: seenFrom !== null && seenFrom < seq ? seenAt : null });
    else (deliveredSeq >= seq ? delivered : waiting).push({ userId, at: null });
  }
  return { seen: seen.sort(byTime), delivered, waiting };
};

/** Whether there is something to tell: of one's own message in a chat that has receipts, and of any that has reactions. */
export const hasInfo = (
  { kind, senderId, seq, deletedAt, reactions }: LocalMessage,
  { me, hasReceipts }: { me: string; hasReceipts: boolean },
): boolean =>
  kind === 'user' &&
  deletedAt === null &&
  (reactions.length > 0 || (seq !== null && senderId === me && hasReceipts));
