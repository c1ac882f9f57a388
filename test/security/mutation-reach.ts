import { isNull } from 'drizzle-orm';
import { friendshipId, type MutationName, type TableName, z } from '../../protocol/index.ts';
import type { Database } from '../../server/db/database.ts';
import { comments, invitations, members, posts } from '../../server/db/schema.ts';
import { type Actor, type Cast, READERS, type Reader } from './mutation-cast.ts';

const AUDIENCES = ['me', 'chat', 'named', 'pair', 'under', 'author', 'knowing', 'asked'] as const;
type Audience = (typeof AUDIENCES)[number];
/** Tables by audience. */
type Reach = Partial<Record<Audience, readonly TableName[]>>;

const CHAT_ROWS = ['chats', 'members', 'messages', 'users'] as const;

/**
 * Whom an applied mutation may reach, and in which tables: no other pull may gain, change or lose a row.
 *
 *   me: who runs it · chat: who is in the chat before or after it · named: who is named, or has the code
 *   pair: both people of the friendship · under: who has written under the post · author: of the post
 *   asked: who is invited into the chat
 *   knowing: who has the profile of the one who runs it already
 */
export const reaches: Readonly<Record<MutationName, Reach>> = {
  sendMessage: {
    chat: ['messages', 'chats', 'members', 'users'],
    me: ['memberships', 'invitations'],
    named: ['memberships'],
  },
  editMessage: { chat: ['messages', 'pinnedMessages'] },
  deleteMessage: { chat: ['messages', 'pinnedMessages'] },
  hideMessage: { me: ['hidden'] },
  starMessage: { me: ['starredMessages'] },
  withdrawFile: { chat: ['messages', 'pinnedMessages'] },
  reactToMessage: { chat: ['messages', 'pinnedMessages'] },
  markListened: { chat: ['messages', 'pinnedMessages'] },
  pinMessage: { chat: ['messages', 'pinnedMessages', 'users'] },
  markSeen: { me: ['memberships'] },
  markScreenSeen: {},
  requestFriend: {
    me: ['friendships', 'users', 'memberships', ...CHAT_ROWS],
    named: ['friendships', 'users', 'memberships', ...CHAT_ROWS],
  },
  acceptFriend: { pair: ['friendships', 'memberships', ...CHAT_ROWS] },
  rejectFriend: { pair: ['friendships', 'users'] },
  cancelRequest: { pair: ['friendships', 'users'] },
  unfriend: { pair: ['friendships', 'users'] },
  updateProfile: { me: ['users', 'settings', 'posts', 'comments'], knowing: ['users'] },
  updateSettings: { me: ['settings'] },
  createPost: { me: ['posts'] },
  updatePost: { me: ['posts'] },
  deletePost: { me: ['posts'], under: ['comments', 'likes'] },
  restorePost: { me: ['posts'], under: ['comments', 'likes'] },
  setLike: { me: ['likes', 'posts'], author: ['posts'] },
  hidePost: { me: ['hiddenPosts'] },
  createComment: { me: ['comments', 'posts'], under: ['comments'], author: ['posts'] },
  updateComment: { me: ['comments', 'posts'], author: ['posts'] },
  deleteComment: { me: ['comments', 'posts'], under: ['comments'], author: ['posts'] },
  setBlock: { me: ['blocks', 'users', 'friendships'], named: ['friendships', 'users'] },
  muteAuthor: { me: ['authorMutes', 'users'] },
  createChat: {
    me: ['memberships', 'invitations', ...CHAT_ROWS],
    named: ['memberships', 'invitations', ...CHAT_ROWS],
  },
  updateChat: { chat: ['chats', 'messages'] },
  addMember: {
    chat: [...CHAT_ROWS],
    me: ['invitations', 'users'],
    named: ['memberships', 'invitations', 'users'],
  },
  removeMember: {
    chat: [...CHAT_ROWS],
    me: ['invitations', 'users'],
    named: ['memberships', 'invitations', 'users'],
  },
  setMemberRole: { chat: ['members', 'chats', 'messages'] },
  joinChat: { chat: [...CHAT_ROWS, 'invitations'], me: ['memberships', 'invitations'] },
  declineInvitation: { me: ['invitations', 'users'], chat: ['invitations', 'users'] },
  leaveChat: { chat: [...CHAT_ROWS], me: ['memberships'] },
  setChatPreferences: { me: ['memberships'] },
  setChatPin: { me: ['memberships'] },
  clearChat: { me: ['memberships', 'messages'] },
  deleteChat: {
    chat: ['memberships', 'invitations', ...CHAT_ROWS],
    asked: ['invitations', 'users'],
  },
  answerMessageRequest: { chat: ['chats'], me: ['memberships', 'messages'] },
  reportThing: {},
};

