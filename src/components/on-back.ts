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
  if (!('navigation' in window)) return () => undefined;
  // Once, however many lie over each other.
  if (overlays.length === 0) navigation.addEventListener('navigate', closeTop);
  const overlay = (): void => close();
  overlays.push(overlay);
  return () => {
    overlays.splice(overlays.indexOf(overlay), 1);
    if (overlays.length === 0) navigation.removeEventListener('navigate', closeTop);
  };
};
