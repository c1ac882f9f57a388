import { takeForAccount } from '../../plugins/rate-limits.ts';
import type { SyncServices } from './context.ts';
import { chargesOf } from './mutation-limits.ts';
import { type MutationOutcome, type MutationRequest, runCommand } from './run-command.ts';

/**
 * Runs a mutation that came from outside, by REST or by push, and takes from its buckets first.
 * @throws ProtocolError `rate_limited` with the time to wait; nothing has happened then
 */
export const runLimited = async (
  services: SyncServices,
  request: MutationRequest,
): Promise<MutationOutcome> => {
  for (const { limit, count } of chargesOf(request.name, request.args))
    await takeForAccount(services.takeFromBucket, limit, request.userId, count);
  return runCommand(services, request);
};
