import { and, eq, ne, sql } from 'drizzle-orm';
import { z } from '../../../protocol/index.ts';
import type { Queryable } from '../../db/database.ts';
import { chats, memberships, pushMarks } from '../../db/schema.ts';
import { declareJob, type JobSender } from '../../jobs/job.ts';
import { isPushDue } from '../chats/muted.ts';
import { findRelation } from '../friends/relation.ts';
import type { Clock, CommandContext } from '../sync/context.ts';
import { type FriendPush, isNotified, type PushTopic, tagOf } from './compose.ts';
import { areKeptApart, livingSubscriptions } from './subscriptions.ts';

/** At most one push per person and chat in this time (docs/threat-model.md T23); the later ones wait and tell the newest. */
const PAUSE_MS = 10_000;
/** Likes come in numbers, and none of them asks for an answer. */
const LIKES_PAUSE_MS = 10 * 60_000;

const pauseAfter = ({ kind }: PushTopic): number => (kind === 'like' ? LIKES_PAUSE_MS : PAUSE_MS);

const topic: z.ZodMiniType<PushTopic, PushTopic> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('message'), chatId: z.uuid() }),
  z.object({
    kind: z.literal('friend'),
    type: z.enum(['friendRequest', 'friendAccepted']),
    friendshipId: z.uuid(),
  }),
  z.object({
    kind: z.literal('comment'),
    type: z.enum(['comment', 'commentReply']),
    commentId: z.uuid(),
    postId: z.uuid(),
  }),
  z.object({ kind: z.literal('like'), postId: z.uuid() }),
  z.object({ kind: z.literal('stranger') }),
  z.object({ kind: z.literal('signIn'), sessionId: z.uuid() }),
  z.object({ kind: z.literal('export'), exportId: z.uuid() }),
]);

/** Tells the members of a chat of what is new in it. */
export const notifyChatJob = declareJob({
  name: 'notify-chat',
  data: z.object({ chatId: z.uuid(), senderId: z.uuid() }),
  // One job of each sender at a time, so that a large group of one sender does not delay the others.
  concurrency: 2,
});

const toSubscription = z.object({ subscriptionId: z.uuid(), userId: z.uuid(), topic });
const RETRY_SECONDS = 10;

/** One push to one subscription: each has its own fate. */
export const deliverPushJob = declareJob({
  name: 'deliver-push',
  data: toSubscription,
  // A push service that hangs holds one of them for ten seconds; afterwards its pushes go the other way.
  concurrency: 8,
});

/** The same for whom a push service has failed lately: one that hangs does not delay others (docs/threat-model.md T06). */
export const retryPushJob = declareJob({
  name: 'retry-push',
  data: toSubscription,
  retries: 8,
  firstPauseSeconds: RETRY_SECONDS,
  concurrency: 2,
});

type Deps = { db: Queryable; clock: Clock; jobs: JobSender };

/** Two jobs that are due in the same instant are one, whenever they were sent. */
const ONCE_SECONDS = 60 * 60;

/**
 * When the next push about a topic may go: now, or a pause after the last one, and then it stands for all that come before
 * it. One statement, so that two nodes cannot both find that nothing was sent.
 */
const reserve = async (db: Queryable, userId: string, about: PushTopic, now: Date): Promise<Date> => {
  const tag = tagOf(about);
  const at = now.toISOString();
  const [mine] = await db
    .insert(pushMarks)
    .values({ userId, tag, sentAt: now })
    .onConflictDoUpdate({
      target: [pushMarks.userId, pushMarks.tag],
      set: {
        sentAt: sql`greatest(${at}::timestamptz, ${pushMarks.sentAt} + ${pauseAfter(about)}::int * interval '1 millisecond')`,
      },
      setWhere: sql`${pushMarks.sentAt} <= ${at}::timestamptz`,
    })
    .returning({ sentAt: pushMarks.sentAt });
  if (mine) return mine.sentAt;
  const [waiting] = await db
    .select({ sentAt: pushMarks.sentAt })
    .from(pushMarks)
    .where(and(eq(pushMarks.userId, userId), eq(pushMarks.tag, tag)));
  return waiting?.sentAt ?? now;
};

