// Over 300 lines: one composer per kind of push, which a reader compares side by side.
import { and, desc, eq, gt, isNull, ne, or, sql } from 'drizzle-orm';
import {
  cutText,
  type Media,
  memberId,
  newUntimedId,
  type PushedMedia,
  type PushPayload,
  type PushType,
} from '../../../protocol/index.ts';
import type { Queryable } from '../../db/database.ts';
import {
  chats,
  comments,
  exports as dataExports,
  friendships,
  hiddenMessages,
  memberships,
  messages,
  posts,
  sessions,
  users,
} from '../../db/schema.ts';
import { isNotifiedNow } from '../chats/muted.ts';
import { countUnseen } from '../chats/queries.ts';
import { presentComment } from '../comments/presenter.ts';
import { findRelation, isBlockedBetween } from '../friends/relation.ts';
import { findReadablePost } from '../posts/policy.ts';
import { settingsOf } from '../settings/stored.ts';

/** What a push is about; what it says is read when it is sent, so that nothing is told that is no longer true. */
export type PushTopic =
  | { kind: 'message'; chatId: string }
  | { kind: 'friend'; type: FriendPush; friendshipId: string }
  | { kind: 'comment'; type: CommentPush; commentId: string; postId: string }
  | { kind: 'like'; postId: string }
  | { kind: 'signIn'; sessionId: string }
  /** Somebody waits to meet a stranger: it says no more than that. */
  | { kind: 'stranger' }
  /** The copy of one's data can be downloaded. */
  | { kind: 'export'; exportId: string };

export type FriendPush = Extract<PushType, 'friendRequest' | 'friendAccepted'>;
export type CommentPush = Extract<PushType, 'comment' | 'commentReply'>;

const TEXT_BYTES_MAX = 1_000;
const NAME_MAX = 120;

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  cutText(`${firstName} ${lastName}`, NAME_MAX);

/** What a text takes in a payload: a quote or a line break is two there. */
const bytesOf = (text: string): number => Buffer.byteLength(JSON.stringify(text)) - 2;

/** The beginning of a text, whole characters, so that a payload stays small (docs/decisions/0011). */
export const shorten = (text: string): string => {
  if (bytesOf(text) <= TEXT_BYTES_MAX) return text;
  let kept = '';
  let bytes = bytesOf('…');
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    bytes += bytesOf(segment);
    if (bytes > TEXT_BYTES_MAX) break;
    kept += segment;
  }
  return `${kept}…`;
};

export const tagOf = (topic: PushTopic): string => {
  switch (topic.kind) {
    case 'message':
      return `chat:${topic.chatId}`;
    case 'friend':
      return `friend:${topic.friendshipId}`;
    // One for all that is said under a post.
    case 'comment':
      return `post:${topic.postId}`;
    case 'like':
      return `like:${topic.postId}`;
    case 'signIn':
      return `sign-in:${topic.sessionId}`;
    case 'stranger':
      return 'stranger';
    case 'export':
      return `export:${topic.exportId}`;
  }
};

/** All of a push but the moment of sending. */
export type ComposedPush = Omit<PushPayload, 'ts'>;
/** What a topic alone decides. */
type PushAbout = Omit<ComposedPush, 'unseen'>;

/** @returns null when there is nothing to tell this person any more, or the person has turned it off. */
export const composePush = async (
  db: Queryable,
  userId: string,
  topic: PushTopic,
  now: Date,
): Promise<ComposedPush | null> => {
  const about = await composeAbout(db, userId, topic, now);
  return about && { ...about, unseen: (await countUnseen(db, userId, now)).count };
};

const composeAbout = (
  db: Queryable,
  userId: string,
  topic: PushTopic,
  now: Date,
): Promise<PushAbout | null> => {
  if (topic.kind === 'message') return composeMessage(db, userId, topic.chatId, now);
  if (topic.kind === 'friend') return composeFriend(db, userId, topic);
  if (topic.kind === 'comment') return composeComment(db, userId, topic);
  if (topic.kind === 'like') return composeLike(db, userId, topic.postId);
  if (topic.kind === 'export') return composeExport(db, userId, topic.exportId);
  return topic.kind === 'signIn' ? composeSignIn(db, userId, topic.sessionId) : composeStranger(db, userId);
};

const findMember = async (db: Queryable, userId: string) => {
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)));
  return user;
};

/**
 * Whether a member is told of what comes into a chat and is not muted, for a query of `memberships` and `chats`: neither a
 * message request makes a sound until it is accepted, nor what follows a no (docs/decisions/0003).
 */
