import { CloudCheck, HardDrive, Info } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useMinute } from '../../app/clock.ts';
import { formatBytes, useDeviceStorage } from '../../app/device-storage.ts';
import { useRelativeText } from '../../app/relative-text.ts';
import { APP_VERSION } from '../../app/version.ts';
import { ListRow } from '../../components/list-row.tsx';
import { Section } from '../../components/section.tsx';
import { useEngineStatus } from '../../session/services.tsx';

/** What is kept here, what waits to be sent, and which version this is. */
export function DeviceSection() {
  const { t, i18n } = useTranslation();
  const { pending, attention, lastSyncedAt } = useEngineStatus();
  const storage = useDeviceStorage();
  const relativeText = useRelativeText();
  const now = useMinute();
  const waitingText = (): string => {
    if (attention > 0) return t('profile.attention', { count: attention });
    return pending > 0 ? t('profile.waiting', { count: pending }) : t('profile.nothingWaits');
  };
  return (
    <Section title={t('profile.device')}>
      <ListRow
        isCompact
        leading={<CloudCheck size={22} aria-hidden="true" />}
        title={waitingText()}
        subtitle={
          lastSyncedAt === null
            ? t('profile.neverSynced')
            : t('profile.synced', { time: relativeText(lastSyncedAt, Math.max(now, lastSyncedAt)) })
        }
      />
      {storage && (
        <ListRow
          isCompact
          leading={<HardDrive size={22} aria-hidden="true" />}
          title={t('profile.storageUsed', { size: formatBytes(i18n.language, storage.usedBytes) })}
          subtitle={t(storage.isPersisted ? 'profile.storageKept' : 'profile.storageMayGo')}
        />
      )}
      <ListRow
        isCompact
        leading={<Info size={22} aria-hidden="true" />}
        title={t('profile.version')}
        meta={APP_VERSION}
      />
    </Section>
  );
}
