import { AppWindow, CloudDownload, HardDrive, Images, MessagesSquare, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatBytes, useDeviceStorage } from '../../app/device-storage.ts';
import { Button } from '../../components/button.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { Section } from '../../components/section.tsx';
import { useServices } from '../../session/services.tsx';

/** What is kept on this device, what may go, and the browser's promise to leave it alone. */
export function StorageSection() {
  const { t, i18n } = useTranslation();
  const { toaster } = useServices();
  const { storage, protect, clearPictures } = useDeviceStorage();
  if (!storage) return null;
  const size = (bytes: number) => formatBytes(i18n.language, bytes);
  const ask = async () => {
    const isKept = await protect();
    toaster.show({
      message: t(isKept ? 'profile.storageKept' : 'storage.notProtected'),
      variant: isKept ? 'success' : 'info',
    });
  };
  return (
    <Section anchor="storage" title={t('storage.title')} note={t('storage.note')}>
      <ListRow
        isCompact
        leading={<HardDrive size={22} aria-hidden="true" />}
        title={t('profile.storageUsed', { size: size(storage.usedBytes) })}
      />
      {storage.databaseBytes !== null && (
        <ListRow
          isCompact
          isWrapping
          leading={<MessagesSquare size={22} aria-hidden="true" />}
          title={t('storage.words')}
          meta={size(storage.databaseBytes)}
        />
      )}
      <ListRow
        isCompact
        leading={<Images size={22} aria-hidden="true" />}
        title={t('storage.pictures')}
        meta={size(storage.pictureBytes)}
        {...(storage.pictureBytes > 0
          ? {
              actions: (
                <Button size="sm" variant="quiet" onClick={() => void clearPictures()}>
                  {t('storage.clearPictures')}
                </Button>
              ),
            }
          : {})}
      />
      {storage.keptBytes > 0 && (
        <ListRow
          isCompact
          leading={<CloudDownload size={22} aria-hidden="true" />}
          title={t('storage.kept')}
          meta={size(storage.keptBytes)}
        />
      )}
      {storage.appBytes !== null && (
        <ListRow
          isCompact
          leading={<AppWindow size={22} aria-hidden="true" />}
          title={t('storage.app')}
          meta={size(storage.appBytes)}
        />
      )}
      <ListRow
        isCompact
        leading={<ShieldCheck size={22} aria-hidden="true" />}
        title={t(storage.isPersisted ? 'profile.storageKept' : 'profile.storageMayGo')}
        {...(storage.isPersisted
          ? {}
          : {
              actions: (
                <Button size="sm" variant="secondary" onClick={() => void ask()}>
                  {t('storage.protect')}
                </Button>
              ),
            })}
      />
    </Section>
  );
}
