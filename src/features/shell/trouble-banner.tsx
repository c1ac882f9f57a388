import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PauseReason } from '../../../sync/index.ts';
import { Banner } from '../../components/banner.tsx';
import type { MessageKey } from '../../i18n/messages.ts';
import { useEngineStatus } from '../../session/services.tsx';
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

/** What stops this device from sending, or what was lost: it stays until it is over. */
export function TroubleBanner() {
  const { t } = useTranslation();
  const { paused, lostPending } = useEngineStatus();
  const key = paused === null ? null : pauseKeys[paused];
  const texts = [
    ...(key === null ? [] : [t(key)]),
    ...(lostPending === null || lostPending === 0 ? [] : [t('status.lost', { count: lostPending })]),
  ];
  if (texts.length === 0) return <StuckBanner />;
  return (
    <Banner tone="danger" shape="edge" icon={<TriangleAlert size={20} />}>
      {texts.join(' ')}
    </Banner>
  );
}
