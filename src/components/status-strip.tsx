import { Check, CloudOff } from 'lucide-react';
import { useEffect, useReducer } from 'react';
import { useTranslation } from 'react-i18next';
import { Spinner } from './spinner.tsx';
import * as styles from './status-strip.css.ts';
import { type ConnectionStatus, firstStripPhase, nextStripPhase, stripPhaseMs } from './strip-timing.ts';

export type { ConnectionStatus } from './strip-timing.ts';

export interface StatusStripProps {
  status: ConnectionStatus;
  /** How many items are on their way, for `sending`. */
  count?: number;
}

/** Says how the connection is, late and briefly. Stands inside `AppHeader`, which gives it its place. */
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
  return (
    <div className={styles.region({ isLasting: isSeen && status === 'offline' })} role="status" data-live="">
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
}

function StatusIcon({ status }: Pick<StatusStripProps, 'status'>) {
  if (status === 'offline') return <CloudOff className={styles.icon} size={16} aria-hidden="true" />;
  if (status === 'upToDate') return <Check className={styles.icon} size={16} aria-hidden="true" />;
  return <Spinner isLabelled={false} />;
}
