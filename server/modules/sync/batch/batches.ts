import { gather } from '../../../gather.ts';
import { toProtocolError } from '../../../plugins/to-protocol-error.ts';
import type { SyncServices } from '../context.ts';
import type { MutationOutcome, MutationRequest } from '../mutation.ts';
import { runAlone, runBatch } from './run-batch.ts';
import { type BatchedRequest, type Ended, inOwnContext, type Settled } from './settle.ts';

/** More would hold the locks of the first for too long. */
const BATCH_MAX = 100;

/** Carries mutations out in batches. */
export type Batches = {
  /**
   * Mutations of one lane are carried out in the order in which they are handed in.
   * @throws ProtocolError or an error of the database; nothing of the mutation is stored then
   */
  submit: (services: SyncServices, request: MutationRequest) => Promise<MutationOutcome>;
};

/**
 * Group commit: while a batch is written, what comes in collects for the next one. Nothing waits for company: a mutation
 * that comes alone is a batch of one. Lanes are spread over several queues, so that a chat that somebody else has locked
 * holds up only its own queue; a lane is always in the same one, which keeps its order.
 * @param queueCount how many batches run at a time; one for an embedded database, which has one connection
 * @param observe called after each batch with its size and its duration in seconds
 */
export const createBatches = (
  queueCount: number,
  observe: (size: number, seconds: number) => void = () => undefined,
): Batches => {
  const queues = Array.from({ length: queueCount }, () => createQueue(observe));
  return {
    submit: (services, request) => {
      const queue = queues[numberOf(request.lane ?? request.userId) % queueCount];
      if (!queue) throw new Error('There is a queue for every number.');
      return queue(services, request);
    },
  };
};

/** The same number for the same text. (FNV-1a, 32 bits) */
const numberOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
};

type Waiting = {
  services: SyncServices;
  request: BatchedRequest;
  resolve: (outcome: MutationOutcome) => void;
  reject: (error: unknown) => void;
};

const createQueue = (observe: (size: number, seconds: number) => void): Batches['submit'] => {
  const add = gather<Waiting>(BATCH_MAX, async (batch) => {
    const startedAt = performance.now();
    await carryOut(batch);
    observe(batch.length, (performance.now() - startedAt) / 1_000);
  });
  return (services, request) =>
    new Promise((resolve, reject) => add({ services, request: inOwnContext(request), resolve, reject }));
};

const carryOut = async (batch: readonly Waiting[]): Promise<void> => {
  const [{ services } = {}] = batch;
  if (!services) return;
  let rest = batch;
  while (rest.length > 0) {
    const settled = await settle(services, rest);
    for (const [index, waiting] of rest.entries()) finish(waiting, settled[index]);
    // Each round settles at least the first of what the one before has deferred.
    const [first, ...others] = rest.filter((_, index) => settled[index] === 'deferred');
    if (first) finish(first, await settleAlone(services, first));
    rest = others;
  }
};

const finish = ({ resolve, reject }: Waiting, end: Settled | undefined): void => {
  if (end === undefined || end === 'deferred') return;
  if ('outcome' in end) resolve(end.outcome);
  else reject(end.error);
};

const settle = async (services: SyncServices, batch: readonly Waiting[]): Promise<Settled[]> => {
  try {
    return await runBatch(
      services,
      batch.map(({ request }) => request),
    );
  } catch (error) {
    if (isOutage(error)) return batch.map(() => ({ error }));
    // One of them cannot be written: which one shows when each is written by itself.
    const settled: Settled[] = [];
    for (const waiting of batch) {
      const ended = await settleAlone(services, waiting);
      // The others would each wait as long for a database that does not answer.
      if ('error' in ended && isOutage(ended.error)) {
        return batch.map((_, index) => settled[index] ?? ended);
      }
      settled.push(ended);
    }
    return settled;
  }
};

const isOutage = (error: unknown): boolean => toProtocolError(error).kind === 'unavailable';

const settleAlone = (services: SyncServices, { request }: Waiting): Promise<Ended> =>
  runAlone(services, request).catch((error: unknown) => ({ error }));
