import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { noteWarning, useBudgetState } from '../../app/data-budget.ts';
import { useServices } from '../../session/services.tsx';

/** Tells once a month that the data limit is nearly used, and once that it is reached. */
export function useBudgetNotice(): void {
  const { t } = useTranslation();
  const { toaster } = useServices();
  const navigate = useNavigate();
  const state = useBudgetState();
  useEffect(() => {
    if (state === 'open' || !noteWarning(state)) return;
    toaster.show({
      message: t(state === 'used' ? 'data.limitReached' : 'data.limitNear'),
      variant: 'warning',
      action: {
        label: t('settings.title'),
        onPress: () => void navigate({ to: '/profile/settings/$group', params: { group: 'storage' } }),
      },
    });
  }, [navigate, state, t, toaster]);
}
