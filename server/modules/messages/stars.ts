import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { type Change, type StarredMessageRow, userScope } from '../../../protocol/index.ts';
import { prepared } from '../../db/prepared.ts';
import { messages, starredMessages } from '../../db/schema.ts';
import type { LogContext } from '../sync/context.ts';
import { increment } from '../sync/increment.ts';
import { presentMessage, type StoredMessage } from './presenter.ts';

/** The stars on messages, each its owner's alone. A message is locked before the stars on it. */
export type StoredStar = typeof starredMessages.$inferSelect;

const presentStar = (star: StoredStar, row: StoredMessage): StarredMessageRow => {
  const { reactions: _reactions, listens: _listens, version: _version, ...message } = presentMessage(row);
  const { id, userId, chatId, messageId, version } = star;
  return { id, userId, chatId, messageId, starredAt: star.starredAt.toISOString(), message, version };
};

/** One that was taken away is a tombstone, and so is one on a message of which nothing is left. */
export const starChange = (star: StoredStar, message: StoredMessage): Change => ({
  table: 'starredMessages',
  id: star.id,
  version: star.version,
  row: star.deletedAt === null && message.deletedAt === null ? presentStar(star, message) : null,
});

/** A star that is no more. */
export const goneChange = ({ id, version }: StoredStar): Change => ({
  table: 'starredMessages',
  id,
  version,
  row: null,
});

const isStanding = isNull(starredMessages.deletedAt);

/** Tells the owners of stars what a message that has changed says now. */
export const tellStars = async (
  { tx, log }: Pick<LogContext, 'tx' | 'log'>,
  message: StoredMessage,
): Promise<void> => {
  if (!message.wasStarred) return;
  const touched = await tx
    .update(starredMessages)
    .set({ version: increment(starredMessages.version) })
    .where(and(eq(starredMessages.messageId, message.id), isStanding))
    .returning();
  for (const star of touched) log.put(userScope(star.userId), starChange(star, message));
};

/** A message that is gone for everybody loses its stars. */
export const endStars = async ({ tx, log, now }: LogContext, message: StoredMessage): Promise<void> => {
  if (!message.wasStarred) return;
  const gone = await tx
    .update(starredMessages)
    .set({ deletedAt: now, version: increment(starredMessages.version) })
    .where(and(eq(starredMessages.messageId, message.id), isStanding))
    .returning();
  for (const star of gone) log.put(userScope(star.userId), goneChange(star));
};

/** Who leaves a chat has no stars there any more. */
export const endStarsIn = async (
  { tx, log, now }: LogContext,
  chatId: string,
  userIds: readonly string[],
): Promise<void> => {
  const gone = await tx
    .update(starredMessages)
    .set({ deletedAt: now, version: increment(starredMessages.version) })
    .where(and(eq(starredMessages.chatId, chatId), inArray(starredMessages.userId, [...userIds]), isStanding))
    .returning();
  for (const star of gone) log.put(userScope(star.userId), goneChange(star));
};

const starsWhere = (name: string, which: SQL | undefined) =>
  prepared(name, (db, statement) =>
    db
      .select({ star: starredMessages, message: messages })
      .from(starredMessages)
      .innerJoin(messages, eq(messages.id, starredMessages.messageId))
      .where(which)
      .orderBy(asc(starredMessages.starredAt), asc(starredMessages.id))
      .prepare(statement),
  );
const findStarsOf = starsWhere(
  'stars-of',
  and(eq(starredMessages.userId, sql.placeholder('userId')), isStanding, isNull(messages.deletedAt)),
);
const findStarsById = starsWhere(
  'stars-by-id',
  sql`${starredMessages.id} = any(${sql.placeholder('ids')}::text[])`,
);

/** Stars with their messages, for a snapshot, a tail and an export. */
export const readStars = async (
  { tx }: Pick<LogContext, 'tx'>,
  which: { userId: string } | { ids: readonly string[] },
): Promise<Change[]> => {
  if ('ids' in which && which.ids.length === 0) return [];
  const rows = await ('userId' in which ? findStarsOf(tx) : findStarsById(tx)).execute(which);
  return rows.map(({ star, message }) => starChange(star, message));
};
