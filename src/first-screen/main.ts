/**
 * The script of a prerendered page: classic, and run before the first paint for returning visitors. Picks the screen
 * that fits this visitor, and starts the app when somebody touches it or when the page has been quiet for a while.
 */
import { matchLanguage } from '../../protocol/index.ts';
import { afterFirstPaint } from '../app/after-first-paint.ts';
import { asksForBrowser, isWelcomed, offersInstalledApp, watchPrivateWindow } from '../app/browser-choice.ts';
import { installsByHand } from '../app/browser-kind.ts';
import { LANGUAGE_STORAGE_KEY } from '../i18n/language-key.ts';
import { baseUrl } from '../session/base-url.ts';
import { resetLink } from '../session/reset-link.ts';
import { TOKEN_KEY } from '../session/token-storage.ts';
import { finishEntrances, watchFirstScreen } from './carry-over.ts';
import { loginEarly } from './early-login.ts';
import { fillProviderButton } from './provider-button.ts';
import type { ScreenKind } from './screen-kinds.ts';

/** Quiet for so long, a page is being read: time to fetch what comes next. */
const IDLE_AFTER_MS = 5_000;
/** A network may be there again without anybody saying so. */
const RETRY_AFTER_MS = 5_000;
const SIGNS_OF_LIFE = ['pointerdown', 'pointermove', 'keydown', 'focusin', 'wheel'];

const read = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // Storage is closed: a visitor without wishes.
  }
};

const template = (selector: string): HTMLTemplateElement | null =>
  document.querySelector<HTMLTemplateElement>(`template${selector}`);

const page = document.documentElement;
let root: HTMLElement | null = null;

const { hash } = location;
// The address bar, the history and every log never show it; the app, which comes later, finds it in the window.
if (location.pathname === '/reset-password' && resetLink.take(hash)) {
  window.tambayFragment = hash;
  history.replaceState(null, '', location.pathname);
}

const chooseLanguage = (): string => {
  const stored = read(LANGUAGE_STORAGE_KEY);
  const isOffered = stored !== null && template(`[lang="${CSS.escape(stored)}"]`) !== null;
  return isOffered ? stored : (matchLanguage(navigator.languages) ?? page.lang);
};

const chooseKind = (): ScreenKind => {
  if (read(TOKEN_KEY)) return 'loading';
  if (isWelcomed()) return installsByHand() ? 'welcomeByHand' : 'welcome';
  return location.pathname === '/reset-password' && resetLink.token() === null ? 'deadLink' : 'screen';
};

const show = (): void => {
  // The app may have been quicker.
  if (root === null || window.tambayHandOver === undefined) return;
  const [language, kind] = [chooseLanguage(), chooseKind()];
  const name = `${kind}.${language}`;
  if (root.dataset['screen'] !== name) {
    const chosen = template(`[lang="${language}"][data-screen="${kind}"]`);
    if (chosen === null) return;
    page.lang = language;
    root.dataset['screen'] = name;
    root.replaceChildren(chosen.content.cloneNode(true));
  }
  if (!offersInstalledApp()) root.querySelector('[data-installed-app-offer]')?.remove();
  if (!asksForBrowser()) root.querySelector('[data-asks-for-browser]')?.remove();
  fillProviderButton(root, page.dataset['signInWith']);
};

/** Shows or hides what the forms say while there is no network (features/auth/offline-banner.tsx). */
const sayOffline = (isOffline: boolean): void => {
  for (const banner of root?.querySelectorAll<HTMLElement>('[data-offline]') ?? [])
    banner.hidden = !isOffline;
};

/** @returns whether it is here now, in the browser's cache; a release that is gone is followed by its successor's page */
const fetchFile = async (path: string): Promise<boolean> => {
  try {
    const { ok, status } = await fetch(path);
    if (status === 404) location.reload();
    return ok;
  } catch {
    return false;
  }
};

const networkMayBeBack = (): Promise<unknown> =>
  new Promise((resolve) => {
    addEventListener('online', resolve, { once: true });
    setTimeout(resolve, RETRY_AFTER_MS);
  });

/**
 * All of it first: a script whose import did not come would never be tried again by the browser, and what was typed by now
 * would be lost with the page.
 */
