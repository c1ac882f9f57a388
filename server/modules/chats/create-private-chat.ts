import { eq } from 'drizzle-orm';
import { chatScope, memberId, ProtocolError, privateChatId } from '../../../protocol/index.ts';
import { chats, members, memberships, type users } from '../../db/schema.ts';
import type { CommandContext } from '../sync/context.ts';
import { userChange } from '../users/presenter.ts';
import { chatChange, memberChange, membershipChange, type StoredChat } from './presenter.ts';

type User = typeof users.$inferSelect;

/**
 * The private chat of two people, made if it is not there yet, and locked. Both may come at once: the second waits at
 * the insert of the chat and finds it. Rows are taken in one order by everybody, so nobody waits in a circle.
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
    if (!existing) throw new ProtocolError('conflict');
    return existing;
  }
  const people = [a, b].toSorted((one, other) => (one.id < other.id ? -1 : 1));
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
