import { and, eq, inArray, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm';
import { type MutationArgs, type PushPayload, type ShownNotice, z } from '../../../protocol/index.ts';
import type { Queryable } from '../../db/database.ts';
import { pushMarks } from '../../db/schema.ts';
import type { BatchedCommand } from '../sync/batch/command.ts';
import { composePush, type PushTopic } from './compose.ts';

/**
 * Notifications without a message have no number that could be read past. What is known of them is kept with the mark of
 * the last push: no member's navigation is recorded, only that a screen was looked at to which they were called.
 */
export const noteWhereItLeads = async (
  db: Queryable,
  userId: string,
  { tag, url }: Pick<PushPayload, 'tag' | 'url'>,
): Promise<void> => {
  await db
    .update(pushMarks)
    .set({ url })
    .where(
      and(
        eq(pushMarks.userId, userId),
        eq(pushMarks.tag, tag),
        or(isNull(pushMarks.url), ne(pushMarks.url, url)),
      ),
    );
};

/** Notifications sent after `until` are not among what was seen, or are on their way. */
export const markScreenSeen: BatchedCommand<MutationArgs<'markScreenSeen'>> = {
  // There is nothing to decide: what was sent meanwhile is marked by the statement itself.
  needs: () => ({}),
  decide: ({ actorId, now, beforeCommit }, { url, until }) => {
    beforeCommit(`seen ${actorId} ${until} ${url}`, async (tx) => {
      await tx
        .update(pushMarks)
        // The clocks of two nodes: it never goes back.
        .set({ seenAt: sql`greatest(${pushMarks.seenAt}, ${now.toISOString()}::timestamptz)` })
        .where(
          and(eq(pushMarks.userId, actorId), eq(pushMarks.url, url), lte(pushMarks.sentAt, new Date(until))),
        );
    });
    return { id: actorId };
  },
};

/** The id at the end of a tag (compose.ts). */
const subjectOf = (tag: string): string | null =>
  z.uuid().safeParse(tag.slice(tag.indexOf(':') + 1)).data ?? null;

const topicOf = ({ type, id, tag }: ShownNotice): PushTopic | null => {
  const subject = subjectOf(tag);
  switch (type) {
    case 'message':
      return subject === null ? null : { kind: 'message', chatId: subject };
    case 'friendRequest':
    case 'friendAccepted':
      return { kind: 'friend', type, friendshipId: id };
    case 'comment':
    case 'commentReply':
      return subject === null ? null : { kind: 'comment', type, commentId: id, postId: subject };
    case 'like':
      return { kind: 'like', postId: id };
    case 'newSignIn':
      return { kind: 'signIn', sessionId: id };
    case 'exportReady':
      return { kind: 'export', exportId: id };
    case 'stranger':
      return { kind: 'stranger' };
  }
};

/**
 * The tags of those that are over: the screen was looked at since, or there is nothing to tell any more, by the same rules
 * by which a push that waited is not sent.
 */
export const findOver = async (
  db: Queryable,
  userId: string,
  shown: readonly ShownNotice[],
  at: Date,
): Promise<string[]> => {
  const marks = await db
    .select({ tag: pushMarks.tag, seenAt: pushMarks.seenAt })
    .from(pushMarks)
    .where(
      and(
        eq(pushMarks.userId, userId),
        inArray(
          pushMarks.tag,
          shown.map(({ tag }) => tag),
        ),
        isNotNull(pushMarks.seenAt),
      ),
    );
  const seenAt = new Map(marks.map((mark) => [mark.tag, mark.seenAt?.getTime() ?? 0]));
  const over: string[] = [];
  for (const notice of shown) {
    const toldAt = Date.parse(notice.at);
    const isSeen = (seenAt.get(notice.tag) ?? 0) >= toldAt;
    const topic = isSeen ? null : topicOf(notice);
    const now = topic === null ? null : await composePush(db, userId, topic, at);
    // A chat tells its newest message: where that is older than the one that is shown, the shown one was taken back.
    if (now === null || Date.parse(now.at) < toldAt) over.push(notice.tag);
  }
  return over;
};
