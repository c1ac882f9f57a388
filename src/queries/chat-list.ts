import { Dexie } from 'dexie';
import {
  type ChatRow,
  comparePins,
  type MemberRow,
  type MembershipRow,
  savedMessagesId,
  type UserRow,
} from '../../protocol/index.ts';
import {
  type DraftRow,
  type LocalMessage,
  type LocalTables,
  type OutboxRow,
  serverClock,
  writtenMessage,
} from '../../sync/index.ts';
import { useEngine } from '../session/services.tsx';
import { needsAttention } from './failed-messages.ts';
import { type MuteState, muteStateOf, useMuteClock } from './mute-clock.ts';
import { chatName, fullName, usersById } from './people.ts';
import { savedTitle } from './saved-messages.ts';
import { blockedChatIds, isKept, readUnseen } from './unseen.ts';
import { useLocalQuery } from './use-local-query.ts';

export type ChatShelf = 'main' | 'requests' | 'archived';

/** Undefined: out of sight, because I declined it, or deleted it for me and nothing has come since. */
const shelfOf = (
  chat: ChatRow,
  membership: MembershipRow,
  hasPending: boolean,
  friendsSinceMs: number,
): ChatShelf | undefined => {
  const { isDeclined, isArchived, clearedSeq, clearedAt, userId } = membership;
  if (isDeclined) return undefined;
  const isEmptied = chat.type === 'PRIVATE' && clearedSeq > 0 && chat.lastSeq <= clearedSeq;
  // Who has become a friend since is there again, to be written to.
  const isMetAgain = clearedAt != null && friendsSinceMs > Date.parse(clearedAt);
  if (isEmptied && !hasPending && !isMetAgain) return undefined;
  if (chat.requestedBy !== null && chat.requestedBy !== userId) return 'requests';
  return isArchived ? 'archived' : 'main';
};

export type ChatListItem = {
  readonly id: string;
  readonly chat: ChatRow;
  readonly membership: MembershipRow;
  /** The face of a private chat. */
  readonly person: UserRow | undefined;
  /** My chat with myself. */
  readonly isSaved: boolean;
  readonly title: string;
  /** What opens it: the person's code, or the chat's own. */
  readonly code: string | null;
  readonly others: readonly MemberRow[];
  readonly draft: DraftRow | undefined;
  readonly unseen: number;
  readonly mute: MuteState;
  /** New messages here make no badge on the tab: muted, or of somebody I have blocked. */
  readonly isQuiet: boolean;
  /** The other one of a private chat is somebody I have blocked. */
  readonly isBlocked: boolean;
  /** My message request waits there: nothing but words goes into it. */
  readonly isWordsOnly: boolean;
  /** Where it stands: requests of others wait apart, and archived ones out of the way. */
  readonly shelf: ChatShelf;
  /** Its place among those on top; null: not pinned. */
  readonly pinRank: string | null;
  /** Decides the place: the newest draft or message first, or whoever has just become a friend. */
  readonly atMs: number;
};

/** What is pinned first, in its order; then the one with the newest message or draft. */
export const compareItems = (a: ListPlace, b: ListPlace): number => {
  if (a.pinRank !== null && b.pinRank !== null)
    return comparePins({ chatId: a.id, rank: a.pinRank }, { chatId: b.id, rank: b.pinRank });
  if (a.pinRank !== null || b.pinRank !== null) return a.pinRank !== null ? -1 : 1;
  return b.atMs - a.atMs || a.id.localeCompare(b.id);
};
type ListPlace = Pick<ChatListItem, 'id' | 'pinRank' | 'atMs'>;

/** When I last wrote into each chat what the server has not ordered yet. */
const pendingAtByChat = (outbox: readonly OutboxRow[]): ReadonlyMap<string, number> => {
  const newest = new Map<string, number>();
  for (const row of outbox) {
    if (row.name !== 'sendMessage' || row.chatId === null) continue;
    newest.set(row.chatId, Math.max(newest.get(row.chatId) ?? 0, Date.parse(row.writtenAt)));
  }
  return newest;
};