/** Sends one person's pushes about a topic on their way: at once, or after the pause when one has just gone. */
export const pushTo = async ({ db, clock, jobs }: Deps, userId: string, about: PushTopic): Promise<void> => {
  const now = clock.now();
  const subscriptions = await livingSubscriptions(db, userId, now);
  if (subscriptions.length === 0) return;
  const dueAt = await reserve(db, userId, about, now);
  const isEarly = dueAt > now;
  const job = (await areKeptApart(db, userId, now)) ? retryPushJob : deliverPushJob;
  for (const { id: subscriptionId } of subscriptions) {
    const once = { key: `${subscriptionId} ${tagOf(about)} ${dueAt.getTime()}`, seconds: ONCE_SECONDS };
    await jobs.send(
      db,
      job,
      { subscriptionId, userId, topic: about },
      { group: userId, ...(isEarly ? { startAfter: dueAt, once } : {}) },
    );
  }
};

/** A push that failed is tried again after a while, apart from the others. */
export const retryPush = async (
  { db, clock, jobs }: Deps,
  push: z.input<typeof toSubscription>,
): Promise<void> => {
  const startAfter = new Date(clock.now().getTime() + RETRY_SECONDS * 1_000);
  await jobs.send(db, retryPushJob, push, { group: push.userId, startAfter });
};

/** What `notifyChatJob` does: everybody but who wrote it. */
export const notifyChat = async (
  deps: Deps,
  { chatId, senderId }: { chatId: string; senderId: string },
): Promise<void> => {
  const now = deps.clock.now();
  const readers = await deps.db
    .select({ userId: memberships.userId })
    .from(memberships)
    .innerJoin(chats, eq(chats.id, memberships.chatId))
    .where(and(eq(memberships.chatId, chatId), ne(memberships.userId, senderId), isNotified, isPushDue(now)));
  for (const { userId } of readers) await pushTo(deps, userId, { kind: 'message', chatId });
};

/** From a command that wrote into a chat in which somebody can be pushed. */
export const notifyOfMessage = (
  jobs: JobSender,
  tx: Queryable,
  { chatId, senderId }: { chatId: string; senderId: string },
): Promise<void> =>
  jobs.send(
    tx,
    notifyChatJob,
    { chatId, senderId },
    // A push tells the newest message of a chat, and there is one in ten seconds at most: an outbox that drains is no more jobs.
    { once: { key: `${chatId} ${senderId}`, seconds: 2, andAfter: true }, group: senderId },
  );

/** From the commands of friendship. */
export const notifyOfFriend = async (
  { tx, jobs, now }: CommandContext,
  userId: string,
  type: FriendPush,
  friendshipId: string,
): Promise<void> =>
  pushTo({ db: tx, clock: { now: () => now }, jobs }, userId, { kind: 'friend', type, friendshipId });

/** From the command of a new comment: notifies the author of the post and of the comment that is answered. */
export const notifyOfComment = async (
  { tx, jobs, now, actorId }: Pick<CommandContext, 'tx' | 'jobs' | 'now' | 'actorId'>,
  { id: commentId, postId, ownerId }: { id: string; postId: string; ownerId: string },
  answeredId: string | null,
): Promise<void> => {
  const deps = { db: tx, clock: { now: () => now }, jobs };
  const topic = { kind: 'comment', commentId, postId } as const;
  if (ownerId !== actorId) await pushTo(deps, ownerId, { ...topic, type: 'comment' });
  if (answeredId === null || answeredId === actorId || answeredId === ownerId) return;
  await pushTo(deps, answeredId, { ...topic, type: 'commentReply' });
};

/** From the command of a like: notifies the author of the post, unless there is a block between the two. */
export const notifyOfLike = async (
  { tx, jobs, now, actorId }: Pick<CommandContext, 'tx' | 'jobs' | 'now' | 'actorId'>,
  { postId, ownerId }: { postId: string; ownerId: string },
): Promise<void> => {
  if (ownerId === actorId || (await findRelation(tx, ownerId, actorId)).isBlocked) return;
  await pushTo({ db: tx, clock: { now: () => now }, jobs }, ownerId, { kind: 'like', postId });
};
