import { lostChatNameKey, type OutboxRowOf } from '../../sync/index.ts';
import { needsAttention } from './failed-messages.ts';
import { useLocalQuery } from './use-local-query.ts';

/** What was written for a chat that is no longer there for me, in the order in which it was written. */
export type LostMessages = {
  readonly chatId: string;
  /** What the chat was called, when it had a name. */
  readonly name: string | null;
  readonly rows: readonly OutboxRowOf<'sendMessage'>[];
};

/** Refused messages without a chat to show them in: its members took me out while they waited, or it is gone. */
export function useLostMessages(): readonly LostMessages[] {
  const lost = useLocalQuery({
    name: 'lost messages',
    stores: ['chats', 'meta', 'outbox'],
    read: async (db) => {
      const [outbox, chats] = await Promise.all([db.outbox.toArray(), db.chats.toArray()]);
      const held = new Set(chats.map(({ id }) => id));
      const rows = outbox.flatMap((row) =>
        row.name === 'sendMessage' && needsAttention(row) && !held.has(row.args.chatId) ? [row] : [],
      );
      const byChat = [...Map.groupBy(rows, ({ args }) => args.chatId)];
      const names = await db.meta.bulkGet(byChat.map(([chatId]) => lostChatNameKey(chatId)));
      return byChat.map(([chatId, ofChat], at) => ({
        chatId,
        name: names[at] === undefined ? null : String(names[at].value),
        rows: ofChat.sort((a, b) => a.seq - b.seq),
      }));
    },
  });
  return lost ?? [];
}
