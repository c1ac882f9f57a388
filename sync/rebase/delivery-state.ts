import type { MemberRow, MessageRow } from '../../protocol/index.ts';
import type { OutboxRow } from '../storage/rows.ts';

export type DeliveryState = 'queued' | 'sending' | 'sent' | 'delivered' | 'seen' | 'failed';

/**
 * What the clock or ticks of one's own message say; null for a deleted one, which has arrived nowhere.
 * @param outboxRow the mutation that carries the message, while it is in the outbox
 * @param others the chat's other members: delivered or seen means by all of them
 */
export const messageDeliveryState = (
  message: Pick<MessageRow, 'seq' | 'deletedAt'>,
  outboxRow: Pick<OutboxRow, 'state' | 'attempts'> | undefined,
  others: readonly Pick<MemberRow, 'deliveredSeq' | 'seenSeq'>[],
): DeliveryState | null => {
  const { seq, deletedAt } = message;
  if (deletedAt !== null) return null;
  if (seq === null) {
    switch (outboxRow?.state) {
      case 'rejected':
      case 'parked':
      case 'blocked':
      case 'cancelling':
        return 'failed';
      case 'sending':
        return 'sending';
      case 'acked':
        return 'sent';
      case 'queued':
        // It may have arrived: only the user's hand makes it wait anew (a retried message is a new mutation).
        return outboxRow.attempts > 0 ? 'sending' : 'queued';
      case undefined:
        return 'queued';
    }
  }
  if (others.length === 0) return 'sent';
  if (others.every((member) => member.seenSeq >= seq)) return 'seen';
  // Who has seen it has it, even when the receipt of delivery was lost.
  if (others.every((member) => Math.max(member.deliveredSeq, member.seenSeq) >= seq)) return 'delivered';
  return 'sent';
};
