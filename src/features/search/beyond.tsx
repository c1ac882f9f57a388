import { Cloud, CloudOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { useEngineStatus } from '../../session/services.tsx';
import * as styles from './search-screen.css.ts';
import type { ServerSearch } from './use-server-search.ts';

/** Under the results: how far was looked. */
export function Beyond({ away, hasAway }: { away: ServerSearch; hasAway: boolean }) {
  const { t } = useTranslation();
  const isOffline = useEngineStatus().connection === 'offline';
  if (isOffline)
    return (
      <p className={styles.beyond}>
        <CloudOff size={16} aria-hidden="true" />
        {t('search.offline')}
      </p>
    );
  if (away.state === 'asking')
    return (
      <p className={styles.beyond}>
        <Spinner isLabelled={false} />
        {t('search.asking')}
      </p>
    );
  if (away.state === 'failed')
    return (
      <div className={styles.beyond}>
        {t('search.failed')}
        <Button variant="quiet" size="sm" onClick={away.more}>
          {t('search.again')}
        </Button>
      </div>
    );
  return hasAway ? (
    <p className={styles.beyond}>
      <Cloud size={16} aria-hidden="true" />
      {t('search.awayNote')}
    </p>
  ) : null;
}
