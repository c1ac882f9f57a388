import { type MutationArgs, ProtocolError, userScope } from '../../../protocol/index.ts';
import { type BatchedCommand, NeedsPreparation } from '../sync/batch/command.ts';
import { saidOf } from '../sync/batch/load-relations.ts';
import { assertKnown, knownPerson } from '../users/known-in-batch.ts';
import { userChange } from '../users/presenter.ts';
import { muteChange } from './presenter.ts';

/**
 * Keeps somebody's named posts out of the actor's feed, on the actor's devices: the server goes on answering them, and
 * other people are not told. The profile comes along, so that the list of the muted has a name on a new device too.
 */
export const muteAuthor: BatchedCommand<MutationArgs<'muteAuthor'>, true> = {
  needs: ({ userId: personId }, actorId) => {
    const pairs = [{ actorId, personId }];
    return { pairs, known: pairs };
  },
  decide: ({ state, log, actorId, now }, { userId: authorId, muted }, prepared) => {
    const isPrepared = prepared === true;
    if (authorId === actorId) throw new ProtocolError('self_request');
    const person = knownPerson(state, { actorId, personId: authorId }, isPrepared);
    if (!person) {
      // A mute that was never set needs no removal, and the answer does not tell whether there is such a person.
      if (!muted) return { id: authorId };
      throw isPrepared ? new ProtocolError('not_found') : new NeedsPreparation();
    }
    // Across a block no post is seen, and no profile is told.
    if (muted && state.isBlocked(actorId, authorId)) throw new ProtocolError('not_found');
    const before = state.authorMutes.get(saidOf(actorId, authorId));
    const wasMuted = before !== undefined && before.deletedAt === null;
    if (wasMuted === muted) return { id: authorId };
    const fields = muted ? { createdAt: now, deletedAt: null } : { deletedAt: now };
    const after = before
      ? state.authorMutes.change(before, fields)
      : state.authorMutes.add({ userId: actorId, authorId, createdAt: now, deletedAt: null, version: 1 });
    log.put(userScope(actorId), muteChange(after));
    if (muted) log.put(userScope(actorId), userChange(person));
    return { id: authorId };
  },
  prepare: (context, { userId, muted }) => (muted ? assertKnown(context, userId) : Promise.resolve(true)),
};
