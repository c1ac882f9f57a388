import { and, eq } from 'drizzle-orm';
import { type MutationArgs, ProtocolError, userScope } from '../../../protocol/index.ts';
import { authorMutes } from '../../db/schema.ts';
import type { CommandContext, CommandResult } from '../sync/context.ts';
import { increment } from '../sync/increment.ts';
import { findKnownPerson, refuseUnknownPerson } from '../users/known.ts';
import { userChange } from '../users/presenter.ts';
import { muteChange } from './presenter.ts';
import { findRelation } from './relation.ts';

/**
 * Keeps somebody's named posts out of the actor's feed, on the actor's devices: the server goes on answering them, and
 * other people are not told. The profile comes along, so that the list of the muted has a name on a new device too.
 */
export const muteAuthor = async (
  context: CommandContext,
  { userId: authorId, muted }: MutationArgs<'muteAuthor'>,
): Promise<CommandResult> => {
  const { tx, log, actorId, now } = context;
  if (authorId === actorId) throw new ProtocolError('self_request');
  const person = await findKnownPerson(tx, actorId, authorId);
  // A mute that was never set needs no removal, and the answer does not tell whether there is such a person.
  if (!person) return muted ? refuseUnknownPerson(context) : { id: authorId };
  // Across a block no post is seen, and no profile is told.
  if (muted && (await findRelation(tx, actorId, authorId)).isBlocked) throw new ProtocolError('not_found');
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
        version: increment(authorMutes.version),
      },
    })
    .returning();
  if (!after) throw new ProtocolError('not_found');
  log.put(userScope(actorId), muteChange(after));
  if (muted) log.put(userScope(actorId), userChange(person));
  return { id: authorId };
};
