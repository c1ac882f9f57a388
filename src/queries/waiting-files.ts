import type { ChatRow } from '../../protocol/index.ts';
import { type LocalMessage, type LocalTables, type UploadRow, waitingFiles } from '../../sync/index.ts';
import { useEngine, useEngineStatus } from '../session/services.tsx';
import { chatName, fullName, usersById } from './people.ts';
import { useLocalQuery } from './use-local-query.ts';

/** Files that are still to be sent though what named them has arrived. */
export function useWaitingFiles(): readonly UploadRow[] | undefined {
  return useLocalQuery({
    name: 'waiting files',
    stores: ['outbox', 'uploads', 'fileOwners'],
    read: async (db) =>
      waitingFiles(
        ...(await Promise.all([
          db.outbox.orderBy('seq').toArray(),
          db.uploads.toArray(),
          db.fileOwners.toArray(),
        ])),
      ),
  });
}

/** A message that has arrived and waits for a file, and what its chat is called, as far as this device knows. */
export type Awaiting = { readonly messageId: string; readonly chat: string | null };

/** What the chats of these messages are called here: a private one as its person. */
const readChatNames = async (
  db: LocalTables,
  me: string,
  messages: readonly (LocalMessage | undefined)[],
): Promise<ReadonlyMap<string, string>> => {
  const found = messages.filter((message) => message !== undefined);
  // One that asks nothing would end the transaction.
  const chatIds = ['', ...new Set(found.map(({ chatId }) => chatId))];
  const [chats, members] = await Promise.all([
    db.chats.bulkGet(chatIds),
    db.members.where('chatId').anyOf(chatIds).toArray(),
  ]);
  const users = await usersById(db, ['', ...members.map(({ userId }) => userId)]);
  const nameOf = ({ id, type, name }: ChatRow): string | null => {
    if (type !== 'PRIVATE') return chatName(name);
    const other = members.find(({ chatId, userId }) => chatId === id && userId !== me);
    const person = users.get(other?.userId ?? '');
    return person === undefined ? null : fullName(person);
  };
  const names = new Map(chats.flatMap((chat) => (chat === undefined ? [] : [[chat.id, nameOf(chat)]])));
  return new Map(
    found.flatMap(({ id, chatId }) => {
      const name = names.get(chatId);
      return name == null ? [] : [[id, name]];
    }),
  );
};

const MESSAGE = 'message:';
const NONE: readonly Awaiting[] = [];

/** The messages that wait for a file, which are several where the same one was sent again. */
export function useAwaiting(fileId: string): readonly Awaiting[] {
  const { userId } = useEngine();
  return (
    useLocalQuery({
      name: `awaiting ${fileId}`,
      stores: ['fileOwners', 'messages', 'chats', 'members', 'users'],
      read: async (db) => {
        const owners = await db.fileOwners.where('files').equals(fileId).toArray();
        const ids = owners.flatMap(({ owner }) =>
          owner.startsWith(MESSAGE) ? [owner.slice(MESSAGE.length)] : [],
        );
        const names = await readChatNames(db, userId, await db.messages.bulkGet(['', ...ids]));
        return ids.map((messageId) => ({ messageId, chat: names.get(messageId) ?? null }));
      },
    }) ?? NONE
  );
}

/** How much does not go on by itself: what was refused, and files that were. */
export function useAttention(): number {
  const { attention } = useEngineStatus();
  const failed = useWaitingFiles()?.filter(({ state }) => state === 'failed') ?? [];
  return attention + failed.length;
}
