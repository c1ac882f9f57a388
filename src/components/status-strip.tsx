import { Check, CloudOff } from 'lucide-react';
import { use, useEffect, useLayoutEffect, useReducer, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Spinner } from './spinner.tsx';
import * as styles from './status-strip.css.ts';
import { StripPlaceContext } from './strip-place.ts';
import { type ConnectionStatus, firstStripPhase, nextStripPhase, stripPhaseMs } from './strip-timing.ts';

export type { ConnectionStatus } from './strip-timing.ts';

export interface StatusStripProps {
  status: ConnectionStatus;
  /** How many items are on their way, for `sending`. */
  count?: number;
}

/** Says how the connection is, late and briefly. Given to `AppHeader`; stands over the top of the `Screen`, under its banners. */
export function StatusStrip({ status, count = 0 }: StatusStripProps) {
  const { t } = useTranslation();
  const [phase, dispatch] = useReducer(nextStripPhase, status, firstStripPhase);

  useEffect(() => dispatch({ type: 'status', status }), [status]);
  useEffect(() => {
    const lastsMs = stripPhaseMs(phase);
    if (lastsMs === undefined) return;
    const timer = setTimeout(() => dispatch({ type: 'timeUp' }), lastsMs);
    return () => clearTimeout(timer);
  }, [phase]);

  const isSeen = status !== 'quiet' && (phase === 'shown' || phase === 'farewell');
  const isLasting = isSeen && status === 'offline';
  const place = use(StripPlaceContext);
  const setLasting = place?.setLasting;
  const isStart = useRef(true);
  useLayoutEffect(() => {
    setLasting?.(isLasting, isStart.current);
    isStart.current = false;
  }, [setLasting, isLasting]);
  const region = (
    <div className={place === null ? styles.underHeader : styles.region} role="status" data-live="">
      <div className={styles.strip({ tone: status === 'quiet' ? 'upToDate' : status, isSeen })}>
        {isSeen && (
          <>
            <StatusIcon status={status} />
            <span className={styles.text}>
              {status === 'sending' ? t('status.sending', { count }) : t(`status.${status}`)}
            </span>
          </>
        )}
      </div>
    </div>
  );
  return place?.slot ? createPortal(region, place.slot) : region;
}

function StatusIcon({ status }: Pick<StatusStripProps, 'status'>) {
  if (status === 'offline') return <CloudOff className={styles.icon} size={16} aria-hidden="true" />;
  if (status === 'upToDate') return <Check className={styles.icon} size={16} aria-hidden="true" />;
  return <Spinner isLabelled={false} />;
}
