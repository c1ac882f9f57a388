import { hideTwins, pushTwin } from './history-twin.ts';

/** By the words that Base UI goes by, whose sheets do the same. Elsewhere the same watcher would also handle Escape, which has handlers of its own here. */
const hasCloseWatcher = (): boolean => /android/i.test(navigator.userAgent) && 'CloseWatcher' in window;

/** The DOM types do not know it yet. */
type CloseWatcherMaker = new () => EventTarget & { destroy(): void };

declare global {
  interface Window {
    readonly CloseWatcher?: CloseWatcherMaker;
  }
}

/** What lies over the screen, the newest last. */
const overlays: (() => void)[] = [];

/** Back closes what lies on top, and the screen stays (HTML, navigation API: a traversal that was not begun by a script). */
const closeTop = (event: NavigateEvent): void => {
  const top = overlays.at(-1);
  if (top === undefined || event.navigationType !== 'traverse') return;
  const isBack = event.destination.index < (navigation.currentEntry?.index ?? 0);
  if (!isBack || !event.userInitiated || !event.cancelable) return;
  event.preventDefault();
  top();
};

const isBelowAnotherDocument = (): boolean => {
  const { currentEntry } = navigation;
  if (currentEntry == null) return false;
  // Entries of other sites are not told of.
  if (currentEntry.index === 0) return history.length > 1;
  return navigation.entries()[currentEntry.index - 1]?.sameDocument === false;
};

/**
 * A step to another document cannot be stopped, and without the navigation API (Firefox before 147, Safari before 26.2) no step can: there
 * it leads off a twin, and the screen stays. The twin stays when the overlay has closed: taken away, it would race with whatever
 * the press that closed it leads to.
 */
const canStopStep = (): boolean => 'navigation' in window && !isBelowAnotherDocument();

/** To be called before the router is made. */
export const watchBack = (): void =>
  hideTwins(() => {
    const top = overlays.at(-1);
    top?.();
    return top !== undefined;
  });

/** Android's button before the page was touched, too. @returns lets the button go again; undefined where there is no such watcher */
export const onCloseWatcher = (close: () => void): (() => void) | undefined => {
  const { CloseWatcher } = window;
  if (!hasCloseWatcher() || CloseWatcher === undefined) return undefined;
  const watcher = new CloseWatcher();
  watcher.addEventListener('close', close);
  return () => watcher.destroy();
};

/**
 * The browser's back button or gesture closes what lies on top instead of leaving the screen.
 * @param isSheet Base UI closes its sheets itself where there is a close watcher
 * @returns lets the button go again
 */
export const onBack = (close: () => void, { isSheet = false } = {}): (() => void) => {
  if (isSheet && hasCloseWatcher()) return () => undefined;
  const watched = onCloseWatcher(close);
  if (watched !== undefined) return watched;
  // Once, however many lie over each other.
  if (overlays.length === 0 && 'navigation' in window) navigation.addEventListener('navigate', closeTop);
  if (!canStopStep()) pushTwin();
  const overlay = (): void => close();
  overlays.push(overlay);
  return () => {
    overlays.splice(overlays.indexOf(overlay), 1);
    if (overlays.length === 0 && 'navigation' in window) navigation.removeEventListener('navigate', closeTop);
  };
};
