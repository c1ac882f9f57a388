import { memberId } from '../../protocol/index.ts';
import { rowKey } from '../rebase/row-keys.ts';
import type { Effect } from './effect.ts';

export const markSeen: Effect<'markSeen'> = {
  tables: ['memberships', 'messages'],
  isDisposable: true,

  async prepare({ chatId }, _tx, userId) {
    return { chatId, touches: [rowKey('memberships', memberId(chatId, userId))] };
  },

  run(draft, { args }, { userId, ownSeqs }) {
    const membership = draft.get('memberships', memberId(args.chatId, userId));
    if (membership === null || args.seq <= membership.seenSeq) return;
    draft.put('memberships', {
      ...membership,
      seenSeq: args.seq,
      ownAfterSeen: ownSeqs(args.chatId).filter((seq) => seq > args.seq).length,
    });
  },

  ownMessagesNeed: ({ chatId, seq }) => ({ chatId, afterSeq: seq }),

  coalesce: (earlier, later) =>
    earlier.chatId === later.chatId ? { ...earlier, seq: Math.max(earlier.seq, later.seq) } : null,
};
