import { and, eq, sql } from 'drizzle-orm';
import { type MutationArgs, ProtocolError, userScope } from '../../../protocol/index.ts';
import { authorMutes, users } from '../../db/schema.ts';
import type { CommandContext, CommandResult } from '../sync/context.ts';
import { oneMore } from '../sync/one-more.ts';
import { userChange } from '../users/presenter.ts';
import { muteChange } from './presenter.ts';
import { isBlockedBetween } from './relation.ts';

/**
 * Keeps somebody's named posts out of the actor's feed, on the actor's devices: the server goes on answering them, and
 * nobody else learns of it. The profile comes along, so that the list of the muted has a name on a new device too.
 */
export const muteAuthor = async (
  { tx, log, actorId, now }: CommandContext,
  { userId: authorId, muted }: MutationArgs<'muteAuthor'>,
): Promise<CommandResult> => {
  if (authorId === actorId) throw new ProtocolError('self_request');
  // Across a block no post is seen, and no profile is told.
  const isKnown = sql`not ${isBlockedBetween(actorId, authorId)}`;
  const [person] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, authorId), muted ? isKnown : undefined));
  if (!person) throw new ProtocolError('not_found');
  const isThis = and(eq(authorMutes.userId, actorId), eq(authorMutes.authorId, authorId));
  const [before] = await tx.select().from(authorMutes).where(isThis).for('update');
  const wasMuted = before !== undefined && before.deletedAt === null;
  if (wasMuted === muted) return { id: authorId };
  const [after] = await tx
    .insert(authorMutes)
    .values({ userId: actorId, authorId, createdAt: now })
    .onConflictDoUpdate({
      target: [authorMutes.userId, authorMutes.authorId],
      set: {
        ...(muted ? { createdAt: now, deletedAt: null } : { deletedAt: now }),
        version: oneMore(authorMutes.version),
      },
    })
    .returning();
  if (!after) throw new ProtocolError('not_found');
  log.put(userScope(actorId), muteChange(after));
  if (muted) log.put(userScope(actorId), userChange(person));
  return { id: authorId };
};
