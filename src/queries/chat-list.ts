import { Dexie } from 'dexie';
import type { ChatRow, MembershipRow, UserRow } from '../../protocol/index.ts';
import {
  type DeliveryState,
  type DraftRow,
  type LocalDatabase,
  type LocalMessage,
  messageDeliveryState,
} from '../../sync/index.ts';
import { useEngine } from '../session/services.tsx';
import { messageFromOutbox, needsAttention } from './failed-messages.ts';
import { fullName, usersById } from './people.ts';
import { unseenOf } from './unseen.ts';
import { useLocalQuery } from './use-local-query.ts';

export type ChatListItem = {
  readonly chat: ChatRow;
  readonly membership: MembershipRow;
  /** The face of a private chat. */
  readonly person: UserRow | undefined;
  readonly title: string;
  /** What opens it: the person's code, or the chat's own. */
  readonly code: string | null;
  readonly lastMessage: LocalMessage | undefined;
  /** Only when the last message is mine. */
  readonly lastState: DeliveryState | null;
  readonly draft: DraftRow | undefined;
  readonly unseen: number;
  /** Decides the place: the newest draft or message first. */
  readonly atMs: number;
};

/** The last message of a chat that is held. */
const lastMessageOf = (db: LocalDatabase, chatId: string): Promise<LocalMessage | undefined> =>
  db.messages.where('[chatId+order]').between([chatId, Dexie.minKey], [chatId, Dexie.maxKey]).last();

const readChatList = async (db: LocalDatabase, me: string): Promise<ChatListItem[]> => {
  const [memberships, members, outbox, drafts] = await Promise.all([
    db.memberships.toArray(),
    db.members.toArray(),
    db.outbox.orderBy('seq').toArray(),
    db.drafts.toArray(),
  ]);
  const open = memberships.filter((membership) => !membership.isArchived);
  const chats = await db.chats.bulkGet(open.map((membership) => membership.chatId));
  const lastMessages = await Promise.all(open.map((membership) => lastMessageOf(db, membership.chatId)));
  const others = Map.groupBy(
    members.filter((member) => member.userId !== me),
    (member) => member.chatId,
  );
  const people = await usersById(
    db,
    members.map((member) => member.userId),
  );
  const draftsByChat = new Map(drafts.map((draft) => [draft.chatId, draft]));
  const outboxByMessage = new Map(outbox.map((row) => [row.entityKey, row]));
  const failedByChat = new Map(outbox.filter(needsAttention).map((row) => [row.args.chatId, row]));

  const items: ChatListItem[] = [];
  for (const [index, membership] of open.entries()) {
    const chat = chats[index];
    if (!chat) continue;
    const otherMembers = others.get(chat.id) ?? [];
    const person = chat.type === 'PRIVATE' ? people.get(otherMembers[0]?.userId ?? '') : undefined;
    const failed = failedByChat.get(chat.id);
    const stored = lastMessages[index];
    const failedMessage = failed && messageFromOutbox(failed, me);
    const lastMessage =
      failedMessage && (!stored || failedMessage.order > stored.order) ? failedMessage : stored;
    const draft = draftsByChat.get(chat.id);
    const messageAtMs = Date.parse(lastMessage?.createdAt ?? chat.lastMessageAt ?? chat.createdAt);
    items.push({
      chat,
      membership,
      person,
      title: person ? fullName(person) : (chat.name ?? ''),
      code: person ? person.uniqueCode : chat.uniqueCode,
      lastMessage,
      lastState:
        lastMessage?.senderId === me
          ? messageDeliveryState(lastMessage, outboxByMessage.get(lastMessage.id), otherMembers)
          : null,
      draft,
      unseen: unseenOf(chat, membership),
      atMs: Math.max(messageAtMs, draft?.updatedAt ?? 0),
    });
  }
  return items.sort((a, b) => b.atMs - a.atMs || a.chat.id.localeCompare(b.chat.id));
};

/** My chats, the one with the newest message or draft first. */
export function useChatList(): readonly ChatListItem[] | undefined {
  const { userId } = useEngine();
  return useLocalQuery({
    name: 'chat list',
    stores: ['chats', 'drafts', 'members', 'memberships', 'messages', 'outbox', 'users'],
    read: (db) => readChatList(db, userId),
  });
}