export const isNotified = and(
  isNull(memberships.leftAt),
  eq(memberships.isDeclined, false),
  or(isNull(chats.requestedBy), eq(chats.requestedBy, memberships.userId)),
);

const composeMessage = async (
  db: Queryable,
  userId: string,
  chatId: string,
  now: Date,
): Promise<PushAbout | null> => {
  const member = await findMember(db, userId);
  // The newest one that is heard stands for all that came since one looked.
  const [newest] = await db
    .select({ message: messages, chat: chats, sender: users })
    .from(memberships)
    .innerJoin(chats, and(eq(chats.id, memberships.chatId), isNull(chats.deletedAt)))
    .innerJoin(messages, and(eq(messages.chatId, chats.id), gt(messages.seq, memberships.seenSeq)))
    .innerJoin(users, eq(users.id, messages.senderId))
    .where(
      and(
        eq(memberships.id, memberId(chatId, userId)),
        isNotified,
        isNotifiedNow(now),
        ne(messages.senderId, userId),
        isNull(messages.deletedAt),
        sql`not ${isBlockedBetween(sql`${userId}::uuid`, users.id)}`,
        sql`not exists (select 1 from ${hiddenMessages} where ${hiddenMessages.messageId} = ${messages.id}
          and ${hiddenMessages.userId} = ${userId} and ${hiddenMessages.deletedAt} is null)`,
      ),
    )
    .orderBy(desc(messages.seq))
    .limit(1);
  if (!member || !newest) return null;
  const { message, chat, sender } = newest;
  const settings = settingsOf(member);
  const isPrivate = chat.type === 'PRIVATE';
  if (!(isPrivate ? settings.notifyMessages : settings.notifyGroups)) return null;
  const isHidden = settings.hidePreviews;
  return {
    v: 1,
    type: 'message',
    id: message.id,
    key: isPrivate ? 'message' : 'groupMessage',
    args: isHidden
      ? {}
      : {
          name: nameOf(sender),
          ...(isPrivate ? {} : { chat: cutText(chat.name ?? '', NAME_MAX) }),
          ...(message.content ? {} : sentMedia(message.media)),
        },
    tag: tagOf({ kind: 'message', chatId }),
    url: `/chats/${isPrivate ? sender.uniqueCode : (chat.uniqueCode ?? '')}`,
    chatId,
    senderId: isHidden ? null : sender.id,
    at: message.createdAt.toISOString(),
    text: isHidden || !message.content ? null : shorten(message.content),
    seq: message.seq,
  };
};

/** What a message without words is told as, like its line in the list of chats. */
const sentMedia = ([first]: readonly Media[]): { sent?: PushedMedia } => {
  if (first === undefined) return {};
  if (first.waveform !== undefined) return { sent: 'voice' };
  return { sent: first.kind === 'image' ? 'picture' : first.kind };
};

const composeFriend = async (
  db: Queryable,
  userId: string,
  { type, friendshipId }: Extract<PushTopic, { kind: 'friend' }>,
): Promise<PushAbout | null> => {
  const member = await findMember(db, userId);
  const isRequest = type === 'friendRequest';
  const [found] = await db
    .select({ friendship: friendships, other: users })
    .from(friendships)
    .innerJoin(users, eq(users.id, isRequest ? friendships.requesterId : friendships.requesteeId))
    .where(
      and(
        eq(friendships.id, friendshipId),
        eq(isRequest ? friendships.requesteeId : friendships.requesterId, userId),
        eq(friendships.status, isRequest ? 'PENDING' : 'APPROVED'),
        isNull(friendships.deletedAt),
        sql`not ${isBlockedBetween(sql`${userId}::uuid`, users.id)}`,
      ),
    );
  if (!member || !found || !settingsOf(member).notifyFriendRequests) return null;
  const { friendship, other } = found;
  const isHidden = settingsOf(member).hidePreviews;
  return {
    v: 1,
    type,
    id: friendshipId,
    key: type,
    args: isHidden ? {} : { name: nameOf(other) },
    tag: tagOf({ kind: 'friend', type, friendshipId }),
    url: isRequest ? '/profile/friend-requests' : `/users/${other.uniqueCode}`,
    chatId: null,
    senderId: isHidden ? null : other.id,
    at: (friendship.approvedAt ?? friendship.createdAt).toISOString(),
    text: null,
    seq: null,
  };
};

