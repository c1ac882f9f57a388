/** At the latest: a browser may not report what it painted. */
const PAINTED_AFTER_MS = 1_000;

/**
 * Runs once something of the page has reached the screen, as the browser itself reports it (W3C Paint Timing): what is begun
 * between the drawing and that takes the processor from the threads that bring it there. In a hidden tab,
 * nothing is painted and nothing waited for.
 * @param isEnough which of the reported paints it waits for; the first one of a page may be its background alone
 */
export const afterFirstPaint = (run: () => void, isEnough: (paint: string) => boolean): void => {
  const once = (): void => {
    observer.disconnect();
    clearTimeout(timer);
    run();
  };
  const observer = new PerformanceObserver((list) => {
    if (list.getEntries().some(({ name }) => isEnough(name))) once();
  });
  observer.observe({ type: 'paint', buffered: true });
  const timer = setTimeout(once, document.visibilityState === 'hidden' ? 0 : PAINTED_AFTER_MS);
};
