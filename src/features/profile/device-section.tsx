import { CloudCheck, RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../components/icon-button.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { Section } from '../../components/section.tsx';
import { useAttention } from '../../queries/waiting-files.ts';
import { useEngineStatus } from '../../session/services.tsx';
import { useSyncRefresh } from '../shell/use-refresh.ts';
import { When } from '../shell/when.tsx';

/** What waits to be sent from here, and when all of it was last the same everywhere. */
export function DeviceSection() {
  const { t } = useTranslation();
  const { pending, files, lastSyncedAt } = useEngineStatus();
  const attention = useAttention();
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
          lastSyncedAt === null ? (
            t('profile.neverSynced')
          ) : (
            <When isDeviceTime at={lastSyncedAt} say={(time) => t('profile.synced', { time })} />
          )
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
