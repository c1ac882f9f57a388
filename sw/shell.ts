import type { RouteHandlerCallbackOptions, WorkboxPlugin } from 'workbox-core/types.js';
import {
  addPlugins,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { isForeign } from './foreign.ts';
import { isShellNavigation } from './navigation.ts';
import { shellFiles } from './scope.ts';

const SHELL = '/app.html';

/** A portal answers with a page of its own here, too: ours has a place for the app. */
const isShell = async (response: Response): Promise<boolean> =>
  (await response.clone().text()).includes('id="root"');

/** One answer that is not the file ends the whole installation: it begins again when the browser looks next. */
const onlyOurs: WorkboxPlugin = {
  cacheWillUpdate: async ({ request, response }) => {
    const isPage = new URL(request.url).pathname === SHELL;
    const isOurs = response.status === 200 && (isPage ? await isShell(response) : !isForeign(response));
    return isOurs ? response : null;
  },
};

/** Keeps the shell and the hashed files it starts with, and answers every navigation to a screen from it: a cold start needs no network. */
export const registerShell = (): void => {
  addPlugins([onlyOurs]);
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
