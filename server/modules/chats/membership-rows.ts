import { and, count, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import {
  chatScope,
  LIMITS,
  type MemberRole,
  memberId,
  ProtocolError,
  userScope,
} from '../../../protocol/index.ts';
import { invitations, members, memberships } from '../../db/schema.ts';
import { endStarsIn } from '../messages/stars.ts';
import type { CommandContext, LogContext } from '../sync/context.ts';
import { increment } from '../sync/increment.ts';
import { type StoredUser, userChange } from '../users/presenter.ts';
import {
  invitationChange,
  memberChange,
  membershipChange,
  type StoredChat,
  type StoredInvitation,
} from './presenter.ts';

/** Members and memberships as they come and go. The chat's row is locked by the caller. */

const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);

/**
 * Brings people in, those who were in it before as well. Who comes into a GROUP reads from then on; a PUBLIC chat is read
 * from its beginning. `addedBy` names who brought them in, unless they came by themselves.
 */
export const enterChat = async (
  { tx, log, now }: CommandContext,
  chat: StoredChat,
  people: readonly { user: StoredUser; role: MemberRole; addedBy?: string }[],
): Promise<void> => {
  if (people.length === 0) return;
  const joinedSeq = chat.type === 'PUBLIC' ? 0 : chat.lastSeq;
  const places = people
    .map(({ user, role, addedBy = null }) => ({
      ...{ id: memberId(chat.id, user.id), chatId: chat.id, userId: user.id },
      ...{ role, addedBy },
    }))
    .toSorted(byId);
  const inside = await tx
    .insert(members)
    .values(
      places.map((place) => ({
        ...place,
        ...{ joinedSeq, deliveredSeq: chat.lastSeq, seenSeq: chat.lastSeq, joinedAt: now },
      })),
    )
    .onConflictDoUpdate({
      target: members.id,
      set: {
        role: sql`excluded.role`,
        joinedSeq: sql`excluded.joined_seq`,
        deliveredSeq: sql`excluded.delivered_seq`,
        seenSeq: sql`excluded.seen_seq`,
        ...{ seenAt: null, seenFrom: null },
        joinedAt: sql`excluded.joined_at`,
        addedBy: sql`excluded.added_by`,
        leftAt: null,
        version: increment(members.version),
      },
      setWhere: isNotNull(members.leftAt),
    })
    .returning();
  const own = await tx
    .insert(memberships)
    .values(places.map(({ id, chatId, userId }) => ({ id, chatId, userId, seenSeq: chat.lastSeq })))
    .onConflictDoUpdate({
      target: memberships.id,
      set: {
        seenSeq: sql`excluded.seen_seq`,
        ...{ ownAfterSeen: 0, clearedSeq: 0, clearedAt: null, leftAt: null },
        ...{ isMuted: false, mutedUntil: null, mutesMentions: null },
        ...{ isArchived: false, pinRank: null, isDeclined: false },
        version: increment(memberships.version),
      },
      setWhere: isNotNull(memberships.leftAt),
    })
    .returning();
  log.put(chatScope(chat.id), ...inside.map(memberChange), ...people.map(({ user }) => userChange(user)));
  for (const membership of own)
    log.join({ userId: membership.userId, chatId: chat.id }, membershipChange(membership));
};

/** Takes people out; what they wrote stays. */
export const exitChat = async (
  context: LogContext,
  chatId: string,
  userIds: readonly string[],
): Promise<void> => {
  if (userIds.length === 0) return;
  const { tx, log, now } = context;
  const ids = userIds.map((userId) => memberId(chatId, userId));
  const gone = await tx
    .update(members)
    .set({ leftAt: now, version: increment(members.version) })
    .where(and(inArray(members.id, ids), isNull(members.leftAt)))
    .returning();
  const own = await tx
    .update(memberships)
    .set({ leftAt: now, version: increment(memberships.version) })
    .where(and(inArray(memberships.id, ids), isNull(memberships.leftAt)))
    .returning();
  log.put(chatScope(chatId), ...gone.map(memberChange));
  for (const membership of own)
    log.leave({ userId: membership.userId, chatId }, membershipChange(membership));
  await endStarsIn(context, chatId, userIds);
};