/** Of a comment under one's post, or of an answer to one's own. An anonymous author is not named here either. */
const composeComment = async (
  db: Queryable,
  userId: string,
  topic: Extract<PushTopic, { kind: 'comment' }>,
): Promise<PushAbout | null> => {
  const member = await findMember(db, userId);
  const [found] = await db
    .select({ comment: comments, post: posts, author: users })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .innerJoin(users, eq(users.id, comments.creatorId))
    .where(and(eq(comments.id, topic.commentId), isNull(comments.deletedAt)));
  if (!member || !found || !settingsOf(member).notifyComments) return null;
  if ((await findReadablePost(db, userId, found.post.id)) === undefined) return null;
  const { id, author, content, createdAt } = presentComment(found, userId);
  const person = author?.kind === 'person' ? author.user : null;
  if (person !== null && (await findRelation(db, userId, person.id)).isBlocked) return null;
  const shown = settingsOf(member).hidePreviews ? null : person;
  return {
    v: 1,
    type: topic.type,
    id,
    key: topic.type,
    args: shown === null ? {} : { name: nameOf(shown) },
    tag: tagOf(topic),
    url: `/posts/${topic.postId}`,
    chatId: null,
    senderId: shown?.id ?? null,
    at: createdAt,
    text: shown === null || content === null ? null : shorten(content),
    seq: null,
  };
};

/** Of the recipient's own post, without a name: who likes what never leaves the server (docs/decisions/0002). */
const composeLike = async (db: Queryable, userId: string, postId: string): Promise<PushAbout | null> => {
  const member = await findMember(db, userId);
  const [post] = await db
    .select()
    .from(posts)
    .where(
      and(eq(posts.id, postId), eq(posts.creatorId, userId), isNull(posts.deletedAt), gt(posts.likeCount, 0)),
    );
  if (!member || !post || !settingsOf(member).notifyLikes) return null;
  // A locked screen that lies on the table must not tell whose anonymous post it is.
  const isHidden = settingsOf(member).hidePreviews || post.alias !== null;
  return {
    v: 1,
    type: 'like',
    id: postId,
    key: 'like',
    args: {},
    tag: tagOf({ kind: 'like', postId }),
    url: `/posts/${postId}`,
    chatId: null,
    senderId: null,
    at: new Date().toISOString(),
    text: isHidden ? null : shorten(post.content),
    seq: null,
  };
};

/** Generic: neither who waits nor anything that leads there, and with hidden previews not even that it is about strangers. */
const composeStranger = async (db: Queryable, userId: string): Promise<PushAbout | null> => {
  const member = await findMember(db, userId);
  if (!member) return null;
  const args = settingsOf(member).hidePreviews ? {} : { name: 'Tambay' };
  const nobody = { args, chatId: null, senderId: null, text: null, seq: null };
  return {
    ...{
      v: 1,
      type: 'stranger',
      key: 'stranger',
      id: newUntimedId(),
      tag: tagOf({ kind: 'stranger' }),
      url: '/strangers',
    },
    ...nobody,
    at: new Date().toISOString(),
  };
};

/** Sent whatever the settings say: it is how a member learns of a stranger in the account. */
const composeSignIn = async (db: Queryable, userId: string, sessionId: string): Promise<PushAbout | null> => {
  const [session] = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId), isNull(sessions.revokedAt)));
  if (!session) return null;
  return {
    v: 1,
    type: 'newSignIn',
    id: sessionId,
    key: 'newSignIn',
    args: { name: session.deviceName },
    tag: tagOf({ kind: 'signIn', sessionId }),
    url: '/profile/devices',
    chatId: null,
    senderId: null,
    at: session.createdAt.toISOString(),
    text: null,
    seq: null,
  };
};

/** Like a sign-in: one that the member did not ask for is worth knowing of. */
const composeExport = async (db: Queryable, userId: string, exportId: string): Promise<PushAbout | null> => {
  const [row] = await db
    .select()
    .from(dataExports)
    .where(and(eq(dataExports.id, exportId), eq(dataExports.userId, userId)));
  if (!row?.readyAt) return null;
  return {
    v: 1,
    type: 'exportReady',
    id: exportId,
    key: 'exportReady',
    args: { name: 'Tambay' },
    tag: tagOf({ kind: 'export', exportId }),
    url: '/profile/account',
    chatId: null,
    senderId: null,
    at: row.readyAt.toISOString(),
    text: null,
    seq: null,
  };
};
