/**
 * Sends the outbox.
 * ```
 * under the push lock, at most FLUSH_MS:
 *   discarded rows ─► POST cancel
 *   lease (one transaction) ─► POST push, up to four at once ─► store each answer (one transaction) ─► again
 * ```
 * The lock only saves work. What makes it right is that a row does not change after its first attempt, that the server
 * stores one verdict per id, and that each transaction reads the row again.
 */
import {
  LIMITS,
  PROTOCOL_VERSION,
  type PushAnswer,
  type PushedMutation,
  type ScopeEntry,
  userScope,
  z,
} from '../../protocol/index.ts';
import { tablesOfEntries } from '../apply/apply-entries.ts';
import type { UnitRunner } from '../apply/run-unit.ts';
import type { Unit } from '../apply/unit.ts';
import { holdLock, withBoundedLock } from '../leader/bounded-lock.ts';
import type { Clock, Ids, Locks } from '../platform/ports.ts';
import { withTimeout } from '../platform/with-timeout.ts';
import type { OutboxRow } from '../storage/rows.ts';
import type { Api } from '../transport/api.ts';
import type { Failure } from '../transport/failure.ts';
import { judgeFiles, sendFilesAgain } from '../uploads/queue-files.ts';
import { type AnswersOutcome, releaseAbandoned, releaseRows, storeAnswers } from './answers.ts';
import { type Batch, chooseBatches, LEASE_MS } from './batches.ts';
import type { Cancel } from './cancel.ts';

export const FLUSH_MS = 25_000;
/** After so many refusals without a verdict the user is asked. */
const REFUSALS_MAX = 4;

export type PushOutcome = {
  failure: Failure | null;
  /** Something was acknowledged that the data on the device do not contain yet. */
  needsPull: boolean;
  /** When the next waiting row may go. */
  wakeAt: number | null;
};

export type PushOptions = {
  runner: UnitRunner;
  api: Api;
  clock: Clock;
  ids: Ids;
  locks: Locks;
  cancel: Cancel;
  userId: string;
  deviceId: string;
  /** This engine, among the tabs. */
  owner: string;
  /** Entries that do not connect yet: the inbox holds them a moment. */
  onHoles(holes: readonly ScopeEntry[]): void;
  onOutboxChange(): void;
  /** How often our own server has answered so far, whatever was asked. */
  answerCount(): number;
};

const json = z.json();

const toPushed = ({ row, prev }: Batch[number]): PushedMutation => ({
  id: row.id,
  name: row.name,
  version: row.version,
  lane: row.lane,
  prev,
  // Leaves out what is undefined, as the wire does.
  args: json.parse(JSON.parse(JSON.stringify(row.args))),
});

const idsOf = (batch: Batch): string[] => batch.map(({ row }) => row.id);

/** What waits for files that are still on their way; what waits for one that will never arrive is given back. */
const holdForFiles = async (unit: Unit): Promise<(row: OutboxRow) => boolean> => {
  const waiting = unit
    .outbox()
    .filter((row) => row.files.length > 0 && row.waitsForFiles && row.state === 'queued');
  if (waiting.length === 0) return () => false;
  const uploads = new Map((await unit.tx.getAll('uploads')).map((row) => [row.id, row]));
  const held = new Set<string>();
  for (const row of waiting) {
    const verdict = judgeFiles(row, uploads);
    if (verdict.kind === 'wait') held.add(row.id);
    else if (verdict.kind === 'refused') unit.replace({ ...row, state: 'rejected', error: verdict.error });
  }
  return (row) => held.has(row.id);
};

type Sent = { failure: Failure | null; needsPull: boolean };

export type Push = {
  flush(signal: AbortSignal): Promise<PushOutcome>;
  /** Queues again what a page or worker that ended was sending: without a network nothing else would, and it looks as if it were being sent. */
  releaseAbandoned(signal: AbortSignal): Promise<void>;
};

