/** Paths that are the server's own and never a screen of the app. */
const SERVER_PATHS = /^\/(api|socket\.io)(\/|$)/;

/**
 * Whether the precached shell answers a navigation. A navigation with `loginRequestFrom` goes to the network: that one
 * document needs an opener policy of its own, which a cached shell cannot carry (docs/threat-model.md T01).
 */
export const isShellNavigation = (url: URL): boolean =>
  !SERVER_PATHS.test(url.pathname) && !url.searchParams.has('loginRequestFrom');
