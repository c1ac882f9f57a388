import { ProtocolError } from '../../../protocol/index.ts';
import { takeInSeries } from '../../plugins/buckets.ts';
import { takeForAccount, takesOf } from '../../plugins/rate-limits.ts';
import { toProtocolError } from '../../plugins/to-protocol-error.ts';
import type { MutationOutcome, MutationRequest } from './mutation.ts';
import { chargesOf } from './mutation-limits.ts';
import type { MutationServices } from './mutation-services.ts';
import { runCommand } from './run-command.ts';

/**
 * Takes from the buckets of a mutation that came from outside, by REST or by push.
 * @throws ProtocolError `rate_limited` with the time to wait
 */
const charge = async (
  { takeFromBucket }: Pick<MutationServices, 'takeFromBucket'>,
  { userId, name, args }: Pick<MutationRequest, 'userId' | 'name' | 'args'>,
): Promise<void> => {
  for (const { limit, count } of chargesOf(name, args))
    await takeForAccount(takeFromBucket, limit, userId, count);
};

/**
 * Takes from the buckets of mutations that go together, in one round trip and as if they were charged one by one. Nothing is
 * taken for what follows a refused one in its lane: it will be sent again.
 * @returns what stands in the way of each, or null
 */
export const chargeTogether = async (
  { takeFromBucket }: Pick<MutationServices, 'takeFromBucket'>,
  userId: string,
  mutations: readonly { id: string; prev: string | null; name: string; args: unknown }[],
): Promise<(ProtocolError | null)[]> => {
  const items = mutations.map(({ id, prev, name, args }) => ({
    ...{ id, after: prev },
    takes: chargesOf(name, args).flatMap(({ limit, count }) => takesOf(limit, userId, count)),
  }));
  const failures = new Map<string, ProtocolError>();
  const waits = await takeInSeries(takeFromBucket, items, (error, id) => {
    failures.set(id, toProtocolError(error));
    return 1;
  });
  return mutations.map(({ id }, index) => {
    const wait = waits[index] ?? null;
    if (wait === 0) return null;
    if (wait === null) return new ProtocolError('out_of_order');
    return failures.get(id) ?? new ProtocolError('rate_limited', { retryAfterMs: wait });
  });
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
