import { and, eq } from 'drizzle-orm';
import {
  friendshipId,
  LIMITS,
  type MutationArgs,
  ProtocolError,
  userScope,
} from '../../../protocol/index.ts';
import { friendRejections, friendships, uniqueCodes, type users } from '../../db/schema.ts';
import { notifyOfFriend } from '../notifications/notify.ts';
import type { CommandContext, CommandResult } from '../sync/context.ts';
import { increment } from '../sync/increment.ts';
import { userChange } from '../users/presenter.ts';
import { approveFriendship } from './approve-friendship.ts';
import { friendshipChange, type StoredFriendship } from './presenter.ts';
import { findPerson, findRelation, lockPair } from './relation.ts';

type User = typeof users.$inferSelect;

const AGAIN_AFTER_MS = 24 * 60 * 60 * 1_000;

/**
 * Asks the person with this code to be friends. The insert comes first, so that two people who ask each other at the
 * same moment meet at one row: the second waits, finds the other's request, and both are friends.
 */
export const requestFriend = async (
  context: CommandContext,
  { uniqueCode, requesterId }: MutationArgs<'requestFriend'>,
): Promise<CommandResult> => {
  const { tx, actorId, now } = context;
  if (requesterId !== undefined && requesterId !== actorId) throw new ProtocolError('forbidden');
  const requestee = await findByCode(context, uniqueCode);
  const id = friendshipId(actorId, requestee.id);
  const row = { requesterId: actorId, requesteeId: requestee.id, status: 'PENDING' as const, createdAt: now };
  const [inserted] = await tx
    .insert(friendships)
    .values({ id, ...row })
    .onConflictDoNothing()
    .returning();
  if (inserted) {
    await logRequest(context, inserted, requestee);
    return { id };
  }
  const [existing] = await tx.select().from(friendships).where(eq(friendships.id, id)).for('update');
  if (!existing) throw new ProtocolError('conflict');
  if (existing.deletedAt === null) {
    if (existing.status === 'APPROVED') throw new ProtocolError('already_friends');
    if (existing.requesterId === actorId) throw new ProtocolError('already_requested');
    await approveFriendship(context, existing);
    return { id };
  }
  await assertMayAskAgain(context, requestee.id);
  const [renewed] = await tx
    .update(friendships)
    .set({ ...row, approvedAt: null, deletedAt: null, version: increment(friendships.version) })
    .where(eq(friendships.id, id))
    .returning();
  if (!renewed) throw new ProtocolError('conflict');
  await logRequest(context, renewed, requestee);
  return { id };
};

/** Unknown, gone and blocked look the same (docs/decisions/0009). */
const findByCode = async ({ tx, actorId }: CommandContext, code: string): Promise<User> => {
  const [found] = await tx
    .select({ userId: uniqueCodes.userId })
    .from(uniqueCodes)
    .where(eq(uniqueCodes.code, code));
  if (found?.userId === actorId) throw new ProtocolError('self_request');
  const person = found?.userId ? await findPerson(tx, found.userId) : undefined;
  if (person) await lockPair(tx, actorId, person.id);
  if (!person || (await findRelation(tx, actorId, person.id)).isBlocked) throw new ProtocolError('not_found');
  return person;
};

/** After a rejection: not before 24 hours have passed, and three times at most. */
const assertMayAskAgain = async (
  { tx, actorId, now }: CommandContext,
  requesteeId: string,
): Promise<void> => {
  const [rejected] = await tx
    .select()
    .from(friendRejections)
    .where(and(eq(friendRejections.requesterId, actorId), eq(friendRejections.requesteeId, requesteeId)));
  if (!rejected) return;
  const isTooSoon = now.getTime() < rejected.lastAt.getTime() + AGAIN_AFTER_MS;
  if (isTooSoon || rejected.count >= LIMITS.friendRequestAttemptsMax)
    throw new ProtocolError('conflict', { message: 'You cannot ask this person again now' });
};

/** Each of the two gets the request and the other's public profile. */
const logRequest = async (
  context: CommandContext,
  friendship: StoredFriendship,
  requestee: User,
): Promise<void> => {
  const { tx, log, actorId } = context;
  const requester = await findPerson(tx, actorId);
  if (!requester) throw new ProtocolError('not_found');
  log.put(userScope(actorId), friendshipChange(friendship), userChange(requestee));
  log.put(userScope(requestee.id), friendshipChange(friendship), userChange(requester));
  await notifyOfFriend(context, requestee.id, 'friendRequest', friendship.id);
};