/** @throws ProtocolError `chat_full` when so many more do not fit in, those who are invited included */
export const assertRoom = async (
  { tx }: CommandContext,
  { id, type }: StoredChat,
  more: number,
): Promise<void> => {
  const [inside] = await tx
    .select({ count: count() })
    .from(members)
    .where(and(eq(members.chatId, id), isNull(members.leftAt)));
  const most = type === 'PUBLIC' ? LIMITS.publicMembersMax : LIMITS.groupMembersMax;
  if ((inside?.count ?? 0) + more > most) throw new ProtocolError('chat_full');
};

/**
 * Asks somebody into a chat, or does nothing if that is done already. One that reaches them takes the place of one that
 * did not: else an unwanted inviter could keep all others from asking.
 */
export const invite = async (
  context: CommandContext,
  chat: StoredChat,
  { user, inviter, isHidden }: { user: StoredUser; inviter: StoredUser; isHidden: boolean },
): Promise<void> => {
  const { tx, log, actorId, now } = context;
  if (chat.type === 'PRIVATE' || chat.name === null || chat.uniqueCode === null)
    throw new ProtocolError('forbidden');
  const place = { id: memberId(chat.id, user.id), chatId: chat.id, userId: user.id };
  const isPending = and(eq(invitations.id, place.id), isNull(invitations.deletedAt));
  const [pending] = await tx.select().from(invitations).where(isPending);
  if (pending && (isHidden || !pending.isHidden)) return;
  if (pending) await endInvitation(context, chat.id, user.id);
  const timesSent = isHidden ? 0 : 1;
  const fields = {
    inviterId: actorId,
    ...{ chatType: chat.type, chatName: chat.name, chatCode: chat.uniqueCode, chatAvatarId: chat.avatarId },
    ...{ isHidden, createdAt: now },
  };
  const [sent] = await tx
    .insert(invitations)
    .values({ ...place, ...fields, timesSent })
    .onConflictDoUpdate({
      target: invitations.id,
      set: {
        ...fields,
        deletedAt: null,
        timesSent: sql`${invitations.timesSent} + ${timesSent}`,
        version: increment(invitations.version),
      },
      setWhere: isNotNull(invitations.deletedAt),
    })
    .returning();
  if (!sent) return;
  log.put(userScope(actorId), invitationChange(sent), userChange(user));
  if (!isHidden) log.put(userScope(user.id), invitationChange(sent), userChange(inviter));
};

/** Ends an invitation that stands; answers it as it is then, or undefined when there was none. */
export const endInvitation = async (
  { tx, log, now }: LogContext,
  chatId: string,
  userId: string,
  { isAccepted = false } = {},
): Promise<StoredInvitation | undefined> => {
  const [ended] = await tx
    .update(invitations)
    .set({
      deletedAt: now,
      version: increment(invitations.version),
      ...(isAccepted ? { timesSent: 0 } : {}),
    })
    .where(and(eq(invitations.id, memberId(chatId, userId)), isNull(invitations.deletedAt)))
    .returning();
  if (!ended) return undefined;
  log.put(userScope(ended.inviterId), invitationChange(ended));
  if (!ended.isHidden) log.put(userScope(ended.userId), invitationChange(ended));
  return ended;
};

/** Ends every invitation into a chat that is going. */
export const endInvitations = async (context: LogContext, chatId: string): Promise<void> => {
  const waiting = await context.tx
    .select({ userId: invitations.userId })
    .from(invitations)
    .where(and(eq(invitations.chatId, chatId), isNull(invitations.deletedAt)));
  for (const { userId } of waiting) await endInvitation(context, chatId, userId);
};
