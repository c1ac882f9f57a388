/** By the words that Base UI goes by, whose sheets do the same. Elsewhere the same watcher would hear Escape, which has its own ways here. */
const isAndroid = (): boolean => /android/i.test(navigator.userAgent);

/** The DOM types do not know it yet. */
type CloseWatcherMaker = new () => EventTarget & { destroy(): void };

declare global {
  interface Window {
    /** Chromium's alone. */
    readonly CloseWatcher?: CloseWatcherMaker;
  }
}

/**
 * The back button or gesture of Android closes what lies on top instead of leaving the screen.
 * @returns lets the button go again
 */
export const onAndroidBack = (close: () => void): (() => void) => {
  if (!isAndroid() || window.CloseWatcher === undefined) return () => undefined;
  const watcher = new window.CloseWatcher();
  watcher.addEventListener('close', close);
  return () => watcher.destroy();
};
