// Over 300 lines: what a batch settles is read from load to verdict in one place.
import { AsyncLocalStorage } from 'node:async_hooks';
import { chatScope, ProtocolError, type ScopeId } from '../../../../protocol/index.ts';
import { type Stages, type Transaction, withinTransaction } from '../../../db/database.ts';
import type { mutations } from '../../../db/schema.ts';
import { takeForAccount } from '../../../plugins/rate-limits.ts';
import { tellsOf } from '../actor-scopes.ts';
import type { Step } from '../bind-command.ts';
import type { LogRow } from '../change-log.ts';
import { readStep } from '../commands.ts';
import type { CommandResult, Commit, SyncServices } from '../context.ts';
import { LogWriter, takeNumbers } from '../log.ts';
import { describeRequest, type MutationOutcome, type MutationRequest } from '../mutation.ts';
import { type DecideContext, NeedsPreparation } from './command.ts';
import { findVerdicts, hashOf, keyOf, replayOf, type Verdict } from './keys.ts';
import { Refusal, refusalOf } from './refusal.ts';
import { type BatchState, loadState, type Needs } from './state.ts';
import { WorkingRows } from './working-rows.ts';
import { type EncodedBatch, encodeBatch, writeBatch } from './write.ts';

/** `within` runs what a request causes in the async context in which it was made: its id and its span go along. */
export type BatchedRequest = MutationRequest & { within: ReturnType<typeof AsyncLocalStorage.snapshot> };

export const inOwnContext = (request: MutationRequest): BatchedRequest => ({
  ...request,
  within: AsyncLocalStorage.snapshot(),
});

/** How a request of a batch ended. */
export type Ended =
  | { outcome: MutationOutcome }
  /** Nothing of it is stored: it may be sent again. */
  | { error: unknown };

/** A request that is deferred has to run after this batch: by itself, or behind one that does. */
export type Settled = Ended | 'deferred';

/** What is done with the requests of a batch. */
export type Mode =
  | 'together'
  /** It is one request, which may prepare what it needs with statements of its own. */
  | 'alone'
  /** It is one request, and it is refused with this. */
  | ProtocolError;

type Item = {
  request: BatchedRequest;
  key: string;
  log: LogWriter;
  /** What it does, or why it cannot be read. */
  step: Step | ProtocolError;
  afterCommit: (() => void)[];
  beforeCommit: Map<string, (tx: Transaction) => Promise<void>>;
};

type Decision =
  | { kind: 'applied'; result: CommandResult; addedMessages: readonly string[] }
  | { kind: 'rejected'; problem: ProtocolError }
  | { kind: 'settled'; settled: Settled };

const DEFERRED: Decision = { kind: 'settled', settled: 'deferred' };
const failed = (error: unknown): Decision => ({ kind: 'settled', settled: { error } });

/**
 * A batch as the three stages of its transaction (docs/decisions/0021).
 * @returns how each request ended, in order, and what is to be told once it is committed
 * @throws Refusal, TakenMeanwhile, or an error of the database
 */
export const stagesOf = (
  services: SyncServices,
  requests: readonly BatchedRequest[],
  mode: Mode,
): Stages<Loaded, Made, SettledBatch> => {
  const now = services.clock.now();
  return {
    load: (tx) => {
      const items = requests.map((request): Item => {
        const step = mode instanceof ProtocolError ? mode : readStep(request);
        const log = new LogWriter(tx, now, request.id);
        const key = keyOf(request.userId, request.id);
        return { request, key, log, step, afterCommit: [], beforeCommit: new Map() };
      });
      return load(tx, items, mode);
    },
    work: async (tx, { items, verdicts, loaded }) => {
      if (mode === 'alone')
        for (const item of items)
          if (!verdicts.has(item.key) && orderOf(item.request, verdicts, new Map()) === null)
            await prepare(tx, services, item, now);
      const state = loaded ?? (await loadState(tx, needsOf(items)));
      const decisions = decideAll(state, items, { verdicts, mode, now, services });
      const { log, told } = await numberAll(tx, state, items, decisions);
      const rows = encodeBatch(state, { log, verdicts: verdictsOf(items, decisions, told, now) });
      const applied = items.filter((_, index) => decisions[index]?.kind === 'applied');
      const work = new Map(applied.flatMap(({ beforeCommit }) => [...beforeCommit]));
      // What follows the rows in the transaction needs them written.
      if (work.size > 0) await writeBatch(tx, rows);
      for (const run of work.values()) await run(tx);
      const batch = {
        settled: decisions.map((decision, index) => settledOf(decision, told.get(index))),
        commits: [...told.values()].flatMap(({ commit }) => commit ?? []),
        effects: applied.flatMap(({ afterCommit }) => afterCommit),
      };
      return { rows: work.size > 0 ? null : rows, batch };
    },
    write: async (tx, { rows, batch }) => {
      if (rows !== null) await writeBatch(tx, rows);
      return batch;
    },
  };
};

