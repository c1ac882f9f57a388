import { CloudDownload, HardDriveDownload } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useMinute } from '../../app/clock.ts';
import { formatBytes } from '../../app/device-storage.ts';
import { Button } from '../../components/button.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { Section } from '../../components/section.tsx';
import { formatDate } from '../../i18n/format.ts';
import { useDeviceExport, useServerExport } from './use-export.ts';

/** A copy of what is the member's: all of it from the server, and at any time what this device holds. */
export function ExportSection() {
  const { t } = useTranslation();
  return (
    <Section title={t('account.exportTitle')}>
      <ServerExport />
      <DeviceExport />
    </Section>
  );
}

function ServerExport() {
  const { t, i18n } = useTranslation();
  const { state, isOffline, isBusy, request, download } = useServerExport();
  const now = useMinute();
  const words = (): string => {
    if (isOffline) return t('account.exportOffline');
    if (state?.state === 'preparing') return t('account.exportPreparing');
    if (state?.state === 'failed') return t('account.exportFailed');
    if (state?.state !== 'ready') return t('account.exportServerLead');
    const date = formatDate(i18n.language, 'dayYear', new Date(state.expiresAt));
    return t('account.exportReady', { size: formatBytes(i18n.language, state.size), date });
  };
  const mayRequest =
    state?.state === 'ready' ? Date.parse(state.nextAt) <= now : state?.state !== 'preparing';
  return (
    <ListRow
      isWrapping
      hasActionsBeside
      leading={<CloudDownload size={22} aria-hidden="true" />}
      title={t('account.exportServer')}
      subtitle={<span role="status">{words()}</span>}
      actions={
        <>
          {state?.state === 'ready' && (
            <Button size="sm" isLoading={isBusy} disabled={isOffline} onClick={() => void download()}>
              {t('account.exportDownload')}
            </Button>
          )}
          {mayRequest && (
            <Button
              size="sm"
              variant="secondary"
              isLoading={isBusy}
              disabled={isOffline}
              onClick={() => void request()}
            >
              {t('account.exportRequest')}
            </Button>
          )}
        </>
      }
    />
  );
}

function DeviceExport() {
  const { t } = useTranslation();
  const { isBusy, save } = useDeviceExport();
  return (
    <ListRow
      isWrapping
      hasActionsBeside
      leading={<HardDriveDownload size={22} aria-hidden="true" />}
      title={t('account.exportDevice')}
      subtitle={t('account.exportDeviceLead')}
      actions={
        <Button size="sm" variant="secondary" isLoading={isBusy} onClick={() => void save()}>
          {t('account.exportDeviceSave')}
        </Button>
      }
    />
  );
}
