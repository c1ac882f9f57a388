import { LIMITS, type MutationStatus } from '../../protocol/index.ts';
import type { UnitRunner } from '../apply/run-unit.ts';
import type { Unit } from '../apply/unit.ts';
import type { CancelOutcome } from '../engine-types.ts';
import type { Ids } from '../platform/ports.ts';
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
};

const decide = (row: OutboxRow | undefined): CancelOutcome | 'ask' => {
  if (row === undefined || row.state === 'acked') return 'too_late';
  // Never sent, or ended by a stored verdict: no copy of it can act any more.
  if (row.attempts === 0 || row.state === 'rejected') return 'cancelled';
  return 'ask';
};

const sendAgain = async (unit: Unit, row: OutboxRow, newId: () => string): Promise<void> => {
  const fresh = {
    refusals: 0,
    notBefore: 0,
    waitMs: 0,
    error: null,
    leaseOwner: null,
    leaseUntil: 0,
  } as const;
  if (row.state === 'parked') unit.replace({ ...row, ...fresh, state: 'queued' });
  if (row.state !== 'rejected') return;
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
      for (const id of Object.keys(statuses)) {
        const row = unit.byId(id);
        // Applied all the same: its effects come with the data, and the user deletes what was sent.
        if (row?.state === 'cancelling') unit.remove(row);
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
        if (row === undefined) return decided;
        if (decided === 'cancelled') unit.remove(row);
        if (decided === 'ask') unit.replace({ ...row, state: 'cancelling', leaseOwner: null, leaseUntil: 0 });
        return decided;
      });
      onOutboxChange();
      if (decision !== 'ask') return decision;
      const answer = await ask([id], signal);
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

    async retry(which) {
      // Effects begin again that no pending mutation has announced: any table may be reached.
      await runner.run(tableNames, async (unit) => {
        for (const row of unit.outbox()) {
          if (which === 'all' || which.includes(row.id)) await sendAgain(unit, row, () => ids.newId());
        }
      });
      onOutboxChange();
    },
  };
};
