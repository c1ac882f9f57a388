import { of, switchMap } from 'rxjs';
import type { Session } from '../session/session-types.ts';
import { countAtRisk } from '../session/unsent.ts';
import { isLabOn } from './lab-switch.ts';

/** What sw/flush.ts waits for. */
const FLUSH = { type: 'FLUSH' } as const;
/** The tag under which workbox-background-sync listens for the queue of sw/flush.ts. */
const TAG = 'workbox-background-sync:tambay-outbox';

type SyncManager = { register(tag: string): Promise<void> };

/** The DOM types know no Background Sync; only Chromium has it. */
const syncOf = (registration: ServiceWorkerRegistration): SyncManager | undefined =>
  (registration as ServiceWorkerRegistration & { readonly sync?: SyncManager }).sync;

/**
 * Has the service worker send what this page may not live to send: Background Sync as soon as something waits, and a word
 * to the worker when the page is left. Both are a bonus; the page itself sends whenever it can.
 */
export const watchOutboxForWorker = (session: Pick<Session, 'state'>): void => {
  const container = navigator.serviceWorker;
  if (!container) return;
  let waiting = { written: 0, files: 0 };
  /** What would be lost with this device, and whether the server may think that there is something. */
  let atRisk = 0;
  let mayBeTold = false;

  const ask = async (): Promise<void> => {
    // The worker knows no lab: it would send what the lab holds back.
    if (isLabOn()) return;
    const registration = await container.getRegistration();
    // Refused where the member has turned it off, or in a private window.
    await (registration &&
      syncOf(registration)
        ?.register(TAG)
        .catch(() => undefined));
  };
  session.state
    .pipe(switchMap((state) => (state.kind === 'signedIn' ? state.engine.status : of(null))))
    .subscribe((status) => {
      const next = {
        written: (status?.pending ?? 0) + (status?.marks ?? 0),
        files: status?.files ?? 0,
      };
      // One that is paused or waits for Wi-Fi stays for days: the next file is asked for all the same.
      if ((next.written > 0 && waiting.written === 0) || next.files > waiting.files) void ask();
      waiting = next;
      atRisk = status === null ? 0 : countAtRisk(status);
      mayBeTold ||= atRisk > 0;
    });
  document.addEventListener('visibilitychange', () => {
    // Also for what was refused, and for drafts: the pull tells the server how much would be lost with this device.
    if (document.visibilityState !== 'hidden' || isLabOn()) return;
    if (waiting.written === 0 && !mayBeTold) return;
    mayBeTold = atRisk > 0;
    if (container.controller) return container.controller.postMessage(FLUSH);
    // Without a worker, as in a private window, the page pushes and pulls itself; the pull tells the server the pending count.
    const state = session.state.value;
    if (state.kind === 'signedIn') void state.engine.sync();
  });
};