export const createPush = (options: PushOptions): Push => {
  const { runner, api, clock, ids, cancel, userId, deviceId, owner } = options;
  const random = (): number => ids.random();
  let batchMax: number = LIMITS.pushBatchMax;
  let answersAtRefusal = Number.POSITIVE_INFINITY;

  const lease = (ownsLock: boolean) =>
    runner.run([], async (unit) => {
      const now = clock.now();
      const isHeld = await holdForFiles(unit);
      const choice = chooseBatches(unit.outbox(), { now, ownsLock, batchMax, isHeld });
      for (const { row, prev } of choice.batches.flat()) {
        unit.replace({
          ...row,
          prev,
          state: 'sending',
          attempts: row.attempts + 1,
          leaseOwner: owner,
          leaseUntil: now + LEASE_MS,
        });
      }
      return {
        ...choice,
        epoch: unit.cursors.get(userScope(userId))?.epoch,
        hasAcked: unit.outbox().some((row) => row.state === 'acked'),
      };
    });

  const store = (batch: Batch, answers: readonly PushAnswer[]): Promise<AnswersOutcome> => {
    const answered = new Set(answers.map((answer) => answer.id));
    const entries = answers.flatMap((answer) => (answer.status === 'applied' ? answer.entries : []));
    return runner.run(tablesOfEntries(entries), async (unit) => {
      const context = { owner, now: clock.now(), random };
      const forgotten = idsOf(batch).filter((id) => !answered.has(id));
      releaseRows(unit, forgotten, {
        ...context,
        isRefused: true,
        counts: true,
        refusalsMax: REFUSALS_MAX,
      });
      const outcome = storeAnswers(unit, answers, context);
      for (const answer of answers) {
        if (answer.status !== 'retry' || answer.error.code !== 'dependency_missing') continue;
        await sendFilesAgain(unit.tx, unit.byId(answer.id)?.files ?? []);
      }
      return outcome;
    });
  };

  /** Gives a batch back, and says what its failure means for the rest of the flush. */
  const giveBack = async (batch: Batch, failure: Failure): Promise<Failure | null> => {
    // A poisoned or too heavy batch is cut until it goes through or fails alone.
    batchMax = Math.max(1, Math.floor(batch.length / 2));
    const isRefused = failure.kind === 'refused';
    const isAlone = batch.length === 1;
    // A captive portal refuses everything: only when our server has answered something else since the last refusal is
    // it this mutation that somebody dislikes.
    const wasReached = options.answerCount() > answersAtRefusal;
    const counts = isRefused && isAlone && (failure.code !== null || wasReached);
    if (isRefused) answersAtRefusal = options.answerCount();
    const context = { owner, now: clock.now(), random, refusalsMax: REFUSALS_MAX };
    await runner.run([], async (unit) =>
      releaseRows(unit, idsOf(batch), { ...context, isRefused: isRefused && isAlone, counts }),
    );
    return isRefused ? null : failure;
  };

  const send = async (batch: Batch, epoch: string | undefined, signal: AbortSignal): Promise<Sent> => {
    const mutations = batch.map(toPushed);
    const result = await api.push(
      { protocol: PROTOCOL_VERSION, deviceId, mutations, ...(epoch === undefined ? {} : { epoch }) },
      signal,
    );
    if (!result.ok) return { failure: await giveBack(batch, result.failure), needsPull: false };
    batchMax = Math.min(LIMITS.pushBatchMax, batchMax * 2);
    const outcome = await store(batch, result.data.answers);
    if (outcome.holes.length > 0) options.onHoles(outcome.holes);
    const failure: Failure | null = outcome.pause === null ? null : { kind: 'pause', reason: outcome.pause };
    return { failure, needsPull: outcome.isOutOfOrder };
  };

  /** @param isClosing the engine is: any other abort is the end of this flush's time, and says nothing about the network */
  const flush = async (
    signal: AbortSignal,
    ownsLock: boolean,
    isClosing: () => boolean,
  ): Promise<PushOutcome> => {
    const isTimeUp = (): boolean => signal.aborted && !isClosing();
    const cancelled = await cancel.askPending(signal);
    if (isTimeUp()) return { failure: null, needsPull: false, wakeAt: clock.now() };
    if (cancelled !== null) return { failure: cancelled, needsPull: false, wakeAt: null };
    let isDoubtful = false;
    for (;;) {
      const { batches, epoch, hasAcked, wakeAt } = await lease(ownsLock);
      options.onOutboxChange();
      if (batches.length === 0) return { failure: null, needsPull: hasAcked || isDoubtful, wakeAt };
      const sent = await Promise.all(batches.map((batch) => send(batch, epoch, signal)));
      options.onOutboxChange();
      const failures = sent.map(({ failure }) => failure);
      // The server does not know what came before, or is of another lineage: only a pull tells.
      isDoubtful ||= sent.some(({ needsPull }) => needsPull);
      // A pull shows whether our server can be reached at all.
      isDoubtful ||=
        answersAtRefusal !== Number.POSITIVE_INFINITY && options.answerCount() === answersAtRefusal;
      const failure = failures.find((one) => one !== null) ?? null;
      if (isTimeUp() && failure?.kind !== 'pause')
        return { failure: null, needsPull: hasAcked, wakeAt: clock.now() };
      if (failure !== null) return { failure, needsPull: hasAcked, wakeAt };
      if (signal.aborted) return { failure: { kind: 'unreachable' }, needsPull: hasAcked, wakeAt };
    }
  };

  const lock = `push:${userId}`;
  return {
    flush: (signal) =>
      withBoundedLock({ ...options, name: lock, waitMs: FLUSH_MS + 5_000, signal }, (lost, isSure) =>
        withTimeout(clock, FLUSH_MS, [signal, lost], (bounded) =>
          flush(bounded, isSure, () => signal.aborted),
        ),
      ),
    releaseAbandoned: (signal) =>
      holdLock(options.locks, lock, { signal }, async (lost) => {
        await runner.run([], async (unit) => {
          // Robbed of the lock: who has it now may have leased a row.
          if (!lost.aborted) releaseAbandoned(unit);
        });
        options.onOutboxChange();
      }),
  };
};
