import type { PushAnswer } from '../../protocol/index.ts';
import { applyEntries, type EntriesOutcome } from '../apply/apply-entries.ts';
import type { Unit } from '../apply/unit.ts';
import type { PauseReason } from '../engine-status.ts';
import { toLocalVector } from '../rebase/settle.ts';
import type { OutboxRow } from '../storage/rows.ts';
import { backoffMs } from '../transport/backoff.ts';
import { failureOfKind } from '../transport/failure.ts';

export type AnswersOutcome = EntriesOutcome & {
  pause: PauseReason | null;
  /** The server misses what this device takes as done: its database may have been restored. */
  isOutOfOrder: boolean;
};

type AnswerContext = { owner: string; now: number; random: () => number };

const released = { leaseOwner: null, leaseUntil: 0 } as const;

/** When it may go again. */
const waitFor = (waitMs: number, now: number) => ({ waitMs, notBefore: now + waitMs });

/** Whether this engine still holds the row it sent. A lost lease means that somebody else decides about trying again. */
const isOurs = (row: OutboxRow, owner: string): boolean =>
  row.state === 'sending' && row.leaseOwner === owner;

const storeVerdict = (unit: Unit, row: OutboxRow, answer: Exclude<PushAnswer, { status: 'retry' }>): void => {
  // Discarded meanwhile: a verdict ends it, whatever it says. What was applied after all comes with the data.
  if (row.state === 'cancelling' && answer.status === 'applied') unit.settle(row);
  else if (row.state === 'cancelling' || answer.status === 'cancelled') unit.remove(row);
  else if (answer.status === 'rejected') {
    unit.replace({ ...row, ...released, state: 'rejected', error: answer.error });
  } else
    unit.replace({
      ...row,
      ...released,
      state: 'acked',
      error: null,
      vector: toLocalVector(answer.vector, answer.entries),
    });
};

/** Stores what a push brought. A verdict is valid under any lease; "retry later" is stored only by the lease holder. */
export const storeAnswers = (
  unit: Unit,
  answers: readonly PushAnswer[],
  { owner, now, random }: AnswerContext,
): AnswersOutcome => {
  let pause: PauseReason | null = null;
  let isOutOfOrder = false;
  for (const answer of answers) {
    // No row: a socket event and a pull were faster than this answer. Normal.
    const row = unit.byId(answer.id);
    if (answer.status !== 'retry') {
      if (row !== undefined) storeVerdict(unit, row, answer);
      continue;
    }
    const failure = failureOfKind(answer.error.code, answer.retryAfterMs);
    if (failure.kind === 'pause') pause = failure.reason;
    if (row === undefined || !isOurs(row, owner)) continue;
    const waitMs = answer.retryAfterMs ?? backoffMs(row.attempts, random);
    // Its predecessor waits and holds the lane: no need to wait twice.
    const isBehind =
      answer.error.code === 'out_of_order' &&
      unit
        .outbox()
        .some((other) => other.lane === row.lane && other.seq < row.seq && other.state === 'queued');
    isOutOfOrder ||= answer.error.code === 'out_of_order' && !isBehind;
    unit.replace({
      ...row,
      ...released,
      state: 'queued',
      error: answer.error,
      ...waitFor(isBehind ? 0 : waitMs, now),
    });
  }
  const entries = answers.flatMap((answer) => (answer.status === 'applied' ? answer.entries : []));
  return { ...applyEntries(unit, entries), pause, isOutOfOrder };
};

export type ReleaseOptions = AnswerContext & {
  /** Something that is no verdict refused the request. */
  isRefused: boolean;
  /** It carried nothing else, and it was not somebody who refuses everything. */
  counts: boolean;
  refusalsMax: number;
};

/** Gives rows back whose request brought no verdicts. Refused often enough they are parked, and never dropped. */
export const releaseRows = (unit: Unit, ids: readonly string[], options: ReleaseOptions): void => {
  const { owner, now, random, isRefused, counts, refusalsMax } = options;
  for (const id of ids) {
    const row = unit.byId(id);
    if (row === undefined || !isOurs(row, owner)) continue;
    const refusals = row.refusals + (counts ? 1 : 0);
    const isParked = refusals >= refusalsMax;
    unit.replace({
      ...row,
      ...released,
      refusals,
      state: isParked ? 'parked' : 'queued',
      ...waitFor(isRefused && !isParked ? backoffMs(row.attempts, random) : 0, now),
    });
  }
};

/** Under the push lock, where every earlier holder of a lease has finished or died. */
export const releaseAbandoned = (unit: Unit): void => {
  for (const row of unit.outbox()) {
    if (row.state === 'sending') unit.replace({ ...row, ...released, state: 'queued' });
  }
};
