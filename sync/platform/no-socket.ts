import type { Socket } from './ports.ts';

/** A socket that never connects: for an engine that nobody waits in front of, and for tests that are not about events. */
export const noSocket: Socket = {
  open: () => ({ emit: () => undefined, hurry: () => undefined, close: () => undefined }),
};
