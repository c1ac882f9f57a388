/**
 * The script of `app.html`, classic and before the first paint: a member sees at once how the screen looked when they left it.
 * The app, which takes an old phone a second, is started behind that and draws over it.
 */
import { afterFirstPaint } from '../app/after-first-paint.ts';
import '../first-screen/hand-over.ts';
import { TOKEN_KEY } from '../session/token-storage.ts';
import { drawInto, fromStoredLook, lookKey } from './look.ts';

const page = document.documentElement;

/** Where a start from the home screen leads a member (src/routes/_public.tsx). */
const shownPath = (): string => (location.pathname === '/' ? '/profile' : location.pathname);

/** The app is not there to answer yet. A link is followed as soon as it is; that something was pressed is seen at once. */
const answerPress = (event: MouseEvent): void => {
  page.dataset['waiting'] = '';
  const link = event.target instanceof Element ? event.target.closest('a[href^="/"]') : null;
  if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  history.pushState(null, '', link.getAttribute('href'));
};

/** Screens come in pieces, as the database answers: a picture of all is not followed by half of it. */
const QUIET_MS = 150;
const QUIET_AFTER_MAX_MS = 1_000;

/** Resolves once what the app drew waits for nothing and has not changed for a moment; at the latest after a second. */
const complete = (root: Element): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      observer.disconnect();
      resolve();
    };
    const isBusy = (): boolean => root.querySelector('[aria-busy="true"]') !== null;
    const wait = () => setTimeout(() => (isBusy() ? undefined : end()), QUIET_MS);
    let timer = wait();
    const observer = new MutationObserver(() => {
      clearTimeout(timer);
      timer = wait();
    });
    observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
    setTimeout(end, QUIET_AFTER_MAX_MS);
  });

/** The picture stands over the app until this is complete. */
const standOver = (root: HTMLElement, frame: HTMLElement): void => {
  root.replaceChildren();
  root.before(frame);
  window.tambayHandOver = async (draw) => {
    delete window.tambayHandOver;
    root.style.visibility = 'hidden';
    draw();
    await complete(root);
    root.style.visibility = '';
    frame.remove();
    delete page.dataset['waiting'];
  };
};

const show = (root: HTMLElement): void => {
  const token = localStorage.getItem(TOKEN_KEY);
  if (token === null || location.search !== '') return;
  const drawn = fromStoredLook(localStorage.getItem(lookKey(shownPath())), token);
  if (drawn === null) return;
  const frame = document.createElement('div');
  frame.dataset['look'] = '';
  frame.style.position = 'fixed';
  frame.style.inset = '0';
  // Nothing in it answers: whoever listens to the screen hears of it when it does.
  frame.ariaHidden = 'true';
  frame.addEventListener('click', answerPress);
  drawInto(frame, drawn);
  standOver(root, frame);
};

const startApp = (): void => {
  const app = document.querySelector<HTMLTemplateElement>('template#app');
  document.head.append(app?.content ?? '');
};

// In the parser's own task: between that and any later event the sign that the app is coming could be painted.
const parsing = new MutationObserver(() => {
  const root = document.getElementById('root');
  if (root === null) return;
  parsing.disconnect();
  try {
    show(root);
  } catch {
    // Storage is closed to us, or holds something else: the sign stands already.
  }
});
parsing.observe(page, { childList: true, subtree: true });
/** The sign alone counts as no content, and the first frame of a picture may be the background alone. */
const isShown = (paint: string): boolean =>
  paint === 'first-contentful-paint' || document.querySelector('[data-look]') === null;
document.addEventListener('DOMContentLoaded', () => afterFirstPaint(startApp, isShown));
