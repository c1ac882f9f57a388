import { and, eq, isNull, sql } from 'drizzle-orm';
import { chatScope, ProtocolError, userScope } from '../../../protocol/index.ts';
import type { Transaction } from '../../db/database.ts';
import { chats, comments, members, messages, posts, users } from '../../db/schema.ts';
import type { JobSender } from '../../jobs/job.ts';
import { closeChat } from '../chats/leave-chat.ts';
import { commentChange } from '../comments/presenter.ts';
import { attachFiles } from '../files/attach-files.ts';
import { sendEndOfCopies } from '../files/end-copies.ts';
import { changesOfMessage } from '../messages/presenter.ts';
import { endStars } from '../messages/stars.ts';
import { purgeRows } from '../posts/delete-post.ts';
import { postChange } from '../posts/presenter.ts';
import type { PostHint } from '../sync/context.ts';
import { increment } from '../sync/increment.ts';
import type { LogWriter } from '../sync/log.ts';
import type { StoredReport } from './queue.ts';

type Removal = {
  tx: Transaction;
  log: LogWriter;
  jobs: JobSender;
  targetId: string;
  moderatorId: string;
  now: Date;
};

/** As if its author had deleted it for everyone: the line keeps its place, and what it said is gone. */
const removeMessage = async (removal: Removal): Promise<PostHint[]> => {
  const { tx, log, jobs, targetId, moderatorId, now } = removal;
  const [known] = await tx
    .select({ chatId: messages.chatId })
    .from(messages)
    .where(eq(messages.id, targetId));
  if (!known) throw new ProtocolError('not_found');
  // The chat's lock comes first, as for everybody who writes there.
  await tx.select({ id: chats.id }).from(chats).where(eq(chats.id, known.chatId)).for('no key update');
  const use = { kind: 'message' as const, targetId };
  await attachFiles({ tx, actorId: moderatorId, now }, use, {}, { mayAwait: false });
  const nothing = {
    content: null,
    images: [],
    files: [],
    video: null,
    media: [],
    mentions: [],
    mentionNames: {},
    reactions: [],
    listens: [],
    previewLink: null,
    preview: null,
  };
  const [removed] = await tx
    .update(messages)
    .set({
      ...nothing,
      replyToId: null,
      isForwarded: false,
      deletedAt: now,
      version: increment(messages.version),
    })
    .where(eq(messages.id, targetId))
    .returning();
  if (!removed) throw new ProtocolError('not_found');
  await sendEndOfCopies(tx, jobs, targetId);
  log.put(chatScope(removed.chatId), ...changesOfMessage(removed));
  await endStars({ tx, log, now }, removed);
  return [];
};

const removePost = async ({ tx, log, targetId, now }: Removal): Promise<PostHint[]> => {
  const [known] = await tx
    .select({ author: users })
    .from(posts)
    .innerJoin(users, eq(users.id, posts.creatorId))
    .where(eq(posts.id, targetId))
    .for('update', { of: posts });
  const gone = known && (await purgeRows(tx, targetId, now));
  if (!known || !gone) throw new ProtocolError('not_found');
  log.put(userScope(gone.creatorId), postChange({ post: gone, author: known.author }, gone.creatorId));
  return [{ postId: gone.id, version: gone.version, isNew: false }];
};

const removeComment = async ({ tx, log, targetId, now }: Removal): Promise<PostHint[]> => {
  const [known] = await tx
    .select({ post: posts })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .where(eq(comments.id, targetId))
    .for('no key update', { of: posts });
  if (!known) throw new ProtocolError('not_found');
  const [comment] = await tx
    .update(comments)
    .set({ content: null, deletedAt: now, version: increment(comments.version) })
    .where(and(eq(comments.id, targetId), isNull(comments.deletedAt)))
    .returning();
  // Deleted by its author, or with its post: it is not counted any more.
  if (!comment) throw new ProtocolError('not_found');
  const [post] = await tx
    .update(posts)
    .set({ commentCount: sql`${posts.commentCount} - 1`, version: increment(posts.version) })
    .where(eq(posts.id, known.post.id))
    .returning();
  const [author] = await tx.select().from(users).where(eq(users.id, comment.creatorId));
  if (!post || !author) throw new ProtocolError('not_found');
  log.put(userScope(author.id), commentChange({ comment, author, post }, author.id));
  return [{ postId: post.id, version: post.version, isNew: false }];
};

/** As if its owner had deleted it. Between two people there is nothing to close. */
const removeChat = async ({ tx, log, targetId, now }: Removal): Promise<PostHint[]> => {
  const [chat] = await tx
    .select({ type: chats.type })
    .from(chats)
    .where(and(eq(chats.id, targetId), isNull(chats.deletedAt)))
    .for('no key update');
  if (!chat || chat.type === 'PRIVATE') throw new ProtocolError('not_found');
  const inside = await tx
    .select({ userId: members.userId })
    .from(members)
    .where(and(eq(members.chatId, targetId), isNull(members.leftAt)));
  await closeChat(
    { tx, log, now },
    targetId,
    inside.map(({ userId }) => userId),
  );
  return [];
};

const removals = { chat: removeChat, message: removeMessage, post: removePost, comment: removeComment };

/** Takes away what was reported, for everybody. A person and a stranger are no things. @throws impossible */
export const removeThing = (
  { kind, targetId }: StoredReport,
  rest: Omit<Removal, 'targetId'>,
): Promise<PostHint[]> => {
  if (kind === 'person' || kind === 'stranger') throw new ProtocolError('impossible');
  return removals[kind]({ ...rest, targetId });
};
