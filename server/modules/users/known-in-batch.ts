import { NeedsPreparation } from '../sync/batch/command.ts';
import { type PairKey, saidOf } from '../sync/batch/load-relations.ts';
import type { BatchState } from '../sync/batch/state.ts';
import type { CommandContext } from '../sync/context.ts';
import { findKnownPerson, refuseUnknownPerson } from './known.ts';
import type { StoredUser } from './presenter.ts';

/**
 * The person whom a mutation names by a bare id, if the actor has seen them (`known` of the needs). A tie never ends. What was
 * published, and who may read it, may have changed in this batch: then it is decided behind it.
 * @throws NeedsPreparation
 */
export const knownPerson = (
  state: BatchState,
  { actorId, personId }: PairKey,
  isPrepared: boolean,
): StoredUser | undefined => {
  const { posts, comments, blocks, knownPairs, people } = state;
  const found = knownPairs.get(saidOf(actorId, personId));
  const isNews = [posts, comments, blocks].some((table) => table.isTouched);
  if (isNews && !found?.isTied && !isPrepared) throw new NeedsPreparation();
  return found && people.get(personId);
};

/**
 * `prepare` of a command that sets something for a person, whose answer about somebody unknown costs a look-up.
 * @throws ProtocolError `not_found`, `rate_limited`
 */
export const assertKnown = async (context: CommandContext, personId: string): Promise<true> => {
  if (await findKnownPerson(context.tx, context.actorId, personId)) return true;
  return refuseUnknownPerson(context);
};
