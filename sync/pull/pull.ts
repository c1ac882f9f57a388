import { LIMITS, PROTOCOL_VERSION, type PullResponse, type ScopeId } from '../../protocol/index.ts';
import { applyPull, cursorsOf, type PullSent, tablesOfPull } from '../apply/apply-pull.ts';
import type { UnitRunner } from '../apply/run-unit.ts';
import { readScopeSet } from '../apply/scope-set.ts';
import { forgetTombstones, TOMBSTONE_MS } from '../apply/tombstones.ts';
import { countAtRisk, countDrafts, countOutbox, draftStores } from '../connectivity/status.ts';
import type { Clock } from '../platform/ports.ts';
import { isUnfinished } from '../rebase/settle.ts';
import type { OutboxRow } from '../storage/rows.ts';
import type { Api } from '../transport/api.ts';
import type { Failure } from '../transport/failure.ts';
import { type AuditOutcome, judgeAudit, planAudit } from './audit.ts';

export const LAST_SYNCED = 'lastSyncedAt';
/** An answer that does not connect means that another tab was faster; twice in a row is rare, for ever is a fault. */
const STALE_MAX = 5;

export type PullOutcome = {
  failure: Failure | null;
  /** What the server last learned of this device's unsent work, from the first answer of the loop. */
  lastPendingCount: number | null;
  /** The pending count under an earlier device id of this browser, whose storage was cleared; else 0. */
  evictedPendingCount: number;
  /** What a device like this new one had not sent; null where there is none, or this one is known. */
  similarDevice: NonNullable<PullResponse['similarDevice']> | null;
  /** The server has lost what it had acknowledged: it has to be sent again. */
  needsPush: boolean;
};

export type PullOptions = {
  runner: UnitRunner;
  api: Api;
  clock: Clock;
  deviceId: string;
  onProgress(more: boolean): void;
  onAudit(scope: ScopeId, outcome: AuditOutcome): void;
};

const stateOrder = {
  acked: 0,
  cancelling: 1,
  parked: 2,
  sending: 3,
  queued: 4,
  blocked: 5,
  rejected: 6,
} as const;

/** What to ask about: what the server has surely learned of first. */
const unfinishedOf = (outbox: readonly OutboxRow[]): OutboxRow[] =>
  outbox
    .filter(isUnfinished)
    .sort((a, b) => stateOrder[a.state] - stateOrder[b.state] || a.seq - b.seq)
    .slice(0, LIMITS.unfinishedMax);

export type Pull = (signal: AbortSignal) => Promise<PullOutcome>;

/** Asks until there is no more. No lock: each answer is applied only where it connects to what the tables then say. */
export const createPull = (options: PullOptions): Pull => {
  const { runner, api, clock, deviceId, onProgress } = options;

  const ask = async (signal: AbortSignal) => {
    const { cursors, scopeSet, outbox, atRisk, audit } = await runner.storage.read(
      ['cursors', 'meta', 'outbox', 'uploads', 'fileOwners', ...draftStores],
      async (tx) => {
        const cursors = cursorsOf(await tx.getAll('cursors'));
        const outbox = await tx.getAll('outbox');
        return {
          cursors,
          scopeSet: await readScopeSet(tx),
          outbox,
          atRisk: countAtRisk({
            ...countOutbox(outbox, await tx.getAll('uploads'), await tx.getAll('fileOwners')),
            drafts: await countDrafts(tx),
          }),
          audit: await planAudit(tx, [...cursors.keys()], clock.now()),
        };
      },
    );
    const unfinished = unfinishedOf(outbox);
    const sent: PullSent = {
      cursors,
      scopeSet,
      acked: new Set(unfinished.filter((row) => row.state === 'acked').map((row) => row.id)),
      repairing: audit.repairing,
    };
    const named = [...cursors].filter(([scope]) => scope !== audit.repairing);
    const result = await api.pull(
      {
        protocol: PROTOCOL_VERSION,
        deviceId,
        cursors: Object.fromEntries(named),
        unfinished: unfinished.map((row) => row.id),
        pendingCount: atRisk,
        ...(audit.asked === null ? {} : { audit: audit.asked }),
      },
      signal,
    );
    return { sent, result };
  };

  const apply = (sent: PullSent, response: PullResponse) =>
    runner.run(tablesOfPull(response), async (unit) => {
      const outcome = await applyPull(unit, sent, response);
      if (outcome.kind === 'applied' && !response.more) {
        await unit.tx.put('meta', [{ key: LAST_SYNCED, value: clock.now() }]);
        await forgetTombstones(unit.tx, clock.now() - TOMBSTONE_MS);
      }
      const waited = new Set(unit.loaded.filter((row) => row.state === 'acked').map((row) => row.seq));
      // What stood on something that turns out to have arrived goes on.
      const mayGoOn = unit.loaded.some((row) => row.state === 'blocked');
      const needsPush = unit.outbox().some((row) => row.state === 'queued' && waited.has(row.seq));
      return { ...outcome, needsPush: needsPush || mayGoOn };
    });

  const needsRepair = async ({ audit }: PullResponse): Promise<boolean> => {
    if (audit === undefined) return false;
    const outcome = await judgeAudit(runner.storage, audit, clock.now());
    options.onAudit(audit.scope, outcome);
    return outcome === 'different';
  };

  return async (signal) => {
    let staleCount = 0;
    let needsPush = false;
    let lastPendingCount: number | null | undefined;
    let evictedPendingCount = 0;
    let similarDevice: PullOutcome['similarDevice'] = null;
    const end = (failure: Failure | null): PullOutcome => ({
      failure,
      needsPush,
      lastPendingCount: lastPendingCount ?? null,
      evictedPendingCount,
      similarDevice,
    });
    for (;;) {
      const { sent, result } = await ask(signal);
      if (!result.ok) return end(result.failure);
      const response = result.data;
      if (lastPendingCount === undefined) lastPendingCount = response.lastPendingCount;
      evictedPendingCount ||= response.evictedPendingCount ?? 0;
      similarDevice ??= response.similarDevice ?? null;
      const outcome = await apply(sent, response);
      onProgress(response.more);
      needsPush ||= outcome.needsPush;
      if (!outcome.needsPull && !(await needsRepair(response))) return end(null);
      staleCount = outcome.kind === 'stale' ? staleCount + 1 : 0;
      if (staleCount > STALE_MAX || signal.aborted) {
        return end({ kind: 'transient', waitMs: undefined });
      }
    }
  };
};
