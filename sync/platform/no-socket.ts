import type { Socket } from './ports.ts';

/** A socket that never connects: for an engine without a screen, and for tests that do not need events. */
export const noSocket: Socket = {
  open: () => ({ emit: () => undefined, hurry: () => undefined, close: () => undefined }),
};