const named = z.looseObject({
  id: z.optional(z.string()),
  chatId: z.optional(z.string()),
  userId: z.optional(z.string()),
  users: z.optional(z.array(z.string())),
  recipientId: z.optional(z.string()),
  uniqueCode: z.optional(z.string()),
  friendshipId: z.optional(z.string()),
  postId: z.optional(z.string()),
});

/** Who is in which chat, who has written under which post, and whose it is. */
export type Ties = Readonly<
  Record<'inside' | 'under' | 'authors' | 'asked', readonly { userId: string; of: string }[]>
>;

export const readTies = async (db: Database): Promise<Ties> => ({
  inside: await db
    .select({ userId: members.userId, of: members.chatId })
    .from(members)
    .where(isNull(members.leftAt)),
  under: await db.select({ userId: comments.creatorId, of: comments.postId }).from(comments),
  asked: await db
    .select({ userId: invitations.userId, of: invitations.chatId })
    .from(invitations)
    .where(isNull(invitations.deletedAt)),
  authors: await db.select({ userId: posts.creatorId, of: posts.id }).from(posts),
});

type Told = {
  /** Before and after the command. */
  ties: readonly Ties[];
  actor: Actor;
  args: unknown;
  knows: (reader: Reader, userId: string) => boolean;
};

/** Who belongs to each audience of a command with these arguments, before it or after it. */
export const audiencesOf = (
  { people }: Cast,
  { ties, actor, args, knows }: Told,
): Record<Audience, Reader[]> => {
  const { id: own, chatId = own, postId = own, userId: one, users = [], ...rest } = named.parse(args);
  const { recipientId, uniqueCode, friendshipId: tie } = rest;
  const whoOf = (name: keyof Ties, id: string | undefined): Set<string> =>
    new Set(ties.flatMap((one) => one[name].flatMap(({ of, userId }) => (of === id ? [userId] : []))));
  const [inside, invited] = [whoOf('inside', chatId), whoOf('asked', chatId)];
  const [under, authors] = [whoOf('under', postId), whoOf('authors', postId)];
  const asked = new Set([one, recipientId, ...users]);
  const readers = (isIn: (person: Cast['people'][Reader]) => boolean): Reader[] =>
    READERS.filter((name) => isIn(people[name]));
  return {
    me: [actor],
    chat: readers((person) => inside.has(person.id)),
    named: readers((person) => asked.has(person.id) || person.uniqueCode === uniqueCode),
    pair: readers((person) => READERS.some((name) => friendshipId(person.id, people[name].id) === tie)),
    under: readers((person) => under.has(person.id)),
    author: readers((person) => authors.has(person.id)),
    asked: readers((person) => invited.has(person.id)),
    knowing: READERS.filter((reader) => knows(reader, people[actor].id)),
  };
};

/** A changed row, `table id`, that the reach does not name for this reader. */
export const isBeyond = (
  reach: Reach,
  audiences: Readonly<Record<Audience, readonly Reader[]>>,
  reader: Reader,
  row: string,
): boolean =>
  !AUDIENCES.some(
    (audience) =>
      audiences[audience].includes(reader) &&
      reach[audience]?.some((table) => row.startsWith(`${table} `)) === true,
  );
