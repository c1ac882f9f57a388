import { friendshipId, type MutationArgs, ProtocolError, userScope } from '../../../protocol/index.ts';
import { type BatchedCommand, NeedsPreparation } from '../sync/batch/command.ts';
import { saidOf } from '../sync/batch/load-relations.ts';
import { assertKnown, knownPerson } from '../users/known-in-batch.ts';
import { userChange } from '../users/presenter.ts';
import { endFriendship, findOwn } from './loaded-friendship.ts';
import { blockChange } from './presenter.ts';

/**
 * Blocks somebody or takes the block away. Only the actor's own scope learns of the block itself; the other sees a
 * friendship or request that has ended, as after unfriending. Somebody whose account is gone can still be blocked:
 * otherwise this would tell a block from a deletion.
 */
export const setBlock: BatchedCommand<MutationArgs<'setBlock'>, true> = {
  needs: ({ userId: personId }, actorId) => {
    const pairs = [{ actorId, personId }];
    return { pairs, known: pairs };
  },
  decide: (context, { userId, blocked }, prepared) => {
    const { state, log, actorId, now } = context;
    const isPrepared = prepared === true;
    if (userId === actorId) throw new ProtocolError('self_request');
    const person = knownPerson(state, { actorId, personId: userId }, isPrepared);
    if (!person) {
      // A block that was never set needs no removal, and the answer does not tell whether there is such a person.
      if (!blocked) return { id: userId };
      throw isPrepared ? new ProtocolError('not_found') : new NeedsPreparation();
    }
    const before = state.blocks.get(saidOf(actorId, userId));
    const wasBlocked = before !== undefined && before.deletedAt === null;
    if (wasBlocked === blocked) return { id: userId };
    const fields = blocked ? { createdAt: now, deletedAt: null } : { deletedAt: now };
    const keys = { blockerId: actorId, blockedId: userId };
    const after = before
      ? state.blocks.change(before, fields)
      : state.blocks.add({ ...keys, createdAt: now, deletedAt: null, version: 1 });
    log.put(userScope(actorId), blockChange(after));
    if (!blocked) return { id: userId };
    log.put(userScope(actorId), userChange(person));
    const friendship = findOwn(state, friendshipId(actorId, userId), actorId);
    if (friendship) endFriendship(context, friendship);
    return { id: userId };
  },
  prepare: (context, { userId, blocked }) => (blocked ? assertKnown(context, userId) : Promise.resolve(true)),
};