const fetchAll = async (paths: readonly string[]): Promise<void> => {
  while (!(await Promise.all(paths.map(fetchFile))).every(Boolean)) {
    sayOffline(true);
    await networkMayBeBack();
  }
  sayOffline(false);
};

const isLoaded = (sheet: HTMLLinkElement): Promise<boolean> =>
  new Promise((resolve) => {
    sheet.addEventListener('load', () => resolve(true));
    sheet.addEventListener('error', () => resolve(false));
  });

/** The browser may ask the server about a style again that was just fetched, and never tries one again that failed. */
const loadStyle = async (first: HTMLLinkElement): Promise<void> => {
  for (let sheet: Node = first; sheet instanceof HTMLLinkElement; ) {
    if (await isLoaded(sheet)) return;
    sayOffline(true);
    await networkMayBeBack();
    const again = sheet.cloneNode();
    sheet.replaceWith(again);
    sheet = again;
  }
};

/** What the first screens need of them stands in the page, and goes when all are there. */
const loadAllStyles = async (sheets: readonly HTMLLinkElement[]): Promise<void> => {
  const firstStyles = document.head.querySelector('style');
  const loaded = sheets.map(loadStyle);
  document.head.append(...sheets);
  await Promise.all(loaded);
  sayOffline(false);
  firstStyles?.remove();
  if (root) finishEntrances(root);
};

let isStarted = false;
const startApp = async (): Promise<void> => {
  const app = template('#app');
  if (isStarted || app === null) return;
  isStarted = true;
  for (const sign of SIGNS_OF_LIFE) removeEventListener(sign, startOnce, true);
  removeEventListener('beforeinstallprompt', startOnce);
  for (const texts of app.content.querySelectorAll('[lang]'))
    if (texts.getAttribute('lang') !== page.lang) texts.remove();
  const files = [...app.content.querySelectorAll('script, link')];
  await fetchAll(files.map((file) => file.getAttribute('src') ?? file.getAttribute('href') ?? ''));
  await loadAllStyles([...app.content.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]);
  document.head.append(app.content);
};
const startOnce = (): void => void startApp();

const isTouched = (): boolean =>
  root?.contains(document.activeElement) === true ||
  [...(root?.querySelectorAll('input') ?? [])].some(({ value }) => value !== '');

/** Somebody comes back from somewhere, is signed in, is awaited, or was quicker than this script: nothing to read here. */
const isOnTheWay = (): boolean =>
  read(TOKEN_KEY) !== null ||
  hash !== '' ||
  new URLSearchParams(location.search).has('loginRequestFrom') ||
  isTouched();

/** Makes the page this visitor's, which takes both storages: their first answers take longer than the first paint. */
const suit = (): void => {
  // A newcomer's page has its boot.js wait for this.
  dispatchEvent(new Event('tambay-painted'));
  show();
  document.head.append(template('#aside')?.content ?? '');
  // The button that installs is the app's; other visitors of these screens do not need it in the first seconds.
  if (isWelcomed()) addEventListener('beforeinstallprompt', startOnce);
  if (isOnTheWay()) startOnce();
  // Nothing can be installed in a private window: the welcome goes, unless the app is already taking over.
  const wasWelcomed = isWelcomed();
  void watchPrivateWindow().then(() => {
    if (!isStarted && wasWelcomed && !isWelcomed()) show();
  });
};

const start = (): void => {
  root = document.getElementById('root');
  if (root) watchFirstScreen(root);
  if (location.pathname === '/')
    root?.addEventListener('submit', ({ target }) => loginEarly(baseUrl, target));
  for (const sign of SIGNS_OF_LIFE) addEventListener(sign, startOnce, { capture: true, passive: true });
  // A newcomer's screen stands already.
  if (root?.dataset['screen'] === undefined) suit();
  else afterFirstPaint(suit, () => true);
};

document.addEventListener('DOMContentLoaded', start);
addEventListener('load', () => {
  setTimeout(() => {
    if ('requestIdleCallback' in window) requestIdleCallback(startOnce);
    else startOnce();
  }, IDLE_AFTER_MS);
});
