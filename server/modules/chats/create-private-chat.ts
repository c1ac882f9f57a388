import { eq } from 'drizzle-orm';
import { chatScope, memberId, ProtocolError, privateChatId } from '../../../protocol/index.ts';
import type { Transaction } from '../../db/database.ts';
import { chats, members, memberships, type users } from '../../db/schema.ts';
import type { CommandContext } from '../sync/context.ts';
import { userChange } from '../users/presenter.ts';
import { chatChange, memberChange, membershipChange, type StoredChat } from './presenter.ts';

type User = typeof users.$inferSelect;

/**
 * The private chat of two people, or of one with themselves, created when missing, and locked. Two transactions may create it at once: the second
 * waits at the insert and then finds the row of the first. Rows are locked in one order, so there is no deadlock.
 * @throws ProtocolError `conflict` when the id belongs to anything but the PRIVATE chat of exactly these two
 */
export const createPrivateChat = async (
  { tx, log, actorId, now }: CommandContext,
  a: User,
  b: User,
): Promise<StoredChat> => {
  const id = privateChatId(a.id, b.id);
  const [created] = await tx
    .insert(chats)
    .values({ id, type: 'PRIVATE', createdBy: actorId, createdAt: now })
    .onConflictDoNothing()
    .returning();
  if (!created) {
    const [existing] = await tx.select().from(chats).where(eq(chats.id, id)).for('no key update');
    if (!existing || !(await isChatOf(tx, existing, [a.id, b.id]))) throw new ProtocolError('conflict');
    return existing;
  }
  const people = (a.id === b.id ? [a] : [a, b]).toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const places = people.map(({ id: userId }) => ({ id: memberId(id, userId), chatId: id, userId }));
  const inside = await tx
    .insert(members)
    .values(places.map((place) => ({ ...place, role: 'MEMBER' as const, joinedAt: now })))
    .returning();
  const own = await tx.insert(memberships).values(places).returning();
  log.put(chatScope(id), chatChange(created), ...inside.map(memberChange), ...people.map(userChange));
  for (const membership of own)
    log.join({ userId: membership.userId, chatId: id }, membershipChange(membership));
  return created;
};

/** The id is computed from two user ids and can be guessed, so the row behind it is checked and never trusted. */
const isChatOf = async (
  tx: Transaction,
  { id, type, deletedAt }: StoredChat,
  people: readonly string[],
): Promise<boolean> => {
  if (type !== 'PRIVATE' || deletedAt !== null) return false;
  const inside = await tx.select({ userId: members.userId }).from(members).where(eq(members.chatId, id));
  return new Set(inside.map(({ userId }) => userId)).symmetricDifference(new Set(people)).size === 0;
};
