import { useCallback, useRef, useState } from 'react';

/**
 * For a press that makes something new: what it sets off takes a moment, in which an impatient second press must not make
 * the same thing again.
 *
 * @returns whether it is still going on, and what runs the work unless it is
 */
export function useOnce(): { readonly isBusy: boolean; readonly once: (work: () => Promise<void>) => void } {
  const [isBusy, setIsBusy] = useState(false);
  const isRunning = useRef(false);
  const once = useCallback((work: () => Promise<void>) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setIsBusy(true);
    void work().finally(() => {
      isRunning.current = false;
      setIsBusy(false);
    });
  }, []);
  return { isBusy, once };
}
