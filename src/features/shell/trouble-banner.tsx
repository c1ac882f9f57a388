import { TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PauseReason } from '../../../sync/index.ts';
import { Banner } from '../../components/banner.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { formatDate } from '../../i18n/format.ts';
import type { MessageKey } from '../../i18n/messages.ts';
import { useEngine, useEngineStatus } from '../../session/services.tsx';
import { StuckBanner } from './stuck-banner.tsx';

/** An ended session leads to the sign-in screen, and a lost database is opened again: they need no words here. */
const pauseKeys = {
  session_dead: null,
  wrong_account: 'error.wrongAccount',
  suspended: 'error.suspended',
  upgrade_required: 'error.upgradeRequired',
  storage_full: 'error.storageFull',
  storage_lost: null,
} as const satisfies Record<PauseReason, MessageKey | null>;

/** What stops this device from sending stays until it is over; what was lost, until it has been read. */
export function TroubleBanner() {
  const { t, i18n } = useTranslation();
  const engine = useEngine();
  const { paused, lostPending, similarDevice } = useEngineStatus();
  const key = paused === null ? null : pauseKeys[paused];
  const lost = lostPending ?? 0;
  if (key === null && lost === 0 && similarDevice === null) return <StuckBanner />;
  return (
    <>
      {key !== null && (
        <Banner tone="danger" shape="edge" icon={<TriangleAlert size={20} />}>
          {t(key)}
        </Banner>
      )}
      {lost > 0 && <LossBanner onClose={engine.dismissLost}>{t('status.lost', { count: lost })}</LossBanner>}
      {lost === 0 && similarDevice !== null && (
        <LossBanner onClose={engine.dismissLost}>
          {t('status.similar', {
            count: similarDevice.pendingCount,
            date: formatDate(i18n.language, 'longDayYear', new Date(similarDevice.seenAt)),
          })}
        </LossBanner>
      )}
    </>
  );
}

/** Stays until it is closed. */
function LossBanner({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Banner
      tone="danger"
      shape="edge"
      icon={<TriangleAlert size={20} />}
      actions={
        <IconButton label={t('action.close')} icon={<X size={20} aria-hidden="true" />} onClick={onClose} />
      }
    >
      {children}
    </Banner>
  );
}
