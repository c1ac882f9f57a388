import { ProtocolError } from '../../../../protocol/index.ts';
import { inStages } from '../../../db/database.ts';
import type { SyncServices } from '../context.ts';
import { Refusal, refusalOf } from './refusal.ts';
import { type BatchedRequest, type Ended, type Mode, type Settled, stagesOf } from './settle.ts';
import { TakenMeanwhile } from './write.ts';

/** A key that is taken meanwhile is there at the next try. More often than this it cannot happen by chance. */
const ATTEMPTS_MAX = 4;

/**
 * Carries mutations out together, in one transaction (docs/decisions/0021):
 *
 *   load   keys, then chats, places and messages, locked in sorted order
 *   decide one after the other in memory; one that is refused leaves its neighbours as they are
 *   write  numbers of the scopes, then all rows, the log and the verdicts → commit → publish
 *
 * @throws an error of the database: nothing is stored then
 */
export const runBatch = async (
  services: SyncServices,
  requests: readonly BatchedRequest[],
): Promise<Settled[]> => run(services, requests, 'together');

/**
 * Carries one mutation out in a transaction of its own, which may prepare what it needs. A refusal rolls everything back,
 * and a second transaction stores it, unless a copy of the request was settled meanwhile.
 */
export const runAlone = async (services: SyncServices, request: BatchedRequest): Promise<Ended> => {
  const [settled] = await run(services, [request], 'alone').catch((error: unknown) => {
    const problem = error instanceof Refusal ? error.problem : refusalOf(error);
    if (problem === null) throw error;
    return run(services, [request], problem);
  });
  if (settled === undefined || settled === 'deferred')
    throw new Error('A mutation that runs alone has nothing to wait for.');
  return settled;
};

const run = async (
  services: SyncServices,
  requests: readonly BatchedRequest[],
  mode: Mode,
): Promise<Settled[]> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { settled, commits, effects } = await inStages(services.db, stagesOf(services, requests, mode));
      for (const effect of effects) effect();
      for (const commit of commits) services.publish(commit);
      return settled;
    } catch (error) {
      if (!(error instanceof TakenMeanwhile)) throw error;
      if (attempt >= ATTEMPTS_MAX)
        throw new ProtocolError('unavailable', { retryAfterMs: 1_000, cause: error });
    }
  }
};
