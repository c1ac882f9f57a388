import { Dexie } from 'dexie';
import { LIMITS } from '../../protocol/index.ts';
import { fullName, usersById } from './people.ts';
import { useLocalQuery } from './use-local-query.ts';

const LINES = 20;

/** A chat's name and lines as one text, the newest ones where not all fit. */
export const snapshotText = (name: string, lines: readonly string[]): string => {
  let text = '';
  for (const line of lines.toReversed()) {
    const longer = `\n${line}${text}`;
    if (name.length + longer.length > LIMITS.reportSnapshotMax) break;
    text = longer;
  }
  return name + text;
};

/** What this device shows of a chat, in words: its name and what was said last. For a report; it may be gone tomorrow. */
export function useChatSnapshot(chatId: string, name: string): string {
  const snapshot = useLocalQuery({
    name: `chat snapshot ${chatId} ${name}`,
    stores: ['messages', 'users'],
    read: async (db) => {
      const newest = await db.messages
        .where('[chatId+order]')
        .between([chatId, Dexie.minKey], [chatId, Dexie.maxKey])
        .reverse()
        .limit(LINES)
        .toArray();
      const users = await usersById(
        db,
        newest.flatMap(({ senderId }) => senderId ?? []),
      );
      const lines = newest.toReversed().flatMap(({ kind, senderId, content }) => {
        if (kind !== 'user') return [];
        const sender = users.get(senderId ?? '');
        return content ? [`${sender ? fullName(sender) : '…'}: ${content}`] : [];
      });
      return snapshotText(name, lines);
    },
  });
  return snapshot ?? name;
}
