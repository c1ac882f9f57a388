/** Which of the drawn screens stands on a prerendered page, and the way between them. */
import { matchLanguage } from '../../protocol/index.ts';
import { asksForBrowser, continueInBrowser, isWelcomed, offersInstalledApp } from '../app/browser-choice.ts';
import { installsByHand } from '../app/browser-kind.ts';
import { LANGUAGE_STORAGE_KEY } from '../i18n/language-key.ts';
import { resetLink } from '../session/reset-link.ts';
import { TOKEN_KEY } from '../session/token-storage.ts';
import { fillRegisterForm } from './fill-register-form.ts';
import { fillProviderButton } from './provider-button.ts';
import type { ScreenKind } from './screen-kinds.ts';

export const readStored = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // Storage is closed: a visitor without wishes.
  }
};

export const template = (selector: string): HTMLTemplateElement | null =>
  document.querySelector<HTMLTemplateElement>(`template${selector}`);

const page = document.documentElement;
/** Screens that were left, with what was typed there, by their names. */
const left = new Map<string, Node[]>();

const chooseLanguage = (): string => {
  const stored = readStored(LANGUAGE_STORAGE_KEY);
  const isOffered = stored !== null && template(`[lang="${CSS.escape(stored)}"]`) !== null;
  return isOffered ? stored : (matchLanguage(navigator.languages) ?? page.lang);
};

const chooseKind = (): ScreenKind => {
  if (readStored(TOKEN_KEY)) return 'loading';
  if (isWelcomed()) return installsByHand() ? 'welcomeByHand' : 'welcome';
  return location.pathname === '/reset-password' && resetLink.token() === null ? 'deadLink' : 'screen';
};

/** Templates without a path are those of the address that the page was asked for. */
const drawn = (language: string, kind: ScreenKind): HTMLTemplateElement | null =>
  template(`[lang="${language}"][data-screen="${kind}"][data-path="${CSS.escape(location.pathname)}"]`) ??
  template(`[lang="${language}"][data-screen="${kind}"]:not([data-path])`);

/** Makes the page this visitor's. */
export const showScreen = (root: HTMLElement): void => {
  const [language, kind] = [chooseLanguage(), chooseKind()];
  const name = `${kind}.${language}`;
  const path = location.pathname;
  const before = `${root.dataset['screen']} ${root.dataset['path'] ?? path}`;
  if (before !== `${name} ${path}`) {
    const kept = left.get(`${name} ${path}`);
    const chosen = kept === undefined ? drawn(language, kind) : null;
    if (kept === undefined && chosen === null) return;
    left.set(before, [...root.childNodes]);
    page.lang = language;
    root.dataset['screen'] = name;
    root.replaceChildren(...(kept ?? (chosen === null ? [] : [chosen.content.cloneNode(true)])));
  }
  root.dataset['path'] = path;
  if (!offersInstalledApp()) root.querySelector('[data-installed-app-offer]')?.remove();
  if (!asksForBrowser()) root.querySelector('[data-asks-for-browser]')?.remove();
  fillProviderButton(root, page.dataset['signInWith']);
  fillRegisterForm(root);
};

/** Whether the screen of an address is in the page. With a query the app has to read it first. */
const isDrawn = (path: string | null): path is string =>
  path !== null &&
  location.search === '' &&
  location.hash === '' &&
  template(`[data-path="${CSS.escape(path)}"]`) !== null;

/** Does at once what needs no app. @returns whether it has */
export const answerPress = (root: HTMLElement, element: Element): boolean => {
  if (element.matches('[data-continues], [data-asks-for-browser]')) {
    continueInBrowser();
    showScreen(root);
    return true;
  }
  const path = element.getAttribute('href');
  if (!isDrawn(path)) return false;
  history.pushState(null, '', path);
  showScreen(root);
  scrollTo(0, 0);
  return true;
};
