import { runAlone } from './batch/run-batch.ts';
import { inOwnContext } from './batch/settle.ts';
import { isBatched } from './commands.ts';
import type { MutationOutcome, MutationRequest } from './mutation.ts';
import type { MutationServices } from './mutation-services.ts';

/**
 * Runs a mutation at most once per key (docs/decisions/0016): in a batch with others, or in a transaction of its own. What
 * is refused is stored as refused; a transient error is thrown, and then nothing is stored and nothing has happened.
 */
export const runCommand = async (
  services: MutationServices,
  request: MutationRequest,
): Promise<MutationOutcome> => {
  if (isBatched(request)) return services.batches.submit(services, request);
  const settled = await runAlone(services, inOwnContext(request));
  if ('outcome' in settled) return settled.outcome;
  throw settled.error;
};
