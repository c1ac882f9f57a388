import { serverClock } from '../../sync/http.ts';

const KEY = 'SERVER_TIME';
/** Smaller changes of the offset are not worth a write. */
const FLICKER_MS = 1_000;

/** What the last page has learnt of the server's time, unless the device's clock has been put back since. */
const readOffset = (): number => {
  const [offsetMs = 0, learntAt = Infinity] = (localStorage.getItem(KEY) ?? '').split(' ').map(Number);
  return Number.isFinite(offsetMs) && Date.now() >= learntAt ? offsetMs : 0;
};

/** What the worker knows. It starts from nothing where the pages do. */
let toldWorkerMs = 0;

const tellWorker = async (offsetMs: number): Promise<void> => {
  if (!('serviceWorker' in navigator) || Math.abs(offsetMs - toldWorkerMs) < FLICKER_MS) return;
  toldWorkerMs = offsetMs;
  const { withDevice } = await import('../../sync/index.ts');
  await withDevice((device) => device.rememberClockOffset(offsetMs));
};

const keepOffset = (): void => {
  const offsetMs = serverClock.offsetMs();
  // A device whose storage fails keeps no offset; the worker learns it from its own answers, then.
  tellWorker(offsetMs).catch(() => undefined);
  if (offsetMs === 0) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, `${offsetMs} ${Date.now()}`);
};

/** Keeps the server's time over starts: the next one may be without a network. */
export const followServerTime = (): void => {
  toldWorkerMs = readOffset();
  serverClock.begin(toldWorkerMs);
  document.addEventListener('visibilitychange', keepOffset);
  window.addEventListener('pagehide', keepOffset);
};
