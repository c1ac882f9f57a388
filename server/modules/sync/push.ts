import {
  errorKinds,
  ProtocolError,
  type PushAnswer,
  type PushedMutation,
  type PushRequest,
} from '../../../protocol/index.ts';
import { prepared } from '../../db/prepared.ts';
import { lineage } from '../../db/schema.ts';
import { toProtocolError } from '../../plugins/to-protocol-error.ts';
import { isBatched } from './commands.ts';
import type { MutationOutcome, MutationRequest } from './mutation.ts';
import type { MutationServices } from './mutation-services.ts';
import { runCommand } from './run-command.ts';
import { chargeTogether } from './run-limited.ts';

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
  let outage: ProtocolError | undefined;
  /** To be sent again: what follows them in their lanes is not tried, it would only take from its bucket. */
  const unsettled = new Set<string | null>();
  const note = ({ id }: PushedMutation, end: End): void => {
    if (!(end instanceof ProtocolError)) return;
    if (answerOfProblem(id, end).status === 'retry') unsettled.add(id);
    if (end.kind === 'unavailable') outage ??= end;
  };
  for (const part of partsOf(mutations)) {
    const problems = new Map<PushedMutation, ProtocolError>();
    const keep = (mutation: PushedMutation, problem: ProtocolError): void => {
      problems.set(mutation, problem);
      note(mutation, problem);
    };
    for (const mutation of part) {
      // An outage is everybody's: the rest would only queue up behind a database that does not answer.
      if (outage) keep(mutation, outage);
      else if (unsettled.has(mutation.prev)) keep(mutation, new ProtocolError('out_of_order'));
    }
    const tried = part.filter((mutation) => !problems.has(mutation));
    const charged = tried.length > 0 ? await chargeTogether(services, userId, tried) : [];
    for (const [index, mutation] of tried.entries()) {
      const problem = outage ?? charged[index];
      if (problem) keep(mutation, problem);
    }
    const running = part.map(
      (mutation): End | Promise<End> =>
        problems.get(mutation) ?? carryOut(services, { userId, deviceId, ...mutation }),
    );
    for (const [index, mutation] of part.entries()) {
      const end = (await running[index]) ?? new ProtocolError('internal');
      note(mutation, end);
      if (end instanceof ProtocolError && end.kind === 'internal')
        log.error({ err: end.cause, mutation: mutation.name }, 'A mutation failed');
      ends.push(end);
    }
  }
  const [first] = ends;
  if (first instanceof ProtocolError && first.kind === 'unavailable') throw first;
  return mutations.map(({ id }, index) => {
    const end = ends[index] ?? new ProtocolError('internal');
    return end instanceof ProtocolError ? answerOfProblem(id, end) : end;
  });
};

type End = PushAnswer | ProtocolError;

const findEpoch = prepared('push-epoch', (db, name) =>
  db.select({ epoch: lineage.epoch }).from(lineage).prepare(name),
);

/** A request from before the database was restored: it may have been cancelled since, which this database does not know. */
const isOtherLineage = async ({ db }: MutationServices, epoch: string): Promise<boolean> => {
  const [row] = await findEpoch(db).execute();
  return row?.epoch !== epoch;
};

/** What is carried out in batches goes together as far as it stands together; any other mutation is a part of its own. */
const partsOf = (mutations: readonly PushedMutation[]): PushedMutation[][] => {
  const parts: PushedMutation[][] = [];
  let open: PushedMutation[] | null = null;
  for (const mutation of mutations) {
    const isTogether = isBatched(mutation);
    if (isTogether && open) open.push(mutation);
    else {
      const part = [mutation];
      parts.push(part);
      open = isTogether ? part : null;
    }
  }
  return parts;
};

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
