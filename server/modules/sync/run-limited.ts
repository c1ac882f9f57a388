import { takeForAccount } from '../../plugins/rate-limits.ts';
import type { MutationOutcome, MutationRequest } from './mutation.ts';
import { chargesOf } from './mutation-limits.ts';
import type { MutationServices } from './mutation-services.ts';
import { runCommand } from './run-command.ts';

/**
 * Takes from the buckets of a mutation that came from outside, by REST or by push.
 * @throws ProtocolError `rate_limited` with the time to wait
 */
export const charge = async (
  { takeFromBucket }: Pick<MutationServices, 'takeFromBucket'>,
  { userId, name, args }: Pick<MutationRequest, 'userId' | 'name' | 'args'>,
): Promise<void> => {
  for (const { limit, count } of chargesOf(name, args))
    await takeForAccount(takeFromBucket, limit, userId, count);
};

/**
 * Runs a mutation, and takes from its buckets first.
 * @throws ProtocolError `rate_limited` with the time to wait; nothing has happened then
 */
export const runLimited = async (
  services: MutationServices,
  request: MutationRequest,
): Promise<MutationOutcome> => {
  await charge(services, request);
  return runCommand(services, request);
};