// Whole tables, one request each: a request per row costs more than the rows (476 per message sent, measured).
const readChatList = async (db: LocalTables, me: string): Promise<ChatListItem[]> => {
  const [memberships, members, allChats, allUsers, outbox, drafts, blocks, friendships] = await Promise.all([
    db.memberships.toArray(),
    db.members.toArray(),
    db.chats.toArray(),
    db.users.toArray(),
    db.outbox.toArray(),
    db.chatDrafts.toArray(),
    db.blocks.toArray(),
    db.friendships.toArray(),
  ]);
  const friendsSince = new Map(
    friendships.flatMap(({ requesterId, requesteeId, approvedAt }): [string, number][] =>
      approvedAt === null ? [] : [[requesterId === me ? requesteeId : requesterId, Date.parse(approvedAt)]],
    ),
  );
  const chats = new Map(allChats.map((chat) => [chat.id, chat]));
  const users = new Map(allUsers.map((user) => [user.id, user]));
  const others = Map.groupBy(
    members.filter((member) => member.userId !== me),
    (member) => member.chatId,
  );
  // The newest of each chat.
  const draftsByChat = new Map(
    drafts.sort((a, b) => a.updatedAt - b.updatedAt).map((draft) => [draft.chatId, draft]),
  );
  const pendingAt = pendingAtByChat(outbox);
  const blockedIds = blockedChatIds(allChats, members, blocks);
  const unseen = await readUnseen(db, allChats, memberships);
  const now = serverClock.now();

  const items: ChatListItem[] = [];
  for (const membership of memberships) {
    const chat = chats.get(membership.chatId);
    if (!chat) continue;
    const draft = draftsByChat.get(chat.id);
    const hasPending = draft !== undefined || pendingAt.has(chat.id);
    const otherMembers = others.get(chat.id) ?? [];
    const person = chat.type === 'PRIVATE' ? users.get(otherMembers[0]?.userId ?? '') : undefined;
    const friendsSinceMs = person ? (friendsSince.get(person.id) ?? 0) : 0;
    const shelf = shelfOf(chat, membership, hasPending, friendsSinceMs);
    if (shelf === undefined) continue;
    const isSaved = chat.id === savedMessagesId(me);
    const opener = isSaved ? users.get(me) : person;
    const mute = muteStateOf(membership);
    const messageAtMs = Date.parse(chat.lastMessageAt ?? chat.createdAt);
    items.push({
      id: chat.id,
      chat,
      membership,
      person,
      isSaved,
      title: isSaved ? savedTitle() : person ? fullName(person) : chatName(chat.name),
      code: opener?.uniqueCode ?? chat.uniqueCode,
      others: otherMembers,
      draft,
      unseen: unseen.get(chat.id) ?? 0,
      mute,
      isQuiet: mute.isMuted || blockedIds.has(chat.id),
      isBlocked: blockedIds.has(chat.id),
      isWordsOnly: chat.requestedBy === me,
      shelf,
      pinRank: shelf === 'main' ? (membership.pinRank ?? null) : null,
      // A draft from before the server's time was known may be stamped with a day to come.
      atMs: Math.max(
        messageAtMs,
        friendsSinceMs,
        Math.min(now, Math.max(pendingAt.get(chat.id) ?? 0, draft?.updatedAt ?? 0)),
      ),
    });
  }
  return items.sort(compareItems);
};

/** Whether the list still has these chats, and these messages still have words to show. */
export const areAllShown = async (
  db: LocalTables,
  { chats, messages }: { readonly chats: readonly string[]; readonly messages: readonly string[] },
): Promise<boolean> => {
  const [memberships, held, hidden] = await Promise.all([
    db.memberships.where('chatId').anyOf(chats).toArray(),
    db.messages.bulkGet([...messages]),
    db.hidden.where('chatId').anyOf(chats).toArray(),
  ]);
  const listed = new Set(
    memberships
      .filter(({ isDeclined, isArchived }) => !isDeclined && !isArchived)
      .map(({ chatId }) => chatId),
  );
  const hiddenIds = new Set(hidden.map(({ messageId }) => messageId));
  return (
    chats.every((id) => listed.has(id)) &&
    held.every((message) => message === undefined || message.deletedAt === null) &&
    messages.every((id) => !hiddenIds.has(id))
  );
};

/** My chats on all shelves: those on top, then the one with the newest message or draft first. */
export function useChatList(): readonly ChatListItem[] | undefined {
  const { userId } = useEngine();
  return useLocalQuery({
    name: 'chat list',
    extent: useMuteClock(),
    stores: [
      'blocks',
      'chatDrafts',
      'chats',
      'friendships',
      'hidden',
      'members',
      'memberships',
      'messages',
      'outbox',
      'users',
    ],
    read: (db) => readChatList(db, userId),
  });
}

export type LastMessage = {
  readonly message: LocalMessage | undefined;
  /** The mutation that carries it, while it is in the outbox. */
  readonly row: OutboxRow | undefined;
  /** Whom it names: its sender, and whom a system line is about. */
  readonly users: ReadonlyMap<string, UserRow>;
};

type Cleared = Pick<MembershipRow, 'chatId' | 'clearedSeq' | 'clearedAt'>;

const readLast = async (
  db: LocalTables,
  me: string,
  { chatId, ...cleared }: Cleared,
): Promise<LastMessage> => {
  const [hidden, outbox] = await Promise.all([
    db.hidden.where('chatId').equals(chatId).toArray(),
    db.outbox.where('chatId').equals(chatId).toArray(),
  ]);
  const hiddenIds = new Set(hidden.map((row) => row.messageId));
  const stored = await db.messages
    .where('[chatId+order]')
    .between([chatId, Dexie.minKey], [chatId, Dexie.maxKey])
    .reverse()
    .filter((message) => !hiddenIds.has(message.id))
    .first();
  const failed = outbox.filter(needsAttention).at(-1);
  const failedMessage = failed && writtenMessage(failed, me);
  const kept = stored === undefined || isKept(stored, cleared) ? stored : undefined;
  const message = failedMessage && (!kept || failedMessage.order > kept.order) ? failedMessage : kept;
  const row = message && outbox.find(({ entityKey }) => entityKey === message.id);
  const named = [message?.senderId ?? me, ...(message?.event?.people ?? [])];
  return { message, row, users: await usersById(db, named) };
};

/** The last message of a chat that is held: each row of the list asks for its own, so that only its own chat wakes it. */
export function useLastMessage({ chatId, clearedSeq, clearedAt }: Cleared): LastMessage | undefined {
  const { userId } = useEngine();
  return useLocalQuery({
    name: `last message ${chatId} ${clearedSeq}`,
    stores: ['hidden', 'messages', 'outbox', 'users'],
    read: (db) => readLast(db, userId, { chatId, clearedSeq, clearedAt }),
  });
}
