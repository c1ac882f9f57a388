import { and, asc, eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { chatScope } from '../../../protocol/index.ts';
import { chatPairs, devices } from '../../db/account-tables.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import {
  authorMutes,
  blocks,
  comments,
  friendRejections,
  hiddenMessages,
  hiddenPosts,
  invitations,
  likes,
  members,
  messages,
  mutations,
  posts,
  pushMarks,
  pushSubscriptions,
  starredMessages,
  strangerBlocks,
  strangerMeetings,
  strangerQueue,
  strangerSettings,
} from '../../db/schema.ts';
import { changesOfMessage } from '../messages/presenter.ts';
import type { CommandContext, SyncServices } from '../sync/context.ts';
import { increment } from '../sync/increment.ts';

/**
 * What a person has left in other people's things, taken away when their account goes: not by their own commands, which
 * refuse what they may no longer see (a post made private, a group they were taken out of).
 */
const BATCH = 100;

/** Rows that only the member could see. */
export const forgetOwnRows = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, userId));
  await tx.delete(pushMarks).where(eq(pushMarks.userId, userId));
  await tx.delete(chatPairs).where(or(eq(chatPairs.askerId, userId), eq(chatPairs.otherId, userId)));
  await tx.delete(devices).where(eq(devices.userId, userId));
  await tx.delete(mutations).where(eq(mutations.userId, userId));
  await tx.delete(hiddenMessages).where(eq(hiddenMessages.userId, userId));
  await tx.delete(starredMessages).where(eq(starredMessages.userId, userId));
  await tx.delete(hiddenPosts).where(eq(hiddenPosts.userId, userId));
  await tx.delete(invitations).where(eq(invitations.userId, userId));
  await tx.delete(blocks).where(eq(blocks.blockerId, userId));
  await tx.delete(authorMutes).where(eq(authorMutes.userId, userId));
  await tx
    .delete(friendRejections)
    .where(or(eq(friendRejections.requesterId, userId), eq(friendRejections.requesteeId, userId)));
  await tx.delete(strangerSettings).where(eq(strangerSettings.userId, userId));
  await tx.delete(strangerQueue).where(eq(strangerQueue.userId, userId));
  await tx
    .delete(strangerMeetings)
    .where(or(eq(strangerMeetings.userA, userId), eq(strangerMeetings.userB, userId)));
  await tx.delete(strangerBlocks).where(eq(strangerBlocks.blockerId, userId));
};

/**
 * Likes and comments go under whatever post; its new version tells its author and its watchers (jobs/told-posts.ts). Only
 * what "Author" said under an own anonymous post waits for the post, which goes at a moment of its own.
 */
export const forgetLikesAndComments = async ({ db, clock }: SyncServices, userId: string): Promise<void> => {
  const liked = await db.select({ postId: likes.postId }).from(likes).where(eq(likes.userId, userId));
  for (const { postId } of liked)
    await inTransaction(db, async (tx) => {
      await lockPost(tx, postId);
      const [gone] = await tx
        .delete(likes)
        .where(and(eq(likes.postId, postId), eq(likes.userId, userId)))
        .returning();
      if (gone && gone.deletedAt === null)
        await changeCounts(tx, postId, { likeCount: sql`${posts.likeCount} - 1` });
    });
  const written = await db
    .select({ id: comments.id, postId: comments.postId })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .where(
      and(
        eq(comments.creatorId, userId),
        isNull(comments.deletedAt),
        or(isNull(posts.alias), ne(posts.creatorId, userId)),
      ),
    );
  for (const { id, postId } of written)
    await inTransaction(db, async (tx) => {
      await lockPost(tx, postId);
      const [gone] = await tx
        .update(comments)
        .set({ content: null, deletedAt: clock.now(), version: increment(comments.version) })
        .where(and(eq(comments.id, id), isNull(comments.deletedAt)))
        .returning({ id: comments.id });
      if (gone) await changeCounts(tx, postId, { commentCount: sql`${posts.commentCount} - 1` });
    });
};

/** Makes what happens to one post follow one another, so that its counters equal the rows. */
const lockPost = (tx: Transaction, postId: string) =>
  tx.select({ id: posts.id }).from(posts).where(eq(posts.id, postId)).for('no key update');

const changeCounts = (tx: Transaction, postId: string, counts: Record<string, SQL>) =>
  tx
    .update(posts)
    .set({ ...counts, version: increment(posts.version) })
    .where(eq(posts.id, postId));

/** The chats that somebody is in or was in. */
export const listEveryChat = async ({ db }: SyncServices, userId: string): Promise<string[]> => {
  const rows = await db.select({ chatId: members.chatId }).from(members).where(eq(members.userId, userId));
  return rows.map(({ chatId }) => chatId);
};

/** Takes back some of the actor's reactions and marks of listening in a chat. @returns whether there may be more */
export const forgetReactions = async (
  { tx, log, actorId }: CommandContext,
  chatId: string,
): Promise<boolean> => {
  const found = await tx
    .select({ id: messages.id, reactions: messages.reactions, listens: messages.listens })
    .from(messages)
    .where(
      and(
        eq(messages.chatId, chatId),
        or(
          sql`${messages.reactions} @> ${JSON.stringify([{ userId: actorId }])}::jsonb`,
          sql`${messages.listens} @> ${JSON.stringify([{ userId: actorId }])}::jsonb`,
        ),
      ),
    )
    .orderBy(asc(messages.id))
    .limit(BATCH)
    .for('no key update');
  const isOfOthers = ({ userId }: { userId: string }): boolean => userId !== actorId;
  for (const { id, reactions, listens } of found) {
    const [changed] = await tx
      .update(messages)
      .set({
        reactions: reactions.filter(isOfOthers),
        listens: listens.filter(isOfOthers),
        version: increment(messages.version),
      })
      .where(eq(messages.id, id))
      .returning();
    if (changed) log.put(chatScope(chatId), ...changesOfMessage(changed));
  }
  return found.length === BATCH;
};
