import {
  errorKinds,
  type MutationName,
  ProtocolError,
  type PushAnswer,
  type PushedMutation,
  type PushRequest,
} from '../../../protocol/index.ts';
import { lineage } from '../../db/schema.ts';
import type { TakeFromBucket } from '../../plugins/buckets.ts';
import { type LimitName, takeForAccount } from '../../plugins/rate-limits.ts';
import { toProtocolError } from '../../plugins/to-protocol-error.ts';
import type { SyncServices } from './context.ts';
import { type MutationOutcome, runCommand } from './run-command.ts';

export type PushServices = SyncServices & { takeFromBucket: TakeFromBucket };
export type PushLog = { error: (details: object, message: string) => void };

/**
 * A mutation costs what the call of the specification that runs the same command costs, but for messages, which an outbox
 * collects; the others are cheap.
 */
const limitNames = new Map<string, LimitName>([
  ['sendMessage', 'backlog'],
  ['editMessage', 'message'],
  ['reactToMessage', 'message'],
  ['requestFriend', 'friendRequest'],
  ['createPost', 'post'],
  ['createComment', 'comment'],
  ['setLike', 'like'],
] satisfies [MutationName, LimitName][]);

/**
 * Carries out mutations in the order of the request, each in its own transaction, with an answer each. One that fails
 * for the moment is answered `retry`, and what follows it in its lane finds its predecessor missing and is answered so
 * too; other lanes go on, even past a mutation that we cannot digest.
 */
export const push = async (
  services: PushServices,
  userId: string,
  { deviceId, epoch, mutations }: PushRequest,
  log: PushLog,
): Promise<PushAnswer[]> => {
  if (epoch !== undefined && (await isOtherLineage(services, epoch))) {
    const problem = new ProtocolError('out_of_order');
    return mutations.map(({ id }) => answerOfProblem(id, problem));
  }
  const answers: PushAnswer[] = [];
  let outage: ProtocolError | undefined;
  for (const mutation of mutations) {
    // An outage is everybody's: the rest would only queue up behind a database that does not answer.
    const problem = outage ?? (await carryOut(services, userId, deviceId, mutation));
    if (!(problem instanceof ProtocolError)) {
      answers.push(problem);
      continue;
    }
    if (problem.kind === 'unavailable') {
      if (answers.length === 0) throw problem;
      outage = problem;
    }
    if (problem.kind === 'internal')
      log.error({ err: problem.cause, mutation: mutation.name }, 'A mutation failed');
    answers.push(answerOfProblem(mutation.id, problem));
  }
  return answers;
};

/** A request from before the database was restored: it may have been cancelled since, and nobody here would know. */
const isOtherLineage = async ({ db }: PushServices, epoch: string): Promise<boolean> => {
  const [row] = await db.select({ epoch: lineage.epoch }).from(lineage);
  return row?.epoch !== epoch;
};

const carryOut = async (
  services: PushServices,
  userId: string,
  deviceId: string,
  mutation: PushedMutation,
): Promise<PushAnswer | ProtocolError> => {
  const { id } = mutation;
  try {
    const limit = limitNames.get(mutation.name);
    if (limit) await takeForAccount(services.takeFromBucket, limit, userId);
    return answerOf(id, await runCommand(services, { userId, deviceId, ...mutation }));
  } catch (error) {
    return toProtocolError(error);
  }
};

const answerOfProblem = (id: string, problem: ProtocolError): PushAnswer => {
  const { kind, detail: error, retryAfterMs } = problem;
  // A key that stands for another request will never do anything else: asking again cannot help.
  if (errorKinds[kind].retry === 'final') return { id, status: 'rejected', error };
  return { id, status: 'retry', error, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
};

const answerOf = (id: string, outcome: MutationOutcome): PushAnswer => {
  switch (outcome.status) {
    case 'applied':
      return { id, status: 'applied', vector: outcome.vector, entries: outcome.entries };
    case 'rejected':
      return { id, status: 'rejected', error: outcome.error };
    case 'cancelled':
      return { id, status: 'cancelled' };
  }
};
