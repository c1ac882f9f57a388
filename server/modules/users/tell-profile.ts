import { and, eq, isNull, or } from 'drizzle-orm';
import { chatScope, type ScopeId, userScope, z } from '../../../protocol/index.ts';
import { type Database, inTransaction } from '../../db/database.ts';
import { authorMutes, blocks, chats, friendships, memberships, users } from '../../db/schema.ts';
import { declareJob } from '../../jobs/job.ts';
import type { Clock, Commit } from '../sync/context.ts';
import { LogWriter } from '../sync/log.ts';
import { userChange } from './presenter.ts';

/** Send it wherever a public profile changes, in the same transaction. */
export const tellProfileJob = declareJob({ name: 'tell-profile', data: z.object({ userId: z.uuid() }) });

/** However often a profile changes in a moment: each telling is of all scopes of the person, and of the profile as it is then. */
export const tellOnce = (userId: string) => ({ key: userId, seconds: 2, andAfter: true }) as const;

type Deps = { db: Database; clock: Clock; publish: (commit: Commit) => void };

/** How many counters one transaction may hold: writers of those scopes wait for it. */
const SCOPES_PER_TRANSACTION = 50;

/**
 * Logs a person's public profile, as it is now, wherever a device holds it: with friends, with both sides of a request, with
 * those who have blocked or muted them, and in every chat of the person. Telling the same twice is harmless.
 */
export const tellProfile = async (deps: Deps, userId: string): Promise<void> => {
  const scopes = await findAudience(deps.db, userId);
  for (let start = 0; start < scopes.length; start += SCOPES_PER_TRANSACTION)
    await tell(deps, userId, scopes.slice(start, start + SCOPES_PER_TRANSACTION));
};

const findAudience = async (db: Database, userId: string): Promise<ScopeId[]> => {
  const isTheirs = or(eq(friendships.requesterId, userId), eq(friendships.requesteeId, userId));
  const ties = await db
    .select({ requesterId: friendships.requesterId, requesteeId: friendships.requesteeId })
    .from(friendships)
    .where(and(isNull(friendships.deletedAt), isTheirs));
  const places = await db
    .select({ chatId: memberships.chatId })
    .from(memberships)
    .innerJoin(chats, eq(chats.id, memberships.chatId))
    .where(and(eq(memberships.userId, userId), isNull(memberships.leftAt), isNull(chats.deletedAt)));
  const people = ties.map(({ requesterId, requesteeId }) =>
    userScope(requesterId === userId ? requesteeId : requesterId),
  );
  const blockers = await db
    .select({ id: blocks.blockerId })
    .from(blocks)
    .where(and(eq(blocks.blockedId, userId), isNull(blocks.deletedAt)));
  const muters = await db
    .select({ id: authorMutes.userId })
    .from(authorMutes)
    .where(and(eq(authorMutes.authorId, userId), isNull(authorMutes.deletedAt)));
  return [
    ...people,
    ...[...blockers, ...muters].map(({ id }) => userScope(id)),
    ...places.map(({ chatId }) => chatScope(chatId)),
  ];
};

const tell = async ({ db, clock, publish }: Deps, userId: string, scopes: readonly ScopeId[]) => {
  const commit = await inTransaction(db, async (tx): Promise<Commit> => {
    const log = new LogWriter(tx, clock.now(), null);
    // Locked, so that an older state is never logged behind a newer one.
    const [person] = await tx.select().from(users).where(eq(users.id, userId)).for('share');
    if (person) for (const scope of scopes) log.put(scope, userChange(person));
    return { entries: await log.flush(), joined: [], left: [], actor: null };
  });
  publish(commit);
};
