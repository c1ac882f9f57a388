import type { EngineRole } from '../engine-status.ts';
import type { Space } from '../platform/ports.ts';

/** Asks the browser once not to evict this device's data: with the first write, the first that could be lost. */
export const createKeepData = (
  space: Space,
  role: EngineRole,
  onError: (error: unknown) => void,
): (() => void) => {
  // A worker may not ask.
  let hasAsked = role === 'worker';
  const ask = async (): Promise<void> => {
    if ((await space.isKept()) === false) await space.keep();
  };
  return () => {
    if (hasAsked) return;
    hasAsked = true;
    ask().catch(onError);
  };
};
