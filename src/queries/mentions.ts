import type { MembershipRow } from '../../protocol/index.ts';
import { type LocalTables, PENDING_ORDER } from '../../sync/index.ts';
import { useEngine } from '../session/services.tsx';
import { useLocalQuery } from './use-local-query.ts';

/** Of the new messages so many are looked through, the newest. */
const LOOKED_AT_MAX = 500;

export type OwnPlace = Pick<MembershipRow, 'chatId' | 'userId' | 'seenSeq'>;

/** The new messages of a chat that name me, the oldest first, as far as this device holds them. */
export const readUnseenMentions = async (
  db: Pick<LocalTables, 'messages' | 'hidden'>,
  { chatId, userId, seenSeq }: OwnPlace,
): Promise<readonly string[]> => {
  const [rows, hidden] = await Promise.all([
    db.messages
      .where('[chatId+order]')
      .between([chatId, seenSeq + 1], [chatId, PENDING_ORDER], true, false)
      .reverse()
      .limit(LOOKED_AT_MAX)
      .toArray(),
    db.hidden.where('chatId').equals(chatId).toArray(),
  ]);
  const hiddenIds = new Set(hidden.map(({ messageId }) => messageId));
  return rows
    .filter(
      ({ id, kind, senderId, deletedAt, mentions }) =>
        kind === 'user' &&
        senderId !== userId &&
        deletedAt === null &&
        mentions.includes(userId) &&
        !hiddenIds.has(id),
    )
    .map(({ id }) => id)
    .reverse();
};

const NONE: readonly string[] = [];

/** See `readUnseenMentions`. Ask only where something is new. */
export function useUnseenMentions({ chatId, seenSeq }: Omit<OwnPlace, 'userId'>): readonly string[] {
  const { userId } = useEngine();
  return (
    useLocalQuery({
      name: `unseen mentions ${chatId} after ${seenSeq}`,
      stores: ['hidden', 'messages'],
      read: (db) => readUnseenMentions(db, { chatId, userId, seenSeq }),
    }) ?? NONE
  );
}
