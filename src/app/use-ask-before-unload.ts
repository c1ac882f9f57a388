import { useEffect } from 'react';

/**
 * Has the browser ask before the page is reloaded or closed, while that would lose what is nowhere but in it
 * (https://html.spec.whatwg.org/multipage/browsing-the-web.html#unloading-documents). A page that listens is not kept for Back, so
 * it listens no longer than that.
 */
export function useAskBeforeUnload(isHeld: boolean): void {
  useEffect(() => {
    if (!isHeld) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isHeld]);
}
