import { useEffect } from 'react';

/** The number on the installed app's icon, where the platform has one. */
export function useAppBadge(count: number): void {
  useEffect(() => {
    // A browser that has the function may still refuse it, as in a private window.
    const shown = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
    shown?.catch(() => undefined);
  }, [count]);
}
