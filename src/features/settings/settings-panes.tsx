import { Outlet, useRouterState } from '@tanstack/react-router';
import { Settings } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/empty-state.tsx';
import { TwoPane } from '../../components/two-pane.tsx';
import { SettingsScreen } from './settings-screen.tsx';

/** The list of groups, and beside it the one that was picked where there is room. */
export function SettingsPanes() {
  const { t } = useTranslation();
  const isRoot = useRouterState({
    select: ({ location }) => /^\/profile\/settings\/?$/.test(location.pathname),
  });
  return (
    <TwoPane
      listLabel={t('settings.title')}
      list={() => <SettingsScreen />}
      detail={isRoot ? undefined : () => <Outlet />}
      placeholder={<EmptyState icon={<Settings size={32} />} line={t('settings.pickOne')} />}
    />
  );
}
