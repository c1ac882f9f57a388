import { type DraftRow, lostChatIdKey, lostChatNameKey, type OutboxRowOf } from '../../sync/index.ts';
import { needsAttention } from './failed-messages.ts';
import { chatName } from './people.ts';
import { useLocalQuery } from './use-local-query.ts';

/** What was written for a chat that is no longer there for me. */
export type LostMessages = {
  readonly chatId: string;
  /** What the chat was called, when it had a name. */
  readonly name: string | null;
  /** In the order in which they were written. */
  readonly rows: readonly OutboxRowOf<'sendMessage'>[];
  /** What was typed there and not sent. */
  readonly draft: readonly string[];
  readonly draftIds: readonly string[];
  /** How many pictures and files stood ready beside it. */
  readonly fileCount: number;
};

/** The words of a draft, those of an edit that was begun as well. */
const wordsIn = ({ content, edit }: DraftRow): string[] =>
  [content, edit?.content ?? ''].filter((words) => words.trim() !== '');

/**
 * Refused messages, and drafts with words, without a chat to show them in: its members took me out while they waited, or it
 * is gone.
 */
export function useLostMessages(): readonly LostMessages[] {
  const lost = useLocalQuery({
    name: 'lost messages',
    stores: ['chatDrafts', 'chats', 'meta', 'outbox'],
    read: async (db) => {
      const [outbox, chats, drafts] = await Promise.all([
        db.outbox.toArray(),
        db.chats.toArray(),
        db.chatDrafts.toArray(),
      ]);
      const held = new Set(chats.map(({ id }) => id));
      const rows = outbox.flatMap((row) =>
        row.name === 'sendMessage' && needsAttention(row) && !held.has(row.args.chatId) ? [row] : [],
      );
      const rowsByChat = Map.groupBy(rows, ({ args }) => args.chatId);
      const draftsByPlace = Map.groupBy(
        drafts.filter(({ chatId }) => !held.has(chatId)),
        ({ chatId }) => chatId,
      );
      const ids = [...new Set([...rowsByChat.keys(), ...draftsByPlace.keys()])];
      const names = await db.meta.bulkGet(ids.map(lostChatNameKey));
      return ids.flatMap((chatId, at) => {
        const name = names[at]?.value;
        const ofChat = rowsByChat.get(chatId) ?? [];
        // A draft without that trace is one under a post, or the first words to somebody.
        const typed = name === undefined ? [] : (draftsByPlace.get(chatId) ?? []);
        const draft = typed.sort((a, b) => a.updatedAt - b.updatedAt).flatMap(wordsIn);
        const draftIds = typed.map(({ id }) => id);
        const fileCount = typed.reduce((count, { files = [] }) => count + files.length, 0);
        if (ofChat.length === 0 && draft.length === 0 && fileCount === 0) return [];
        const rows = ofChat.sort((a, b) => a.seq - b.seq);
        return [{ chatId, name: name ? chatName(String(name)) : null, rows, draft, draftIds, fileCount }];
      });
    },
  });
  return lost ?? [];
}

export type LostChat = { readonly chatId: string; readonly name: string | null };

/** The chat that had this code, if others took me out of it; `null` when this device knows of none. */
export function useLostChat(uniqueCode: string): LostChat | null | undefined {
  return useLocalQuery({
    name: `lost chat ${uniqueCode}`,
    stores: ['meta'],
    read: async (db) => {
      const id = await db.meta.get(lostChatIdKey(uniqueCode));
      if (id === undefined) return null;
      const chatId = String(id.value);
      const name = await db.meta.get(lostChatNameKey(chatId));
      return { chatId, name: name?.value ? chatName(String(name.value)) : null };
    },
  });
}
