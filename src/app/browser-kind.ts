/** What kind of browser this is, as far as it tells. */

type ClientHints = { readonly mobile?: boolean };
const hintsOf = (): ClientHints | undefined =>
  'userAgentData' in navigator && typeof navigator.userAgentData === 'object' && navigator.userAgentData
    ? navigator.userAgentData
    : undefined;

/** An iPad says that it is a Mac; no Mac has more than one finger. */
const isIos = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

/** iPhones and iPads install by hand, and have no prompt that a page could show. */
export const installsByHand = (): boolean => isIos();

export const isMobileBrowser = (): boolean =>
  hintsOf()?.mobile ?? (/Android|Mobile/.test(navigator.userAgent) || isIos());

export const isInstalledApp = (): boolean =>
  matchMedia('(display-mode: standalone), (display-mode: minimal-ui)').matches ||
  // What Safari had before there was a standard.
  ('standalone' in navigator && navigator.standalone === true);

/**
 * Whether this is a private window. Safari and Firefox have no private file system there; Chromium does not tell any more.
 * @returns null when it cannot be told
 */
export const isPrivateWindow = async (): Promise<boolean | null> => {
  const { storage } = navigator;
  if (!storage?.getDirectory) return null;
  try {
    await storage.getDirectory();
    return null;
  } catch {
    return true;
  }
};
