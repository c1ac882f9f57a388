import {
  type ChatRow,
  friendshipId,
  type MemberRow,
  type MembershipRow,
  privateChatId,
  type UserRow,
} from '../../protocol/index.ts';
import type { LocalDatabase } from '../../sync/index.ts';
import { useEngine } from '../session/services.tsx';
import { fullName, usersById } from './people.ts';
import { useLocalQuery } from './use-local-query.ts';

export type OpenChat = {
  readonly id: string;
  readonly isPrivate: boolean;
  /** Missing while nothing was ever written: the first message makes the private chat. */
  readonly chat: ChatRow | undefined;
  readonly membership: MembershipRow | undefined;
  /** The other one of a private chat. */
  readonly person: UserRow | undefined;
  readonly title: string;
  readonly others: readonly MemberRow[];
  readonly users: ReadonlyMap<string, UserRow>;
  /** Private chats are for friends (decisions.md §3). */
  readonly canWrite: boolean;
};

const readChat = async (db: LocalDatabase, me: string, code: string): Promise<OpenChat | null> => {
  const person = await db.users.where('uniqueCode').equals(code).first();
  if (person?.id === me) return null;
  const named = person ? undefined : await db.chats.where('uniqueCode').equals(code).first();
  const id = person ? privateChatId(me, person.id) : named?.id;
  if (id === undefined) return null;
  const chat = named ?? (await db.chats.get(id));
  const members = await db.members.where('chatId').equals(id).toArray();
  const friendship = person ? await db.friendships.get(friendshipId(me, person.id)) : undefined;
  return {
    id,
    isPrivate: person !== undefined,
    chat,
    membership: (await db.memberships.where('chatId').equals(id).toArray())[0],
    person,
    title: person ? fullName(person) : (chat?.name ?? ''),
    others: members.filter((member) => member.userId !== me),
    users: await usersById(
      db,
      members.map((member) => member.userId),
    ),
    canWrite: person ? friendship?.status === 'APPROVED' : true,
  };
};

/** The chat that a code opens: a person's private chat, or a group by its own code. `null`: not on this device. */
export function useChat(code: string): OpenChat | null | undefined {
  const { userId } = useEngine();
  return useLocalQuery({
    name: `chat ${code}`,
    stores: ['chats', 'friendships', 'members', 'memberships', 'users'],
    read: (db) => readChat(db, userId, code),
  });
}
