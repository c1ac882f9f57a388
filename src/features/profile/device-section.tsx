import { CloudCheck, RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useMinute } from '../../app/clock.ts';
import { useRelativeText } from '../../app/relative-text.ts';
import { IconButton } from '../../components/icon-button.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { Section } from '../../components/section.tsx';
import { useEngineStatus } from '../../session/services.tsx';
import { useSyncRefresh } from '../shell/use-refresh.ts';

/** What waits to be sent from here, and when all of it was last the same everywhere. */
export function DeviceSection() {
  const { t } = useTranslation();
  const { pending, attention, files, lastSyncedAt } = useEngineStatus();
  const relativeText = useRelativeText();
  const now = useMinute();
  const refresh = useSyncRefresh();
  const waitingText = (): string => {
    if (attention > 0) return t('profile.attention', { count: attention });
    const waiting = pending + files;
    return waiting > 0 ? t('profile.waiting', { count: waiting }) : t('profile.nothingWaits');
  };
  return (
    <Section title={t('profile.device')}>
      <ListRow
        isCompact
        isWrapping
        leading={<CloudCheck size={22} aria-hidden="true" />}
        title={waitingText()}
        subtitle={
          lastSyncedAt === null
            ? t('profile.neverSynced')
            : t('profile.synced', { time: relativeText(lastSyncedAt, Math.max(now, lastSyncedAt)) })
        }
        trailing={
          <IconButton
            label={t('status.lookForNew')}
            icon={<RefreshCw size={20} aria-hidden="true" />}
            onClick={() => void refresh()}
          />
        }
      />
    </Section>
  );
}
