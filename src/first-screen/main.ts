/**
 * The script of a prerendered page: classic, and run before the first paint for returning visitors. Picks the screen
 * that fits this visitor, answers what needs no app, and brings the app in the background (load-app.ts).
 */
import { afterFirstPaint } from '../app/after-first-paint.ts';
import { isWelcomed, watchPrivateWindow } from '../app/browser-choice.ts';
import { baseUrl } from '../session/base-url.ts';
import { resetLink } from '../session/reset-link.ts';
import { TOKEN_KEY } from '../session/token-storage.ts';
import { finishEntrances, type WatchedScreen, watchFirstScreen } from './carry-over.ts';
import { loginEarly } from './early-login.ts';
import { idle, loadStyles, runScripts } from './load-app.ts';
import { answerPress, readStored, showScreen, template } from './screens.ts';

const SIGNS_OF_LIFE = ['pointerdown', 'pointermove', 'keydown', 'focusin', 'wheel'];

let root: HTMLElement | null = null;
let watched: WatchedScreen | null = null;
const { hash } = location;
// The address bar, the history and every log never show it; the app, which comes later, finds it in the window.
if (location.pathname === '/reset-password' && resetLink.take(hash)) {
  window.tambayFragment = hash;
  history.replaceState(null, '', location.pathname);
}

const show = (): void => {
  // The app may have been quicker.
  if (root !== null && window.tambayHandOver !== undefined) showScreen(root);
};

/** Shows or hides what the forms say while there is no network (features/auth/offline-banner.tsx). */
const sayOffline = (isOffline: boolean): void => {
  for (const banner of root?.querySelectorAll<HTMLElement>('[data-offline]') ?? [])
    banner.hidden = !isOffline;
};

const isUrgent = (): boolean => watched?.isPressed() === true || readStored(TOKEN_KEY) !== null;

/** What the first screens need of them stands in the page, and goes when all are there. */
const loadAllStyles = async (app: DocumentFragment): Promise<void> => {
  const firstStyles = document.head.querySelector('style');
  await loadStyles([...app.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')], sayOffline);
  firstStyles?.remove();
  if (root) finishEntrances(root);
};

let isStarted = false;
const startApp = async (): Promise<void> => {
  const app = template('#app');
  if (isStarted || app === null) return;
  isStarted = true;
  for (const sign of SIGNS_OF_LIFE) removeEventListener(sign, startOnce, true);
  for (const texts of app.content.querySelectorAll('[lang]'))
    if (texts.getAttribute('lang') !== document.documentElement.lang) texts.remove();
  const scripts = [...app.content.querySelectorAll('script')];
  const isForMembers = ({ dataset }: HTMLScriptElement): boolean => 'members' in dataset;
  const styled = loadAllStyles(app.content);
  await runScripts(scripts.filter((script) => !isForMembers(script)).slice(0, -1), { sayOffline, isUrgent });
  await styled;
  // The last one starts the app; what it leads to after a sign-in comes while the form is filled in.
  await runScripts(scripts.filter((script) => !isForMembers(script)).slice(-1), { sayOffline, isUrgent });
  await runScripts(scripts.filter(isForMembers), { sayOffline, isUrgent });
};
const startOnce = (): void => void startApp();

const isTouched = (): boolean =>
  root?.contains(document.activeElement) === true ||
  [...(root?.querySelectorAll('input') ?? [])].some(({ value }) => value !== '');

/** Somebody comes back from somewhere, is signed in, is awaited, or was quicker than this script: nothing to read here. */
const isOnTheWay = (): boolean =>
  readStored(TOKEN_KEY) !== null ||
  hash !== '' ||
  new URLSearchParams(location.search).has('loginRequestFrom') ||
  isTouched();

/** Who saves data, and only looks, does not pay for what they do not use. */
const savesData = (): boolean =>
  'connection' in navigator &&
  typeof navigator.connection === 'object' &&
  navigator.connection !== null &&
  'saveData' in navigator.connection &&
  navigator.connection.saveData === true;

/** Makes the page this visitor's, which takes both storages: their first answers take longer than the first paint. */
const suit = (): void => {
  // A newcomer's page has its boot.js wait for this.
  dispatchEvent(new Event('tambay-painted'));
  show();
  document.head.append(template('#aside')?.content ?? '');
  // The button that installs is the app's; boot.js has put the event there.
  addEventListener('beforeinstallprompt', startOnce);
  if (isOnTheWay()) startOnce();
  else if (!savesData()) void idle().then(startOnce);
  // Nothing can be installed in a private window: the welcome goes, unless the app is already taking over.
  const wasWelcomed = isWelcomed();
  void watchPrivateWindow().then(() => {
    if (!isStarted && wasWelcomed && !isWelcomed()) show();
  });
};

const start = (): void => {
  root = document.getElementById('root');
  if (root) {
    const screen = root;
    screen.dataset['path'] = location.pathname;
    watched = watchFirstScreen(screen, {
      answer: (element) => answerPress(screen, element),
      isAppWanted: () => !isWelcomed() || 'tambayInstallPrompt' in window || readStored(TOKEN_KEY) !== null,
    });
    addEventListener('popstate', show);
  }
  root?.addEventListener('submit', ({ target }) => {
    if (location.pathname === '/') loginEarly(baseUrl, target);
  });
  for (const sign of SIGNS_OF_LIFE) addEventListener(sign, startOnce, { capture: true, passive: true });
  // A newcomer's screen stands already.
  if (root?.dataset['screen'] === undefined) suit();
  else afterFirstPaint(suit, () => true);
};

document.addEventListener('DOMContentLoaded', start);
