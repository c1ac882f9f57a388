import { Download, Info, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { install, useCanInstall } from '../../app/install-prompt.ts';
import { useObservable } from '../../app/use-observable.ts';
import { APP_VERSION } from '../../app/version.ts';
import { Button } from '../../components/button.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { Section } from '../../components/section.tsx';
import { useServices } from '../../session/services.tsx';

/** Which version this is, and whether there is a newer one; and the way onto the home screen. */
export function VersionSection() {
  const { t } = useTranslation();
  const { updates, toaster } = useServices();
  const state = useObservable(updates.state);
  const canInstall = useCanInstall();
  const [isLooking, setIsLooking] = useState(false);
  const look = async () => {
    setIsLooking(true);
    const found = await updates.check().finally(() => setIsLooking(false));
    if (found === 'newest') toaster.show({ message: t('update.newest'), variant: 'success' });
    if (found === 'unreachable') toaster.show({ message: t('update.unreachable'), variant: 'info' });
  };
  return (
    <Section>
      {canInstall && (
        <ListRow
          isCompact
          leading={<Download size={22} aria-hidden="true" />}
          title={t('auth.install')}
          onPress={() => void install()}
        />
      )}
      <ListRow
        anchor="version"
        isCompact
        leading={<Info size={22} aria-hidden="true" />}
        title={t('profile.version')}
        meta={APP_VERSION}
        {...(state === 'form' || state === 'upload'
          ? { subtitle: t(`update.waits.${state}`), isWrapping: true }
          : {})}
        actions={
          state === 'none' ? (
            <Button
              size="sm"
              variant="quiet"
              icon={<RefreshCw size={18} aria-hidden="true" />}
              isLoading={isLooking}
              onClick={() => void look()}
            >
              {t('update.look')}
            </Button>
          ) : (
            <Button size="sm" variant="secondary" isLoading={state === 'applying'} onClick={updates.apply}>
              {t('update.apply')}
            </Button>
          )
        }
      />
    </Section>
  );
}
