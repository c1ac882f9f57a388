import type { Clock, LockOptions, Locks } from '../platform/ports.ts';

export type BoundedLockOptions = {
  clock: Clock;
  locks: Locks;
  name: string;
  /** Longer than anybody alive holds it: after that the holder is a frozen tab, which keeps its locks (measured). */
  waitMs: number;
  signal: AbortSignal;
};

/**
 * Runs `action` under the lock. A robbed holder's promise fails at once, while the action is told by `lost` and comes
 * to its own end: its outcome counts.
 */
export const holdLock = async <R>(
  locks: Locks,
  name: string,
  options: LockOptions,
  action: (lost: AbortSignal) => Promise<R>,
): Promise<R> => {
  let running: Promise<R> | null = null;
  try {
    return await locks.withLock(name, options, (lost) => {
      running = action(lost);
      return running;
    });
  } catch (error) {
    if (running !== null) return await running;
    throw error;
  }
};

/**
 * Runs `action` under the lock, and takes the lock by force when waiting was in vain. `isSure` is false then: the robbed
 * one may wake up and go on, so `action` respects leases.
 */
export const withBoundedLock = async <R>(
  { clock, locks, name, waitMs, signal }: BoundedLockOptions,
  action: (lost: AbortSignal, isSure: boolean) => Promise<R>,
): Promise<R> => {
  const timeout = new AbortController();
  const timer = clock.schedule(() => timeout.abort(), waitMs);
  let isHeld = false;
  try {
    return await holdLock(locks, name, { signal: AbortSignal.any([signal, timeout.signal]) }, (lost) => {
      isHeld = true;
      timer.unsubscribe();
      return action(lost, true);
    });
  } catch (error) {
    if (isHeld || signal.aborted || !timeout.signal.aborted) throw error;
    return holdLock(locks, name, { steal: true }, (lost) => action(lost, false));
  } finally {
    timer.unsubscribe();
  }
};
