import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '../../../db/database.ts';
import { prepared } from '../../../db/prepared.ts';
import { hiddenMessages, messages, starredMessages } from '../../../db/schema.ts';
import type { StoredHidden } from '../../messages/presenter.ts';
import type { StoredStar } from '../../messages/stars.ts';
import { WorkingRows } from './working-rows.ts';

/** What a mutation needs of what members keep of messages for themselves. */
export type MarkNeeds = {
  /** Messages that are hidden from a member, by `hiddenId`. The lock of the member's place covers them. */
  hiddenMessages?: readonly string[];
  /** Stars, by `starId`. */
  stars?: readonly string[];
  /** Messages whose stars change with them. They are locked, so that none is made meanwhile. */
  starsOn?: readonly string[];
  /** Places whose stars may go. They are locked, so that none is made meanwhile. */
  starsIn?: readonly { chatId: string; userId: string }[];
  /** Members whose stars are counted. */
  starsOf?: readonly string[];
};

export type MarkState = {
  hiddenMessages: WorkingRows<StoredHidden>;
  stars: WorkingRows<StoredStar>;
  /** The numbers of starred messages in their chats, by message. */
  starSeqs: ReadonlyMap<string, number>;
  /** How many stars of a member stand. */
  countStars: (userId: string) => number;
};

const ids = sql.placeholder('ids');
const userIds = sql.placeholder('userIds');

const findHidden = prepared('batch-hidden-messages', (db, name) =>
  db.select().from(hiddenMessages).where(sql`${hiddenMessages.id} = any(${ids}::text[])`).prepare(name),
);

/** By three ways, each of which has an index of its own. */
const wantedStars = sql`(
  select unnest(${ids}::text[])
  union select star.id from ${starredMessages} star join ${messages} message on message.id = star.message_id
    where star.message_id = any(${sql.placeholder('messageIds')}::uuid[]) and message.was_starred and star.deleted_at is null
  union select star.id from unnest(${userIds}::uuid[], ${sql.placeholder('chatIds')}::uuid[]) as place(user_id, chat_id)
    join ${starredMessages} star on (star.user_id, star.chat_id) = (place.user_id, place.chat_id) where star.deleted_at is null
)`;
/** Sorted, as all locks of a batch. */
const lockStars = prepared('batch-lock-stars', (db, name) =>
  db
    .select({ star: starredMessages, seq: messages.seq })
    .from(starredMessages)
    .innerJoin(messages, eq(messages.id, starredMessages.messageId))
    .where(sql`${starredMessages.id} in ${wantedStars}`)
    .orderBy(asc(starredMessages.id))
    .for('no key update', { of: starredMessages })
    .prepare(name),
);
const countStars = prepared('batch-count-stars', (db, name) =>
  db
    .select({ userId: starredMessages.userId, count: sql<number>`count(*)::int` })
    .from(starredMessages)
    .where(and(sql`${starredMessages.userId} = any(${userIds}::uuid[])`, isNull(starredMessages.deletedAt)))
    .groupBy(starredMessages.userId)
    .prepare(name),
);

const isStanding = ({ deletedAt }: StoredStar): boolean => deletedAt === null;

/** Loads what members keep of messages, with the stars locked. Call it behind the locks of places and messages. */
export const loadMarks = async (tx: Transaction, needs: readonly MarkNeeds[]): Promise<MarkState> => {
  const hiddenIds = [...new Set(needs.flatMap((one) => one.hiddenMessages ?? []))];
  const starIds = [...new Set(needs.flatMap((one) => one.stars ?? []))];
  const messageIds = [...new Set(needs.flatMap((one) => one.starsOn ?? []))];
  const places = needs.flatMap((one) => one.starsIn ?? []);
  const counted = [...new Set(needs.flatMap((one) => one.starsOf ?? []))];
  const wanted = {
    ...{ ids: starIds, messageIds },
    userIds: places.map(({ userId }) => userId),
    chatIds: places.map(({ chatId }) => chatId),
  };
  const isAsked = starIds.length + messageIds.length + places.length > 0;
  const [starRows, countRows, hiddenRows] = await Promise.all([
    isAsked ? lockStars(tx).execute(wanted) : [],
    counted.length > 0 ? countStars(tx).execute({ userIds: counted }) : [],
    hiddenIds.length > 0 ? findHidden(tx).execute({ ids: hiddenIds }) : [],
  ]);
  const stars = new WorkingRows<StoredStar>(
    ({ id }) => id,
    starRows.map(({ star }) => star),
  );
  const stored = new Map(countRows.map(({ userId, count }) => [userId, count]));
  return {
    hiddenMessages: new WorkingRows<StoredHidden>(({ id }) => id, hiddenRows),
    stars,
    starSeqs: new Map(starRows.map(({ star, seq }) => [star.messageId, seq ?? 0])),
    countStars: (userId) =>
      (stored.get(userId) ?? 0) + stars.changeOfCount((star) => star.userId === userId && isStanding(star)),
  };
};
