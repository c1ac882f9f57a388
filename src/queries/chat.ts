import {
  blockId,
  type ChatRow,
  friendshipId,
  type MemberRow,
  type MembershipRow,
  memberId,
  privateChatId,
  savedMessagesId,
  type UserRow,
} from '../../protocol/index.ts';
import { type LocalTables, listId, type OutboxRow } from '../../sync/index.ts';
import { useEngine } from '../session/services.tsx';
import { chatName, fullName, usersById } from './people.ts';
import { isListed } from './pinned-chats.ts';
import { savedTitle } from './saved-messages.ts';
import { readUnseen } from './unseen.ts';
import { useLocalQuery } from './use-local-query.ts';

export type OpenChat = {
  readonly id: string;
  readonly isPrivate: boolean;
  /** My chat with myself: it has nobody else in it. */
  readonly isSaved: boolean;
  /** What opens it. */
  readonly code: string;
  /** Missing while nothing was ever written: the first message makes the private chat. */
  readonly chat: ChatRow | undefined;
  readonly membership: MembershipRow | undefined;
  /** How many messages I have not seen, as the list of chats counts them. */
  readonly unseen: number;
  /** The other one of a private chat. */
  readonly person: UserRow | undefined;
  readonly title: string;
  readonly others: readonly MemberRow[];
  readonly users: ReadonlyMap<string, UserRow>;
  /** Between people who are no friends: a message request of mine, of theirs, or one that a first word would make. */
  readonly request: 'mine' | 'theirs' | 'would' | null;
  /** What was said may be answered and changed: not before a request of theirs is accepted. */
  readonly canWrite: boolean;
  /** The two people of a private chat pin messages, unless I have blocked the other; in others the owner and admins. */
  readonly canPin: boolean;
};

const requestOf = (me: string, chat: ChatRow | undefined): OpenChat['request'] => {
  // An accepted request is stored in the chat row, which exists then and asks for nothing.
  if (chat === undefined) return 'would';
  if (chat.requestedBy === null) return null;
  return chat.requestedBy === me ? 'mine' : 'theirs';
};

/** Nothing but words goes to somebody who has not accepted a message request yet (docs/decisions/0003). */
export const takesWordsOnly = ({ request }: Pick<OpenChat, 'request'>): boolean =>
  request === 'mine' || request === 'would';

/** See `useChat`. */
export const readChat = async (
  db: LocalTables,
  me: string,
  code: string,
  met: UserRow | undefined,
): Promise<OpenChat | null> => {
  const known = await db.users.where('uniqueCode').equals(code).first();
  const opener: UserRow | undefined = known ?? met;
  const isSaved = opener?.id === me;
  const person = isSaved ? undefined : opener;
  const named = opener ? undefined : await db.chats.where('uniqueCode').equals(code).first();
  const id = isSaved ? savedMessagesId(me) : person ? privateChatId(me, person.id) : named?.id;
  if (id === undefined) return null;
  const chat = named ?? (await db.chats.get(id));
  const members = await db.members.where('chatId').equals(id).toArray();
  const coverage = await db.coverage.get(listId('messages', id));
  const friendship = person ? await db.friendships.get(friendshipId(me, person.id)) : undefined;
  const isAmongFriends = person === undefined || friendship?.status === 'APPROVED';
  const request = isAmongFriends ? null : requestOf(me, chat);
  const canWrite = request === null || request === 'mine';
  const isBlocked = person !== undefined && (await db.blocks.get(blockId(me, person.id))) !== undefined;
  const role = members.find(({ userId }) => userId === me)?.role ?? 'MEMBER';
  const memberships = await db.memberships.where('chatId').equals(id).toArray();
  return {
    id,
    isPrivate: opener !== undefined,
    isSaved,
    code,
    chat,
    membership: memberships[0],
    unseen: chat === undefined ? 0 : ((await readUnseen(db, [chat], memberships)).get(id) ?? 0),
    person,
    title: isSaved ? savedTitle() : person ? fullName(person) : chatName(chat?.name ?? null),
    others: members.filter((member) => member.userId !== me),
    // Those who have left as well: what they said and did stands there still.
    users: await usersById(db, [...members.map((member) => member.userId), ...(coverage?.people ?? [])]),
    request,
    canWrite,
    canPin: canWrite && !isBlocked && (opener !== undefined || role !== 'MEMBER'),
  };
};

/**
 * The chat that a code opens: a person's private chat, or a group by its own code. `null`: not on this device.
 * @param met whose code it is, as the server says, when this device does not know them
 */
export function useChat(code: string, met?: UserRow): OpenChat | null | undefined {
  const { userId } = useEngine();
  return useLocalQuery({
    name: met ? `chat ${code} with ${met.id}` : `chat ${code}`,
    stores: [
      'blocks',
      'chats',
      'coverage',
      'friendships',
      'hidden',
      'members',
      'memberships',
      'messages',
      'users',
    ],
    read: (db) => readChat(db, userId, code, met),
  });
}

/** My wish to come into a chat: on its way, or refused. */
export type Join = { readonly isWaiting: boolean; readonly refused: OutboxRow | null };

const noJoin: Join = { isWaiting: false, refused: null };

export function useJoin(chatId: string): Join {
  const join = useLocalQuery({
    name: `joining ${chatId}`,
    stores: ['outbox'],
    read: async (db): Promise<Join> => {
      const rows = await db.outbox.where('chatId').equals(chatId).toArray();
      const row = rows.findLast(({ name }) => name === 'joinChat');
      if (row === undefined || row.state === 'cancelling') return noJoin;
      const isRefused = row.state === 'rejected' || row.state === 'parked' || row.state === 'blocked';
      return isRefused ? { isWaiting: false, refused: row } : { isWaiting: true, refused: null };
    },
  });
  return join ?? noJoin;
}

/** My place in a private chat, and how far it goes. */
export type OwnPlaceWith = {
  readonly place: MembershipRow;
  readonly lastSeq: number;
  /** See `isListed`. */
  readonly isListed: boolean;
};

/** My place in the private chat with somebody; undefined while there is none. */
export function useOwnPlaceWith(personId: string): OwnPlaceWith | undefined {
  const { userId } = useEngine();
  return useLocalQuery({
    name: `own place with ${personId}`,
    stores: ['chats', 'memberships'],
    read: async (db) => {
      const chatId = privateChatId(userId, personId);
      const [chat, place] = await Promise.all([
        db.chats.get(chatId),
        db.memberships.get(memberId(chatId, userId)),
      ]);
      if (!chat || !place) return undefined;
      return { place, lastSeq: chat.lastSeq, isListed: isListed(chat, place) };
    },
  });
}
