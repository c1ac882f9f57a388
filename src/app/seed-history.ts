import { first } from 'rxjs';
import { onCloseWatcher } from '../components/on-back.ts';
import { tabOf, tabRoots } from '../features/shell/tabs.ts';
import { returnTarget } from '../session/return-target.ts';
import type { Session } from '../session/session-types.ts';
import { isInstalledApp } from './browser-kind.ts';
import type { createAppRouter } from './router.ts';

type AppRouter = ReturnType<typeof createAppRouter>;

/** In a tab, back leads to where a link stood, as anywhere. The app has no such place: another site of a sign-in at most. */
const hasNothingBelow = (): boolean =>
  history.length === 1 ||
  (isInstalledApp() && 'navigation' in window && window.navigation.currentEntry?.index === 0);

/**
 * Whether this page was opened from outside, as by a notification, a shortcut or a shared link, with nothing of the app to go
 * back to. To be asked before the router puts its mark on the entry; after a reload the mark is there.
 */
export const isOpenedFromOutside = (): boolean => history.state === null && hasNothingBelow();

/**
 * Chromium skips an entry that a page made before anybody touched it, and Android's button would close the app after all. Until
 * then the button is asked for itself.
 */
const leadBackUntouched = (router: AppRouter): void => {
  if (navigator.userActivation?.hasBeenActive) return;
  const { history: entries } = router;
  const at = entries.location.state.__TSR_index;
  const stop = (): void => {
    letGo?.();
    leave();
    for (const kind of ['pointerup', 'keydown']) removeEventListener(kind, stop, { capture: true });
  };
  const letGo = onCloseWatcher(() => entries.back());
  // Not by the history itself: to whom it has a listener the router leaves the load after a redirect, and there is none yet.
  const leave = router.subscribe('onBeforeNavigate', ({ toLocation }) => {
    if (toLocation.state.__TSR_index !== at) stop();
  });
  for (const kind of ['pointerup', 'keydown']) addEventListener(kind, stop, { capture: true });
};

/** The screen that a member ends on: the public one is left for it (src/routes/_public.tsx). */
const leadsTo = (router: AppRouter): string => {
  const { pathname, search } = router.history.location;
  if (pathname !== '/') return pathname;
  return router.buildLocation(returnTarget(new URLSearchParams(search).get('next') ?? undefined)).pathname;
};

const seed = (router: AppRouter): void => {
  const inner = leadsTo(router);
  const root = tabRoots[tabOf(inner)];
  const [routes] = router.getMatchedRoutes(inner);
  if (inner === root || !routes.some(({ id }) => id === '/_member')) return;
  const { href } = router.history.location;
  router.history.replace(root);
  // By itself the router's history makes one entry of what comes in the same moment.
  router.history.flush();
  router.history.push(href);
  router.history.flush();
  leadBackUntouched(router);
};

/**
 * Puts the root of its tab below an inner screen that was opened from outside, so that back leads there and not out of the app:
 * before the screen is drawn, so that the root is not, and for a visitor after the sign-in.
 */
export const seedHistory = (session: Pick<Session, 'state'>, router: AppRouter): void => {
  session.state.pipe(first(({ kind }) => kind === 'signedIn')).subscribe(() => {
    if (hasNothingBelow()) seed(router);
  });
};
