import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useObservable } from '../../app/use-observable.ts';
import { useServices } from '../../session/services.tsx';

/** Asks once when a new version waits; it is taken only when the member says so, and when it costs nothing half done. */
export function UpdatePrompt() {
  const { t } = useTranslation();
  const { toaster, updates } = useServices();
  const state = useObservable(updates.state);
  useEffect(() => {
    if (state === 'form' || state === 'upload')
      toaster.show({ message: t(`update.waits.${state}`), variant: 'info' });
    if (state !== 'ready') return;
    toaster.show({
      message: t('update.ready'),
      variant: 'info',
      durationMs: 0,
      action: { label: t('update.apply'), onPress: updates.apply },
    });
  }, [state, t, toaster, updates]);
  return null;
}
