import type { BehaviorSubject } from 'rxjs';
import type { EngineStatus } from '../engine-status.ts';
import type { Clock } from '../platform/ports.ts';
import type { Pull, PullOutcome } from '../pull/pull.ts';
import type { Inbox } from '../realtime/inbox.ts';
import { patch } from '../state-observable.ts';
import type { Revalidate } from '../windows/revalidate.ts';
import type { LossNotice } from './loss-notice.ts';

/** As long as a socket needs to connect after the pull that found the network: comparing twice would cost bytes. */
const REVALIDATED_FOR_MS = 10_000;

/** A pull with all that belongs to it: events wait, lists without a log are compared, lost work is counted. */
export type CatchUp = {
  readonly pull: Pull;
  /** The socket came or went. @returns whether lists without a log must be compared again */
  onConnection(isConnected: boolean): boolean;
  /** Changes may have been missed: the next pull compares lists without a log. */
  invalidateLists(): void;
};

export type CatchUpOptions = {
  pull: Pull;
  revalidate: Revalidate;
  inbox: Inbox;
  status: BehaviorSubject<EngineStatus>;
  loss: Pick<LossNotice, 'add'>;
  clock: Clock;
  /** The database is new although this member had one on this device: what it held is lost. */
  wasDeleted: boolean;
  onPulled(): void;
};

export const createCatchUp = (options: CatchUpOptions): CatchUp => {
  const { inbox, status, clock } = options;
  let isLossChecked = !options.wasDeleted;
  /** Whether rows of lists without a log were compared since the last time that events may have been missed. */
  let isRevalidated = false;
  let revalidatedAt = 0;

  const countLoss = ({ lastPendingCount, evictedPendingCount, similarDevice }: PullOutcome): void => {
    const lost = Math.max(evictedPendingCount, isLossChecked ? 0 : (lastPendingCount ?? 0));
    if (lost > 0 || similarDevice !== null) options.loss.add({ lostPending: lost, similarDevice });
    isLossChecked = true;
  };

  return {
    async pull(signal) {
      inbox.beforePull();
      patch(status, { isCatchingUp: status.value.lastSyncedAt === null });
      const outcome = await options.pull(signal);
      patch(status, { isCatchingUp: false });
      if (outcome.failure !== null) return outcome;
      patch(status, { lastSyncedAt: clock.now() });
      countLoss(outcome);
      if (!isRevalidated) {
        isRevalidated = (await options.revalidate('all', signal)) === null;
        revalidatedAt = clock.now();
      }
      inbox.afterPull();
      options.onPulled();
      return outcome;
    },
    onConnection(isConnected) {
      // Before the socket came no event told of changes in lists without a log: what was compared long ago is old.
      const wasRevalidated = isRevalidated;
      isRevalidated &&= isConnected && Math.abs(clock.now() - revalidatedAt) < REVALIDATED_FOR_MS;
      return wasRevalidated && !isRevalidated;
    },
    invalidateLists() {
      isRevalidated = false;
    },
  };
};
