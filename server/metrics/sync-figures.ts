import { Counter, Histogram, type Registry } from 'prom-client';
import type { PullResponse, PushAnswer, PushedMutation } from '../../protocol/index.ts';

/** What pushes, pulls and sockets tell as it happens. */
export type SyncObserve = {
  pushed: (mutations: readonly PushedMutation[], answers: readonly PushAnswer[], now: Date) => void;
  pulled: (answer: PullResponse) => void;
  /** A socket has its rooms and its heads. @param seconds since its handshake */
  connected: (seconds: number) => void;
  /** A device has stored what was committed here. @param seconds since the commit */
  delivered: (seconds: number) => void;
};

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const AGES = [0.1, 0.5, 1, 5, 30, 60, 300, 1_800, 3_600, 21_600, 86_400, 604_800];
const ENTRIES = [0, 1, 2, 5, 10, 50, 100, 500, 1_000, 5_000];

/** When an id was made, by the clock of the device that made it; null for one that does not tell (UUIDv4). */
const madeAt = (id: string): number | null =>
  id[14] === '7' ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : null;

export const createSyncFigures = (registry: Registry): SyncObserve => {
  const registers = [registry];
  const answers = new Counter({
    ...{ name: 'tambay_push_answers_total', help: 'Answers to pushed mutations', registers },
    labelNames: ['status', 'code'] as const,
  });
  const ages = new Histogram({
    ...{ name: 'tambay_outbox_age_seconds', buckets: AGES, registers },
    help: 'Age of mutations when they are applied or rejected, by the clock of their device',
  });
  const pulls = new Counter({
    ...{ name: 'tambay_pulls_total', help: 'Pulls by what they brought', registers },
    labelNames: ['kind'] as const,
  });
  const lag = new Histogram({
    ...{ name: 'tambay_sync_lag_entries', buckets: ENTRIES, registers },
    help: 'Log entries that a device was behind when it pulled, without scopes that it began anew',
  });
  const connects = new Histogram({
    ...{ name: 'tambay_socket_connect_seconds', help: 'From handshake to first heads', registers },
    buckets: SECONDS,
  });
  const deliveries = new Histogram({
    ...{ name: 'tambay_delivery_seconds', buckets: SECONDS, registers },
    help: 'From a commit at this process until a device says that it has stored it',
  });
  return {
    pushed: (mutations, given, now) => {
      const made = new Map(mutations.map(({ id }) => [id, madeAt(id)]));
      for (const answer of given) {
        const code = 'error' in answer ? answer.error.code : '';
        answers.inc({ status: answer.status, code });
        const at = made.get(answer.id) ?? null;
        // What is to be sent again is still in its outbox.
        if (at !== null && (answer.status === 'applied' || answer.status === 'rejected'))
          ages.observe(Math.max(0, now.getTime() - at) / 1_000);
      }
    },
    pulled: ({ scopes }) => {
      const isReset = scopes.some(({ kind }) => kind === 'reset');
      pulls.inc({ kind: isReset ? 'reset' : scopes.length > 0 ? 'tail' : 'nothing' });
      lag.observe(
        scopes.reduce((sum, scope) => sum + (scope.kind === 'tail' ? scope.to - scope.from : 0), 0),
      );
    },
    connected: (seconds) => connects.observe(seconds),
    delivered: (seconds) => deliveries.observe(seconds),
  };
};
