import { RefreshCw } from 'lucide-react';
import { useCallback, useState } from 'react';
import * as styles from './pull-to-refresh.css.ts';
import { Spinner } from './spinner.tsx';
import { REFRESH_PX, usePullDown } from './use-pull-down.ts';

interface PullToRefreshProps {
  scroller: HTMLElement | null;
  /** Settles when the answer has come, or will not. */
  onRefresh: () => Promise<void>;
}

/** Pull to refresh, of our own on every browser (docs/decisions/0019): by touch, from the very top of a list. */
export function PullToRefresh({ scroller, onRefresh }: PullToRefreshProps) {
  const [isBusy, setIsBusy] = useState(false);
  const refresh = useCallback(() => {
    setIsBusy(true);
    void onRefresh().finally(() => setIsBusy(false));
  }, [onRefresh]);
  const pulledPx = usePullDown(scroller, refresh);
  const shownPx = isBusy ? REFRESH_PX : pulledPx;
  if (shownPx === 0) return null;
  return (
    <div className={styles.indicator} style={{ translate: `0 ${shownPx}px` }}>
      {isBusy ? (
        <Spinner />
      ) : (
        <RefreshCw size={20} style={{ rotate: `${pulledPx * 4}deg` }} aria-hidden="true" />
      )}
    </div>
  );
}
