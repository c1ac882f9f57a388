import { randomInt } from 'node:crypto';
import { and, eq, isNotNull, isNull, lte, or } from 'drizzle-orm';
import { type DeletionBody, ProtocolError, z } from '../../../protocol/index.ts';
import { connectedSites, siteTokens } from '../../db/account-tables.ts';
import { inTransaction } from '../../db/database.ts';
import { exports as dataExports, friendships, posts, users } from '../../db/schema.ts';
import { declareJob } from '../../jobs/job.ts';
import { noticeMail } from '../../mail/send-mail.ts';
import { leaveForGood, listOwnGroups } from '../chats/leave-chat.ts';
import { detachFiles } from '../files/attach-files.ts';
import { endAnyFriendship } from '../friends/end-friendship.ts';
import { purgeOwnPost } from '../posts/delete-post.ts';
import type { CommandContext, Commit, SyncServices } from '../sync/context.ts';
import { increment } from '../sync/increment.ts';
import { LogWriter } from '../sync/log.ts';
import { findUser } from '../users/queries.ts';
import { tellProfile } from '../users/tell-profile.ts';
import type { AuthServices } from './context.ts';
import { endSavedMessages, forgetSavedMessages } from './forget-saved.ts';
import { forgetLikesAndComments, forgetOwnRows, forgetReactions, listEveryChat } from './forget-traces.ts';
import { oidcIdentities } from './oidc/table.ts';
import { endResetLink } from './reset-links.ts';
import { endSessions, type Session } from './sessions.ts';

const GRACE_MS = 14 * 24 * 60 * 60_000;
const BATCH = 20;

export const deletePostJob = declareJob({
  name: 'delete-post',
  data: z.object({ userId: z.uuid(), postId: z.uuid() }),
});

/** What is left of a person in other people's chats; apps say it in the reader's language. */
export const DELETED_NAME = { firstName: 'Deleted', middleName: null, lastName: 'account' } as const;

/**
 * Begins the fortnight after which an account goes. Every session ends, this one too: signing in again keeps the account.
 * @throws ProtocolError `wrong_password`
 */
export const requestDeletion = async (
  services: AuthServices,
  session: Session,
  { password }: DeletionBody,
): Promise<Date> => {
  const { db, hasher, clock, jobs } = services;
  const user = await findUser(db, session.userId);
  if (!user) throw new ProtocolError('session_dead');
  if (!(await hasher.matches(user.passwordHash, password)))
    throw new ProtocolError('wrong_password', {
      errors: [{ field: 'password', message: 'That is not your current password' }],
    });
  const now = clock.now();
  const deletionAt = new Date(now.getTime() + GRACE_MS);
  const ended = await inTransaction(db, async (tx) => {
    await tx.update(users).set({ deletionAt }).where(eq(users.id, user.id));
    await endResetLink(tx, user.id, 'withdrawn', now);
    await jobs.send(tx, noticeMail, {
      ...{ userId: user.id, kind: 'deletionScheduled' as const, when: deletionAt.toISOString() },
    });
    return endSessions(tx, user.id, null, now);
  });
  for (const dead of ended) services.sessionEnded(dead);
  return deletionAt;
};

/** Signing in cancels a requested deletion. @returns whether there was one */
export const keepAccount = async (
  { db, jobs, clock }: Pick<AuthServices, 'db' | 'jobs' | 'clock'>,
  userId: string,
): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const [kept] = await tx
      .update(users)
      .set({ deletionAt: null })
      .where(and(eq(users.id, userId), isNotNull(users.deletionAt), isNull(users.deletedAt)))
      .returning({ id: users.id });
    if (!kept) return false;
    const when = clock.now().toISOString();
    await jobs.send(tx, noticeMail, { userId, kind: 'deletionCancelled', when });
    return true;
  });

/** Deletes the accounts whose fortnight is over. What a run does not finish, the next one goes on with. */
export const deleteDueAccounts = async (services: SyncServices): Promise<void> => {
  const { db, clock } = services;
  const due = await db
    .select({ id: users.id })
    .from(users)
    .where(lte(users.deletionAt, clock.now()))
    .limit(BATCH);
  for (const { id } of due) await deleteAccount(services, id);
};

