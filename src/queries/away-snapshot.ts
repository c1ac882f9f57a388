import {
  type ChatRow,
  type FriendshipRow,
  isMutedAt,
  type MembershipRow,
  type PostRow,
  savedMessagesId,
} from '../../protocol/index.ts';
import { type Engine, type OutboxRow, serverClock } from '../../sync/index.ts';
import { readUnseen } from './unseen.ts';
import { thingPlaceOf, type WaitingThings } from './waiting-things.ts';

/** What stood on the device at one moment, as far as somebody else or the network changes it. */
export type AwaySnapshot = {
  readonly unseenByChat: ReadonlyMap<string, number>;
  readonly requests: ReadonlySet<string>;
  readonly friends: ReadonlySet<string>;
  /** Likes and comments of my posts. */
  readonly echoByPost: ReadonlyMap<string, number>;
  /** What I did that was not settled, and what of it waits for me. */
  readonly waiting: WaitingThings;
  readonly needsMe: ReadonlySet<string>;
};

type Rows = {
  readonly me: string;
  readonly chats: readonly ChatRow[];
  readonly memberships: readonly MembershipRow[];
  readonly unseen: ReadonlyMap<string, number>;
  readonly friendships: readonly FriendshipRow[];
  readonly posts: readonly PostRow[];
  readonly outbox: readonly Pick<OutboxRow, 'id' | 'lane' | 'state'>[];
};

const snapshotOf = ({ me, chats, memberships, unseen, friendships, posts, outbox }: Rows): AwaySnapshot => {
  const placeOf = new Map(memberships.map((row) => [row.chatId, row]));
  const now = serverClock.now();
  const needs = outbox.filter(({ state }) => state === 'rejected' || state === 'parked');
  return {
    unseenByChat: new Map(
      chats.flatMap((chat) => {
        const place = placeOf.get(chat.id);
        return place && !isMutedAt(place, now) ? [[chat.id, unseen.get(chat.id) ?? 0]] : [];
      }),
    ),
    requests: new Set(
      friendships
        .filter(({ status, requesteeId }) => status === 'PENDING' && requesteeId === me)
        .map(({ id }) => id),
    ),
    friends: new Set(friendships.filter(({ status }) => status === 'APPROVED').map(({ id }) => id)),
    echoByPost: new Map(
      posts
        .filter(({ creatorId }) => creatorId === me)
        .map(({ id, likeCount, commentCount }) => [id, likeCount + commentCount]),
    ),
    waiting: new Map(outbox.map((row) => [row.id, thingPlaceOf(row)])),
    needsMe: new Set(needs.map(({ id }) => id)),
  };
};

/** What stands on the device now, in one cut. */
export const readAwaySnapshot = ({ db, userId }: Pick<Engine, 'db' | 'userId'>): Promise<AwaySnapshot> =>
  db.read(
    ['chats', 'hidden', 'memberships', 'messages', 'friendships', 'posts', 'outbox'],
    async (tables) => {
      const [chats, memberships, friendships, posts, outbox] = await Promise.all([
        tables.chats.toArray(),
        tables.memberships.toArray(),
        tables.friendships.toArray(),
        tables.posts.where('creatorId').equals(userId).toArray(),
        tables.outbox.toArray(),
      ]);
      const unseen = await readUnseen(tables, chats, memberships);
      return snapshotOf({ me: userId, chats, memberships, unseen, friendships, posts, outbox });
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
  const isSaved = chatId === savedMessagesId(userId);
  const opener = isSaved ? userId : members.find((member) => member.userId !== userId)?.userId;
  return opener === undefined ? null : ((await db.users.get(opener))?.uniqueCode ?? null);
};
