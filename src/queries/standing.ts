import type { Engine } from '../../sync/index.ts';
import { type Standing, standingOf } from '../features/away/what-changed.ts';

/** What stands on the device now, in one cut. */
export const readStanding = ({ db, userId }: Pick<Engine, 'db' | 'userId'>): Promise<Standing> =>
  db.transaction(
    'r',
    [db.chats, db.memberships, db.friendships, db.posts, db.outbox],
    async (): Promise<Standing> => {
      const [chats, memberships, friendships, posts, outbox] = await Promise.all([
        db.chats.toArray(),
        db.memberships.toArray(),
        db.friendships.toArray(),
        db.posts.where('creatorId').equals(userId).toArray(),
        db.outbox.toArray(),
      ]);
      return standingOf({ me: userId, chats, memberships, friendships, posts, outbox });
    },
  );

/** What opens a chat: the other person's code, or its own. */
export const readChatCode = async (
  { db, userId }: Pick<Engine, 'db' | 'userId'>,
  chatId: string,
): Promise<string | null> => {
  const chat = await db.chats.get(chatId);
  if (chat?.type !== 'PRIVATE') return chat?.uniqueCode ?? null;
  const members = await db.members.where('chatId').equals(chatId).toArray();
  const other = members.find((member) => member.userId !== userId);
  return other ? ((await db.users.get(other.userId))?.uniqueCode ?? null) : null;
};
