import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { isShellNavigation } from './navigation.ts';
import { shellFiles } from './scope.ts';

const SHELL = '/index.html';

/** Keeps the shell and its hashed files, and answers every navigation to a screen from it: a cold start needs no network. */
export const registerShell = (): void => {
  precacheAndRoute(shellFiles);
  cleanupOutdatedCaches();
  const answer = createHandlerBoundToURL(SHELL);
  registerRoute(
    new NavigationRoute((options) =>
      isShellNavigation(options.url) ? answer(options) : fetch(options.request),
    ),
  );
};