const deleteAccount = async (services: SyncServices, userId: string): Promise<void> => {
  const { db, clock } = services;
  if (!(await forgetPerson(services, userId))) return;
  // Friends and chats are notified while they can still be found by the person's relations.
  await tellProfile(services, userId);
  for (const chatId of await listEveryChat(services, userId)) {
    while (await act(services, userId, (context) => forgetReactions(context, chatId)));
  }
  const groups = await inTransaction(db, (tx) => listOwnGroups({ tx }, userId));
  for (const chatId of groups) await act(services, userId, (context) => leaveForGood(context, chatId));
  while (await act(services, userId, forgetSavedMessages));
  await act(services, userId, endSavedMessages);
  await deletePosts(services, userId);
  await forgetLikesAndComments(services, userId);
  const ties = await db
    .select({ id: friendships.id })
    .from(friendships)
    .where(
      and(
        isNull(friendships.deletedAt),
        or(eq(friendships.requesterId, userId), eq(friendships.requesteeId, userId)),
      ),
    );
  for (const { id } of ties) await act(services, userId, (context) => endAnyFriendship(context, id));
  await db
    .update(users)
    .set({ deletionAt: null })
    .where(and(eq(users.id, userId), lte(users.deletionAt, clock.now())));
};

/**
 * Named posts go with the name. An anonymous one that others can read goes at a moment of its own within the next fortnight:
 * those that vanished together with an account would tell whose they were (docs/threat-model.md T04, channel 14).
 */
const deletePosts = async (services: SyncServices, userId: string): Promise<void> => {
  const { db, clock, jobs } = services;
  const own = await db
    .select({ id: posts.id, alias: posts.alias, deletedAt: posts.deletedAt })
    .from(posts)
    .where(and(eq(posts.creatorId, userId), isNull(posts.purgedAt)));
  for (const { id, alias, deletedAt } of own) {
    if (alias === null || deletedAt !== null) await deleteOwnPost(services, { userId, postId: id });
    else {
      const startAfter = new Date(clock.now().getTime() + randomInt(GRACE_MS));
      await jobs.send(db, deletePostJob, { userId, postId: id }, { startAfter });
    }
  }
};

/** Purges a post of somebody who is gone; what is purged already stays so. */
export const deleteOwnPost = (
  services: SyncServices,
  { userId, postId }: z.infer<typeof deletePostJob.data>,
): Promise<void> => act(services, userId, (context) => purgeOwnPost(context, postId));

/** Name, address, birth date, face and ways in go in one step; from here on signing in is impossible. @returns false when the account was kept */
const forgetPerson = ({ db, clock }: SyncServices, userId: string): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const now = clock.now();
    const [person] = await tx
      .select()
      .from(users)
      .where(and(eq(users.id, userId), lte(users.deletionAt, now)))
      .for('update');
    // Signed in again at the last moment.
    if (!person) return false;
    if (person.deletedAt !== null) return true;
    await endSessions(tx, userId, null, now);
    await endResetLink(tx, userId, 'withdrawn', now);
    await tx.delete(siteTokens).where(eq(siteTokens.userId, userId));
    await tx.delete(oidcIdentities).where(eq(oidcIdentities.userId, userId));
    await tx.delete(connectedSites).where(eq(connectedSites.userId, userId));
    // What was exported goes with the next sweep of exports; one that is being written is then not kept.
    await tx.update(dataExports).set({ expiresAt: now }).where(eq(dataExports.userId, userId));
    await forgetOwnRows(tx, userId);
    await detachFiles(tx, { kind: 'user', targetId: userId });
    await tx
      .update(users)
      .set({
        ...DELETED_NAME,
        email: `${userId}@deleted.invalid`,
        passwordHash: '',
        birthDate: '1900-01-01',
        avatarId: null,
        settings: {},
        deletedAt: now,
        version: increment(users.version),
        settingsVersion: increment(users.settingsVersion),
      })
      .where(eq(users.id, userId));
    return true;
  });

/** One of the person's own commands, done by the server: a transaction, and then the world is told. */
const act = async <R>(
  { db, clock, receipts, jobs, publish }: SyncServices,
  actorId: string,
  command: (context: CommandContext) => Promise<R>,
): Promise<R> => {
  const effects: (() => void)[] = [];
  const { commit, result } = await inTransaction(db, async (tx) => {
    effects.length = 0;
    const now = clock.now();
    const log = new LogWriter(tx, now, null);
    const afterCommit = (effect: () => void): number => effects.push(effect);
    const chargeLookUp = async (): Promise<void> => undefined;
    const result = await command({ tx, log, actorId, now, receipts, jobs, chargeLookUp, afterCommit });
    const entries = await log.flush();
    const commit: Commit = { entries, joined: log.joined, left: log.left, actor: null };
    return { commit, result };
  });
  publish(commit);
  for (const effect of effects) effect();
  return result;
};
