import fc from 'fast-check';
import { afterAll, vi } from 'vitest';

// `npm test` gives every run one seed for all its properties and prints it: a fixed one in CI, so that the same commit
// gives the same result, and a new one elsewhere, so that each run explores. `FC_SEED=… npm test` repeats a run.
const seed = process.env['FC_SEED'];

fc.configureGlobal(seed === undefined ? {} : { seed: Number(seed) });

// Without this it gives up after a second, which a busy machine takes (`expect.poll` has a setting, vitest.config.ts).
const { waitFor } = vi;
vi.waitFor = (callback, options) =>
  waitFor(callback, { timeout: 30_000, ...(typeof options === 'number' ? { timeout: options } : options) });

// Files of one worker share its globals.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
