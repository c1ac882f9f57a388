import type { Clock } from './ports.ts';

/** Runs `action` with a signal that aborts after `ms`, or as soon as one of `signals` does. */
export const withTimeout = async <R>(
  clock: Clock,
  ms: number,
  signals: readonly AbortSignal[],
  action: (signal: AbortSignal) => Promise<R>,
): Promise<R> => {
  const timeout = new AbortController();
  const timer = clock.schedule(() => timeout.abort(), ms);
  try {
    return await action(AbortSignal.any([...signals, timeout.signal]));
  } finally {
    timer.unsubscribe();
  }
};
