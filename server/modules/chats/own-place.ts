import { and, count, eq, gt, isNull } from 'drizzle-orm';
import { memberId, ProtocolError, userScope } from '../../../protocol/index.ts';
import { chats, memberships, messages } from '../../db/schema.ts';
import type { CommandContext } from '../sync/context.ts';
import { increment } from '../sync/increment.ts';
import { membershipChange, type StoredChat, type StoredMembership } from './presenter.ts';

type OwnPlace = { place: StoredMembership; lastSeq: number };
/** With what says whether it is in sight. */
type ShownPlace = OwnPlace & Pick<StoredChat, 'type' | 'requestedBy'>;

/** The own membership in a chat, locked; for others the chat does not exist. */
export const lockOwnPlace = async ({ tx, actorId }: CommandContext, chatId: string): Promise<ShownPlace> => {
  const [found] = await tx
    .select({
      place: memberships,
      lastSeq: chats.lastSeq,
      type: chats.type,
      requestedBy: chats.requestedBy,
    })
    .from(memberships)
    .innerJoin(chats, eq(chats.id, memberships.chatId))
    .where(
      and(eq(memberships.id, memberId(chatId, actorId)), isNull(memberships.leftAt), isNull(chats.deletedAt)),
    )
    .for('no key update', { of: memberships });
  if (!found) throw new ProtocolError('not_found');
  return found;
};

/** Writes what changes of my place, and logs it for my own devices. */
export const writeOwnPlace = async (
  { tx, log, actorId }: CommandContext,
  chatId: string,
  fields: Partial<typeof memberships.$inferInsert>,
): Promise<void> => {
  const [changed] = await tx
    .update(memberships)
    .set({ ...fields, version: increment(memberships.version) })
    .where(eq(memberships.id, memberId(chatId, actorId)))
    .returning();
  if (!changed) throw new ProtocolError('not_found');
  log.put(userScope(actorId), membershipChange(changed));
};

/** What a place looks like when everything up to `seq` is gone for me, and so also seen. */
export const clearedUpTo = async (
  { tx, actorId, now }: CommandContext,
  { place, lastSeq }: OwnPlace,
  seq: number,
): Promise<Partial<typeof memberships.$inferInsert>> => {
  const clearedSeq = Math.max(place.clearedSeq, Math.min(seq, lastSeq));
  const seenSeq = Math.max(place.seenSeq, clearedSeq);
  const [own] = await tx
    .select({ after: count() })
    .from(messages)
    .where(and(eq(messages.chatId, place.chatId), eq(messages.senderId, actorId), gt(messages.seq, seenSeq)));
  return { clearedSeq, clearedAt: now, seenSeq, ownAfterSeen: own?.after ?? 0 };
};