export type SettledBatch = { settled: Settled[]; commits: Commit[]; effects: (() => void)[] };
type Loaded = { items: Item[]; verdicts: Map<string, Verdict>; loaded: BatchState | null };
/** Rows are null when they are written already. */
type Made = { rows: EncodedBatch | null; batch: SettledBatch };

/** One that runs alone locks its rows after what prepares them, which has locks of its own. */
const load = async (tx: Transaction, items: Item[], mode: Mode): Promise<Loaded> => {
  if (mode !== 'together')
    return { items, verdicts: await findVerdicts(tx, requestsOf(items)), loaded: null };
  const [verdicts, loaded] = await Promise.all([
    findVerdicts(tx, requestsOf(items)),
    loadState(tx, needsOf(items)),
  ]);
  return { items, verdicts, loaded };
};

const requestsOf = (items: readonly Item[]): MutationRequest[] => items.map(({ request }) => request);

const needsOf = (items: readonly Item[]): Needs[] =>
  items.flatMap(({ step, request }) => (isStep(step) ? [step.needs(request.userId)] : []));

const isStep = (step: Item['step']): step is Step => !(step instanceof ProtocolError);

const prepare = async (
  tx: Transaction,
  { receipts, jobs, takeFromBucket }: SyncServices,
  item: Item,
  now: Date,
): Promise<void> => {
  const { step, log, request } = item;
  if (!isStep(step)) return;
  const actorId = request.userId;
  const context = {
    ...{ tx, log, actorId, now, receipts, jobs },
    chargeLookUp: () => takeForAccount(takeFromBucket, 'codeLookup', actorId),
    afterCommit: (effect: () => void) => item.afterCommit.push(() => request.within(effect)),
  };
  try {
    item.step = { ...step, decide: await withinTransaction(request.within, () => step.prepare(context)) };
  } catch (error) {
    const problem = refusalOf(error);
    throw problem ? new Refusal(problem) : error;
  }
};

type Circumstances = {
  verdicts: ReadonlyMap<string, Verdict>;
  mode: Mode;
  now: Date;
  services: SyncServices;
};

/** Decides in order. What a mutation that is refused has changed is taken back before the next one. */
const decideAll = (state: BatchState, items: readonly Item[], given: Circumstances): Decision[] => {
  const decided = new Map<string, Decision>();
  const tables = Object.values(state).filter((part) => part instanceof WorkingRows);
  return items.map((item) => {
    const { request, key } = item;
    // A second copy of a request waits for the verdict of the first.
    if (decided.has(key)) return DEFERRED;
    const decision = orderOf(request, given.verdicts, decided) ?? decideOne(state, item, given);
    for (const table of tables) {
      if (decision.kind === 'applied') table.keep();
      else table.rollback();
    }
    decided.set(key, decision);
    return decision;
  });
};

/** A mutation goes after the one that its lane names before it. */
const orderOf = (
  { userId, prev }: MutationRequest,
  verdicts: ReadonlyMap<string, Verdict>,
  decided: ReadonlyMap<string, Decision>,
): Decision | null => {
  if (!prev) return null;
  const key = keyOf(userId, prev);
  if (verdicts.has(key)) return null;
  const before = decided.get(key);
  if (before === DEFERRED) return DEFERRED;
  if (before === undefined || before.kind === 'settled') return failed(new ProtocolError('out_of_order'));
  return null;
};

