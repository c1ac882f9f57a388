import type { BrowserContext, Worker } from '@playwright/test';

/** Makes the clock wrong by so much, and leaves it running. */
const shiftDate = (wrongMs: number): void => {
  const RealDate = Date;
  const now = () => RealDate.now() + wrongMs;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args) => Reflect.construct(target, args.length === 0 ? [now()] : args),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  });
};

/** A device whose clock is wrong by so much: in the pages that are opened from now on. */
export const setWrong = (context: BrowserContext, wrongMs: number) =>
  context.addInitScript(shiftDate, wrongMs);

/** The same in a service worker that runs already. */
export const setWrongAtWorker = (worker: Worker, wrongMs: number): Promise<void> =>
  worker.evaluate(shiftDate, wrongMs);
