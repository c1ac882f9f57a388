import { isInstalledApp, isMobileBrowser, isPrivateWindow } from './browser-kind.ts';

/** Remembered for the browser session (specification §2): the installed app is not wanted now. */
const KEY = 'tambay.continueInBrowser';
/** An event of the window, and no subject of RxJS: the script of the public pages contains this module, and they load no library. */
export const BROWSER_CHOICE_CHANGED = 'tambay:browser-choice';
const announce = (): void => void dispatchEvent(new Event(BROWSER_CHOICE_CHANGED));

const hasChosenBrowser = (): boolean => {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
};

/** While it cannot be told, it is none: the welcome screen is one tap away from the app (docs/decisions/0012). */
let isPrivate = false;

/** Looks once whether this is a private window, where nothing can be installed. */
export const watchPrivateWindow = async (): Promise<void> => {
  isPrivate = (await isPrivateWindow()) === true;
  if (isPrivate) announce();
};

export const continueInBrowser = (): void => {
  try {
    sessionStorage.setItem(KEY, '1');
  } catch {
    // Storage is closed: asked again at the next start.
  }
  announce();
};

/** True in a browser tab: the app may be installed beside it. */
export const offersInstalledApp = (): boolean => !isInstalledApp();

/** True until the reader of a browser tab has said to stay there. */
export const asksForBrowser = (): boolean => !isInstalledApp() && !hasChosenBrowser();

/** A sign-in on behalf of another site is a window of its own, which is gone in a moment. */
const isSigningInElsewhere = (): boolean => new URLSearchParams(location.search).has('loginRequestFrom');

/** Whether the welcome screen comes before the app: on mobile browsers, neither installed nor private, until one stays. */
export const isWelcomed = (): boolean =>
  isMobileBrowser() && !isInstalledApp() && !isPrivate && !isSigningInElsewhere() && !hasChosenBrowser();