const decideOne = (state: BatchState, item: Item, given: Circumstances): Decision => {
  const { request, key, step } = item;
  const stored = given.verdicts.get(key);
  if (stored) return replay(request, stored);
  try {
    if (!isStep(step)) throw step;
    const known = state.messages.added.length;
    const result = step.decide(contextOf(state, item, given));
    return {
      kind: 'applied',
      result,
      addedMessages: state.messages.added.slice(known).map(({ id }) => id),
    };
  } catch (error) {
    if (error instanceof NeedsPreparation) return DEFERRED;
    const problem = refusalOf(error);
    // What has been prepared is rolled back.
    if (given.mode === 'alone') throw problem ? new Refusal(problem) : error;
    return problem ? { kind: 'rejected', problem } : failed(error);
  }
};

const replay = (request: MutationRequest, stored: Verdict): Decision => {
  try {
    return { kind: 'settled', settled: { outcome: replayOf(request, stored) } };
  } catch (error) {
    return failed(error);
  }
};

const contextOf = (
  state: BatchState,
  { request, log, afterCommit, beforeCommit }: Item,
  { now, services: { receipts, jobs } }: Circumstances,
): DecideContext => ({
  ...{ state, log, actorId: request.userId, now, receipts, jobs },
  afterCommit: (effect) => afterCommit.push(() => request.within(effect)),
  beforeCommit: (name, work) =>
    beforeCommit.set(name, (tx) => withinTransaction(request.within, () => work(tx))),
});

type Told = ReturnType<typeof tellsOf>;

/** Numbers the scopes once for all: each mutation has an entry of its own, in order, as if it had run by itself. */
const numberAll = async (
  tx: Transaction,
  state: BatchState,
  items: readonly Item[],
  decisions: readonly Decision[],
): Promise<{ log: LogRow[]; told: Map<number, Told> }> => {
  const counts = new Map<ScopeId, number>();
  for (const [index, { log }] of items.entries()) {
    if (decisions[index]?.kind !== 'applied') continue;
    for (const scope of log.unnumbered) counts.set(scope, (counts.get(scope) ?? 0) + 1);
  }
  const last = await takeNumbers(tx, counts);
  const log: LogRow[] = [];
  const told = new Map<number, Told>();
  for (const [index, item] of items.entries()) {
    const decision = decisions[index];
    if (decision?.kind !== 'applied') continue;
    for (const scope of item.log.unnumbered) {
      const head = last.get(scope);
      const later = (counts.get(scope) ?? 0) - 1;
      counts.set(scope, later);
      if (head) item.log.take(scope, { ...head, seq: head.seq - later });
    }
    for (const id of decision.addedMessages) {
      const message = state.messages.get(id);
      if (message) message.logSeq = item.log.numberOf(chatScope(message.chatId));
    }
    const { entries, rows } = item.log.number();
    log.push(...rows);
    told.set(
      index,
      tellsOf({ actorId: item.request.userId, mutationId: item.request.id }, item.log, entries),
    );
  }
  return { log, told };
};

/** Sorted: a cancel of the same keys takes them in the same order. */
const verdictsOf = (
  items: readonly Item[],
  decisions: readonly Decision[],
  told: ReadonlyMap<number, Told>,
  now: Date,
): (typeof mutations.$inferInsert)[] =>
  items
    .flatMap(({ request }, index) => {
      const decision = decisions[index];
      if (!decision || decision.kind === 'settled') return [];
      return [
        {
          ...describeRequest(request),
          bodyHash: hashOf(request),
          createdAt: now,
          ...verdictOf(decision, told.get(index)),
        },
      ];
    })
    .toSorted((a, b) => (`${a.userId} ${a.id}` < `${b.userId} ${b.id}` ? -1 : 1));

const verdictOf = (
  decision: Exclude<Decision, { kind: 'settled' }>,
  told: Told | undefined,
): Pick<typeof mutations.$inferInsert, 'status' | 'result' | 'vector'> =>
  decision.kind === 'rejected'
    ? { status: 'rejected', result: decision.problem.detail, vector: null }
    : { status: 'applied', result: decision.result, vector: told?.vector ?? {} };

const settledOf = (decision: Decision, told: Told | undefined): Settled => {
  switch (decision.kind) {
    case 'settled':
      return decision.settled;
    case 'rejected':
      return { outcome: { status: 'rejected', error: decision.problem.detail, isReplay: false } };
    case 'applied': {
      const { vector = {}, own = [] } = told ?? {};
      const { result } = decision;
      return { outcome: { status: 'applied', result, vector, entries: own, isReplay: false } };
    }
  }
};
