const wasKept = (event: Event): boolean => 'persisted' in event && event.persisted === true;

/**
 * Tells when the page goes into the browser's back-forward cache, and when it comes back from there: in between it runs
 * nothing and hears nothing. @returns stops telling
 */
export const onPageCache = (onHidden: () => void, onShown: () => void): (() => void) => {
  if (!('addEventListener' in globalThis)) return () => undefined;
  const onPageHide = (event: Event): void => {
    if (wasKept(event)) onHidden();
  };
  const onPageShow = (event: Event): void => {
    if (wasKept(event)) onShown();
  };
  globalThis.addEventListener('pagehide', onPageHide);
  globalThis.addEventListener('pageshow', onPageShow);
  return () => {
    globalThis.removeEventListener('pagehide', onPageHide);
    globalThis.removeEventListener('pageshow', onPageShow);
  };
};
