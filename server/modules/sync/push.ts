import {
  errorKinds,
  ProtocolError,
  type PushAnswer,
  type PushedMutation,
  type PushRequest,
} from '../../../protocol/index.ts';
import { lineage } from '../../db/schema.ts';
import { toProtocolError } from '../../plugins/to-protocol-error.ts';
import { isBatched } from './commands.ts';
import type { MutationOutcome, MutationRequest } from './mutation.ts';
import type { MutationServices } from './mutation-services.ts';
import { runCommand } from './run-command.ts';
import { charge } from './run-limited.ts';

export type PushLog = { error: (details: object, message: string) => void };

/**
 * Carries out mutations in the order of the request, with an answer each. Those that are carried out in batches go together;
 * any other waits for all before it, and is waited for by the next. One that fails for the moment is answered `retry`, and so is what follows it in its lane.
 * Other lanes go on, even past a mutation that we cannot digest.
 * @throws ProtocolError `unavailable` when the first one meets an outage
 */
export const push = async (
  services: MutationServices,
  userId: string,
  { deviceId, epoch, mutations }: PushRequest,
  log: PushLog,
): Promise<PushAnswer[]> => {
  if (epoch !== undefined && (await isOtherLineage(services, epoch))) {
    const problem = new ProtocolError('out_of_order');
    return mutations.map(({ id }) => answerOfProblem(id, problem));
  }
  const ends: End[] = [];
  let running: { mutation: PushedMutation; end: Promise<End> }[] = [];
  let outage: ProtocolError | undefined;
  /** To be sent again: what follows them in their lanes is not tried, it would only take from its bucket. */
  const unsettled = new Set<string | null>();
  const note = ({ id }: PushedMutation, end: End): void => {
    if (!(end instanceof ProtocolError)) return;
    if (answerOfProblem(id, end).status === 'retry') unsettled.add(id);
    if (end.kind === 'unavailable') outage ??= end;
  };
  const finish = async (): Promise<void> => {
    for (const { mutation, end } of running) {
      const ended = await end;
      note(mutation, ended);
      if (ended instanceof ProtocolError && ended.kind === 'internal')
        log.error({ err: ended.cause, mutation: mutation.name }, 'A mutation failed');
      ends.push(ended);
    }
    running = [];
  };
  let isAfterAlone = false;
  for (const mutation of mutations) {
    const isAlone = !isBatched(mutation);
    if (isAlone || isAfterAlone) await finish();
    isAfterAlone = isAlone;
    // An outage is everybody's: the rest would only queue up behind a database that does not answer.
    const problem =
      outage ??
      (unsettled.has(mutation.prev)
        ? new ProtocolError('out_of_order')
        : await chargeFor(services, userId, mutation));
    if (problem) note(mutation, problem);
    const end = problem ?? carryOut(services, { userId, deviceId, ...mutation });
    running.push({ mutation, end: Promise.resolve(end) });
  }
  await finish();
  const [first] = ends;
  if (first instanceof ProtocolError && first.kind === 'unavailable') throw first;
  return mutations.map(({ id }, index) => {
    const end = ends[index] ?? new ProtocolError('internal');
    return end instanceof ProtocolError ? answerOfProblem(id, end) : end;
  });
};

type End = PushAnswer | ProtocolError;

/** A request from before the database was restored: it may have been cancelled since, which this database does not know. */
const isOtherLineage = async ({ db }: MutationServices, epoch: string): Promise<boolean> => {
  const [row] = await db.select({ epoch: lineage.epoch }).from(lineage);
  return row?.epoch !== epoch;
};

/** Takes from the mutation's buckets. @returns what stands in the way */
const chargeFor = (
  services: MutationServices,
  userId: string,
  { name, args }: PushedMutation,
): Promise<ProtocolError | undefined> =>
  charge(services, { userId, name, args }).then(() => undefined, toProtocolError);

const carryOut = (services: MutationServices, request: MutationRequest): Promise<End> =>
  runCommand(services, request).then((outcome) => answerOf(request.id, outcome), toProtocolError);

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
