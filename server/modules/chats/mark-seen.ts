import { and, count, eq, gt, isNull } from 'drizzle-orm';
import { type MutationArgs, memberId, ProtocolError, userScope } from '../../../protocol/index.ts';
import { chats, memberships, messages } from '../../db/schema.ts';
import type { CommandContext, CommandResult } from '../sync/context.ts';
import { oneMore } from '../sync/one-more.ts';
import { membershipChange } from './presenter.ts';

/** Moves my high-water mark in a chat, only ever forward and never past the newest message (docs/decisions/0004). */
export const markSeen = async (
  { tx, log, actorId, receipts, afterCommit }: CommandContext,
  { chatId, seq }: MutationArgs<'markSeen'>,
): Promise<CommandResult> => {
  const id = memberId(chatId, actorId);
  // The lock comes first and the count after it: a message of mine that is being stored meanwhile adds to the same row,
  // and a count from before it would lose it.
  const [place] = await tx
    .select({ seenSeq: memberships.seenSeq, lastSeq: chats.lastSeq })
    .from(memberships)
    .innerJoin(chats, eq(chats.id, memberships.chatId))
    .where(and(eq(memberships.id, id), isNull(memberships.leftAt), isNull(chats.deletedAt)))
    .for('no key update', { of: memberships });
  if (!place) throw new ProtocolError('not_found');
  const seenSeq = Math.min(seq, place.lastSeq);
  if (seenSeq <= place.seenSeq) return { id };
  const [own] = await tx
    .select({ after: count() })
    .from(messages)
    .where(and(eq(messages.chatId, chatId), eq(messages.senderId, actorId), gt(messages.seq, seenSeq)));
  const [moved] = await tx
    .update(memberships)
    .set({ seenSeq, ownAfterSeen: own?.after ?? 0, version: oneMore(memberships.version) })
    .where(eq(memberships.id, id))
    .returning();
  if (!moved) throw new ProtocolError('not_found');
  log.put(userScope(actorId), membershipChange(moved));
  afterCommit(() => receipts.seen(actorId, chatId));
  return { id };
};
