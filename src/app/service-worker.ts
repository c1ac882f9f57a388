import { BehaviorSubject } from 'rxjs';
import type { StateObservable } from '../../sync/index.ts';
import { openOwnQrReader } from './own-qr-reader.ts';
import { trustedScriptUrl } from './script-urls.ts';
import { createUpdateHolds, type HoldReason, type UpdateHolds } from './update-holds.ts';

/** What sw/update.ts waits for: the first of the worker in charge, the second of the one that waits. */
const HAND_OVER = { type: 'HAND_OVER' } as const;
const SKIP_WAITING = { type: 'SKIP_WAITING' } as const;
/** A worker in charge that has not handed over by then does not know the word, or does not start. */
const HAND_OVER_MS = 10_000;
/** What sw/later.ts waits for. `readsCodes`: the browser does, and our reader is left out. */
const WARM = 'WARM';
/** A page that never rests, as one that shows a video, is warmed all the same. */
const IDLE_WITHIN_MS = 5_000;
const CHECK_EVERY_MS = 60 * 60 * 1_000;
const RELOADED_KEY = 'tambay.reloadedForChunk';

/**
 * `ready`: a new version waits; it is taken only when the member says so (docs/decisions/0012). Said so, it still waits for the
 * `form` that is half filled, or the `upload` that runs, and then comes by itself.
 */
export type UpdateState = 'none' | 'ready' | HoldReason | 'applying';
export type UpdateWatcher = Pick<UpdateHolds, 'hold' | 'whenFree'> & {
  readonly state: StateObservable<UpdateState>;
  apply(): void;
  /** Asks the server now. `found`: it is being fetched, and offers itself when it is there. */
  check(): Promise<'newest' | 'found' | 'unreachable'>;
};

const workerUrl = (baseUrl: string): string => trustedScriptUrl(`/sw.js?api=${encodeURIComponent(baseUrl)}`);

/** Registers the worker and tells when a new version waits. Without worker support nothing happens. */
export const watchServiceWorker = (baseUrl: string): UpdateWatcher => {
  const state = new BehaviorSubject<UpdateState>('none');
  let waiting: ServiceWorker | null = null;
  /** The member has agreed. */
  let isAgreed = false;
  const take = (): void => {
    state.next('applying');
    const next = waiting;
    // Without a waiting worker another tab has already let the new one in: only this page is old.
    if (!next) {
      location.reload();
      return;
    }
    const { controller } = navigator.serviceWorker;
    controller?.postMessage(HAND_OVER);
    setTimeout(() => next.postMessage(SKIP_WAITING), controller ? HAND_OVER_MS : 0);
  };
  const takeWhenFree = (): void => {
    if (!isAgreed || state.value === 'applying') return;
    const reason = holds.reason();
    if (reason === null) take();
    else if (reason !== state.value) state.next(reason);
  };
  const holds = createUpdateHolds(takeWhenFree);
  const watcher: UpdateWatcher = {
    hold: holds.hold,
    whenFree: holds.whenFree,
    state,
    async check() {
      const registration = await navigator.serviceWorker?.getRegistration();
      try {
        await registration?.update();
      } catch {
        return 'unreachable';
      }
      return registration?.installing || registration?.waiting ? 'found' : 'newest';
    },
    apply() {
      isAgreed = true;
      takeWhenFree();
    },
  };
  const container = navigator.serviceWorker;
  if (!container) return watcher;

  const offer = (worker: ServiceWorker | null): void => {
    // The very first worker is no update.
    if (!worker || !container.controller) return;
    waiting = worker;
    if (!isAgreed) state.next('ready');
  };
  const hadController = container.controller !== null;
  let isReloading = false;
  container.addEventListener('controllerchange', () => {
    waiting = null;
    if (state.value === 'applying' && !isReloading) {
      // The old worker may have had a call to end first, and a form was begun meanwhile.
      const reason = holds.reason();
      if (reason !== null) return state.next(reason);
      isReloading = true;
      location.reload();
    } else if (hadController && !isAgreed) {
      state.next('ready');
    }
  });
  const watch = (registration: ServiceWorkerRegistration): void => {
    const follow = (worker: ServiceWorker | null): void =>
      worker?.addEventListener('statechange', () => {
        if (worker.state === 'installed') offer(registration.waiting);
      });
    offer(registration.waiting);
    // Found before this page could listen, as by another tab.
    follow(registration.installing);
    registration.addEventListener('updatefound', () => follow(registration.installing));
    let checkedAt = performance.now();
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState !== 'visible' || performance.now() - checkedAt < CHECK_EVERY_MS) return;
      checkedAt = performance.now();
      // Offline is no failure: the next return asks again.
      registration.update().catch(() => undefined);
    });
  };
  // A blocked or unsupported worker leaves an app that works online.
  container
    .register(workerUrl(baseUrl), { updateViaCache: 'none' })
    .then(watch)
    .catch(() => undefined);
  return watcher;
};

/** Whether a reload would take something that stands in a field: not every form is a draft. */
const isWriting = (): boolean =>
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].some(
    ({ type, value }) => value !== '' && !['checkbox', 'radio', 'hidden', 'file'].includes(type),
  );

/**
 * A chunk of a version that is gone cannot be loaded any more: one reload fetches the new shell, a second would loop. While
 * somebody writes, the caller that asked for the chunk reports what is missing.
 *
 * @param isServerThere whether our server answers: behind a captive portal no chunk is gone, and a reload loses the app
 * @param whenFree runs its argument once no unsaved form and no upload would be lost by a reload
 */
export const reloadOnceForLostChunks = (
  isServerThere: () => Promise<boolean>,
  whenFree: UpdateHolds['whenFree'],
): void => {
  const mayReload = (): boolean =>
    navigator.onLine && !isWriting() && sessionStorage.getItem(RELOADED_KEY) === null;
  const reload = async (): Promise<void> => {
    if (!mayReload() || !(await isServerThere())) return;
    whenFree(() => {
      if (!mayReload()) return;
      sessionStorage.setItem(RELOADED_KEY, '1');
      location.reload();
    });
  };
  window.addEventListener('vite:preloadError', () => void reload());
};

/** Asks the worker to fetch, once the page is idle, what its screens need and its start did not. */
export const warmWhenIdle = (): void => {
  const warm = async (): Promise<void> => {
    const registration = await navigator.serviceWorker?.ready;
    const readsCodes = (await openOwnQrReader()) !== null;
    registration?.active?.postMessage({ type: WARM, readsCodes });
  };
  if ('requestIdleCallback' in window) requestIdleCallback(() => void warm(), { timeout: IDLE_WITHIN_MS });
  else void warm();
};
