import { LIMITS, type MutationStatus } from '../../protocol/index.ts';
import type { UnitRunner } from '../apply/run-unit.ts';
import type { Unit } from '../apply/unit.ts';
import { readRow } from '../effects/known.ts';
import type { CancelOutcome } from '../engine-types.ts';
import type { Ids } from '../platform/ports.ts';
import { dependentsOf } from '../rebase/dependents.ts';
import { tableNames } from '../rebase/row-keys.ts';
import type { OutboxRow } from '../storage/rows.ts';
import type { Api } from '../transport/api.ts';
import type { Failure } from '../transport/failure.ts';

/** The hand of the user over the outbox. */
export type Cancel = {
  discard(id: string, signal: AbortSignal): Promise<CancelOutcome>;
  /** Asks the server about everything that was discarded after an attempt. @returns what stopped it */
  askPending(signal: AbortSignal): Promise<Failure | null>;
  retry(ids: readonly string[] | 'all'): Promise<void>;
  /** What waits because somebody on the way refused it goes now; a time that the server named is kept. */
  hurry(): Promise<void>;
};

const decide = (row: OutboxRow | undefined): CancelOutcome | 'ask' => {
  if (row === undefined || row.state === 'acked') return 'too_late';
  // Never sent, or ended by a stored verdict: no copy of it can act any more.
  if (row.attempts === 0 || row.state === 'rejected') return 'cancelled';
  return 'ask';
};

/** What a retry begins with: of a group always its root. */
const rootsOf = (outbox: readonly OutboxRow[], which: readonly string[] | 'all'): Set<string> => {
  const chosen = outbox.filter(({ id }) => which === 'all' || which.includes(id));
  return new Set(chosen.map((row) => row.blockedBy ?? row.id));
};

const sendAgain = async (unit: Unit, row: OutboxRow, newId: () => string): Promise<void> => {
  const dependents = dependentsOf(unit.outbox(), row);
  await sendOneAgain(unit, row, newId);
  // A retried root stands at the end: what stands on it follows. Behind a parked one the blocked go on by themselves.
  for (const one of dependents) {
    const isLeftBehind = one.state === 'blocked' && row.state === 'rejected';
    if (isLeftBehind || one.state === 'rejected' || one.state === 'parked')
      await sendOneAgain(unit, one, newId);
  }
};

const sendOneAgain = async (unit: Unit, row: OutboxRow, newId: () => string): Promise<void> => {
  // This release does not know what it means: it stays where it is.
  if (readRow(row) === null) return;
  const fresh = {
    refusals: 0,
    notBefore: 0,
    waitMs: 0,
    error: null,
    blockedBy: null,
    leaseOwner: null,
    leaseUntil: 0,
  } as const;
  if (row.state === 'parked') unit.replace({ ...row, ...fresh, state: 'queued' });
  if (row.state !== 'rejected' && row.state !== 'blocked') return;
  // The verdict is stored under the old id for ever: only a new mutation can end differently.
  const { seq: _seq, ...rest } = row;
  unit.remove(row);
  await unit.append([{ ...rest, ...fresh, id: newId(), state: 'queued', attempts: 0, prev: null }]);
};

export const createCancel = (options: {
  runner: UnitRunner;
  api: Api;
  ids: Ids;
  onOutboxChange: () => void;
}): Cancel => {
  const { runner, api, ids, onOutboxChange } = options;

  const finish = (statuses: Record<string, MutationStatus>): Promise<void> =>
    runner.run([], async (unit) => {
      for (const [id, { status }] of Object.entries(statuses)) {
        const row = unit.byId(id);
        if (row?.state !== 'cancelling') continue;
        // Applied all the same: its effects come with the data, and the user deletes what was sent.
        if (status === 'applied') unit.settle(row);
        else unit.remove(row);
      }
    });

  const ask = async (
    mutationIds: readonly string[],
    signal: AbortSignal,
  ): Promise<Record<string, MutationStatus> | Failure> => {
    const result = await api.cancel({ ids: [...mutationIds] }, signal);
    if (!result.ok) return result.failure;
    await finish(result.data.statuses);
    onOutboxChange();
    return result.data.statuses;
  };
  const isFailure = (answer: Record<string, MutationStatus> | Failure): answer is Failure =>
    'kind' in answer && typeof answer.kind === 'string';

  return {
    async discard(id, signal) {
      const decision = await runner.run([], async (unit) => {
        const row = unit.byId(id);
        const decided = decide(row);
        if (row === undefined || decided === 'too_late') return { decided, asked: [] };
        const asked: string[] = [];
        for (const one of [row, ...dependentsOf(unit.outbox(), row)]) {
          const what = decide(one);
          if (what === 'cancelled') unit.remove(one);
          if (what !== 'ask') continue;
          unit.replace({ ...one, state: 'cancelling', leaseOwner: null, leaseUntil: 0 });
          asked.push(one.id);
        }
        return { decided, asked };
      });
      onOutboxChange();
      const { decided, asked } = decision;
      if (asked.length === 0) return decided === 'ask' ? 'later' : decided;
      const answer = await ask(asked.slice(0, LIMITS.pushBatchMax), signal);
      if (decided !== 'ask') return decided;
      if (isFailure(answer)) return 'later';
      return answer[id]?.status === 'applied' ? 'too_late' : 'cancelled';
    },

    async askPending(signal) {
      const rows = await runner.storage.read(['outbox'], (tx) => tx.getAll('outbox'));
      const waiting = rows.filter((row) => row.state === 'cancelling').map((row) => row.id);
      if (waiting.length === 0) return null;
      const answer = await ask(waiting.slice(0, LIMITS.pushBatchMax), signal);
      // Refused: the rest of the outbox need not wait for it.
      return isFailure(answer) && answer.kind !== 'refused' ? answer : null;
    },

    async hurry() {
      const isRefused = ({ state, notBefore, error }: OutboxRow): boolean =>
        state === 'queued' && notBefore > 0 && error === null;
      // Read first: mostly there is none, and a full disk takes no write.
      const rows = await runner.storage.read(['outbox'], (tx) => tx.getAll('outbox'));
      if (!rows.some(isRefused)) return;
      await runner.run([], async (unit) => {
        for (const row of unit.outbox().filter(isRefused)) unit.replace({ ...row, notBefore: 0, waitMs: 0 });
      });
    },

    async retry(which) {
      // Effects begin again that no pending mutation has announced: any table may be reached.
      await runner.run(tableNames, async (unit) => {
        for (const id of rootsOf(unit.outbox(), which)) {
          const row = unit.byId(id);
          if (row !== undefined) await sendAgain(unit, row, () => ids.newId());
        }
      });
      onOutboxChange();
    },
  };
};
