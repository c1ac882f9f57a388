import {
  errorKinds,
  ProtocolError,
  type PushAnswer,
  type PushedMutation,
  type PushRequest,
} from '../../../protocol/index.ts';
import { lineage } from '../../db/schema.ts';
import { toProtocolError } from '../../plugins/to-protocol-error.ts';
import type { SyncServices } from './context.ts';
import type { MutationOutcome } from './run-command.ts';
import { runLimited } from './run-limited.ts';

export type PushLog = { error: (details: object, message: string) => void };

/**
 * Carries out mutations in the order of the request, each in its own transaction, with an answer each. One that fails
 * for the moment is answered `retry`, and so is what follows it in its lane, untried: it would only take from its bucket.
 * Other lanes go on, even past a mutation that we cannot digest.
 */
export const push = async (
  services: SyncServices,
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
  const unsettled = new Set<string | null>();
  for (const mutation of mutations) {
    // An outage is everybody's: the rest would only queue up behind a database that does not answer.
    const problem =
      outage ??
      (unsettled.has(mutation.prev)
        ? new ProtocolError('out_of_order')
        : await carryOut(services, userId, deviceId, mutation));
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
    const answer = answerOfProblem(mutation.id, problem);
    if (answer.status === 'retry') unsettled.add(mutation.id);
    answers.push(answer);
  }
  return answers;
};

/** A request from before the database was restored: it may have been cancelled since, and nobody here would know. */
const isOtherLineage = async ({ db }: SyncServices, epoch: string): Promise<boolean> => {
  const [row] = await db.select({ epoch: lineage.epoch }).from(lineage);
  return row?.epoch !== epoch;
};

const carryOut = async (
  services: SyncServices,
  userId: string,
  deviceId: string,
  mutation: PushedMutation,
): Promise<PushAnswer | ProtocolError> => {
  const { id } = mutation;
  try {
    return answerOf(id, await runLimited(services, { userId, deviceId, ...mutation }));
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
