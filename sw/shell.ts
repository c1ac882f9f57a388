import type { RouteHandlerCallbackOptions } from 'workbox-core/types.js';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { isShellNavigation } from './navigation.ts';
import { shellFiles } from './scope.ts';

const SHELL = '/app.html';

/** Keeps the shell and the hashed files it starts with, and answers every navigation to a screen from it: a cold start needs no network. */
export const registerShell = (): void => {
  precacheAndRoute(shellFiles);
  cleanupOutdatedCaches();
  const answer = createHandlerBoundToURL(SHELL);
  /** Without a network the shell says so: its own opener policy has cut the opener off, nothing can be posted. */
  const fromNetwork = (options: RouteHandlerCallbackOptions): Promise<Response> =>
    fetch(options.request).catch((error: unknown) => {
      if (options.url.searchParams.has('loginRequestFrom')) return answer(options);
      throw error;
    });
  registerRoute(
    new NavigationRoute((options) =>
      isShellNavigation(options.url) ? answer(options) : fromNetwork(options),
    ),
  );
};
