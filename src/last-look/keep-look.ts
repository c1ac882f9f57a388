import { readToken } from '../session/token-storage.ts';
import { drawFrom, lookKey, lookTerms, toStoredLook } from './look.ts';

/** Where starts lead: the tabs. What stands behind them opens from these. */
const PATHS: readonly string[] = ['/profile', '/profile/messages', '/profile/friends', '/posts'];
/** Long enough for what a screen loads, short enough for a visit in a bus. */
const QUIET_MS = 2_000;
const OVERLAYS = '[role="dialog"], [role="alertdialog"], [role="menu"]';

type Places = { subscribe(event: 'onRendered', listener: () => void): unknown };

/**
 * Keeps how the tabs look, for the next start to show before the app is there (start.ts): when the app is hidden, and soon
 * after a tab is shown, for a phone that gives no warning.
 */
export const keepLook = (
  root: HTMLElement,
  { storage, places, isSignedIn }: { storage: Storage; places: Places; isSignedIn: () => boolean },
): void => {
  // Drawing it takes an old phone longer than a frame, and a page that is left has the next one wait for it.
  let kept: string | null = null;
  const changes = new MutationObserver(() => {
    changes.disconnect();
    kept = null;
  });
  const keep = (): void => {
    const { pathname } = location;
    const token = readToken(storage);
    if (!PATHS.includes(pathname) || token === null || !isSignedIn()) return;
    const now = pathname + lookTerms(token);
    if (now === kept) return;
    if (document.querySelector(OVERLAYS) !== null) return;
    const drawn = drawFrom(root);
    if (drawn === null) return;
    try {
      storage.setItem(lookKey(pathname), toStoredLook(token, drawn));
      kept = now;
      changes.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
    } catch {
      // Full: what people wrote is worth more than how it looked.
      storage.removeItem(lookKey(pathname));
    }
  };

  // Also when the page is left: a listener to `pagehide` beside it would draw everything twice, and whoever comes next waits.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') keep();
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keepSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(keep, QUIET_MS);
  };
  places.subscribe('onRendered', keepSoon);
  // What the start led to has been rendered before this was called.
  keepSoon();
};
