import type { BehaviorSubject } from 'rxjs';
import type { EngineHealth } from '../connectivity/health.ts';
import type { Loop } from '../connectivity/loop.ts';
import { createWatchdog, type Rung, type Watchdog } from '../connectivity/watchdog.ts';
import type { EngineStatus } from '../engine-status.ts';
import type { Clock } from '../platform/ports.ts';
import { patch } from '../state-observable.ts';
import type { Storage } from '../storage/storage.ts';
import type { Trace } from '../trace/trace.ts';
import { expectedToMove } from '../uploads/queue-files.ts';

export type StuckWatchOptions = {
  clock: Clock;
  storage: Storage;
  trace: Trace;
  status: BehaviorSubject<EngineStatus>;
  health: BehaviorSubject<EngineHealth>;
  loop: Loop;
  renewSocket(): void;
  onError(error: unknown): void;
};

/** The watchdog over this engine's outbox, and what each of its rungs does. */
export const createStuckWatch = (options: StuckWatchOptions): Watchdog => {
  const { clock, storage, trace, status, health, onError } = options;
  const climb = async (rung: Rung, ageMs: number): Promise<void> => {
    trace.add({ kind: 'watchdog', rung, ageMs });
    if (rung === 'database') {
      trace.add({ kind: 'reopened', reason: 'watchdog' });
      await storage.reopen();
    }
    if (rung === 'socket' || rung === 'database') options.renewSocket();
    options.loop.request({ push: true, pull: true }, true);
  };
  return createWatchdog({
    clock,
    readOutbox: () => storage.read(['outbox', 'uploads'], expectedToMove),
    isExpected: () => status.value.paused === null && status.value.connection !== 'offline',
    onRung: (rung, ageMs) => void climb(rung, ageMs).catch(onError),
    onLook(oldestMs, isStuck) {
      patch(health, { oldestMs, isStuck });
      patch(status, { isStuck });
    },
    onError,
  });
};
