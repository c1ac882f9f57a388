import { Outlet, useRouterState } from '@tanstack/react-router';
import { Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/empty-state.tsx';
import { TwoPane } from '../../components/two-pane.tsx';
import { FriendListScreen } from './friend-list-screen.tsx';

/** The list of friends, and beside it what was picked from it where there is room. */
export function FriendsPanes() {
  const { t } = useTranslation();
  const isRoot = useRouterState({ select: (state) => state.location.pathname === '/profile/friends' });
  return (
    <TwoPane
      listLabel={t('friends.list')}
      list={() => <FriendListScreen />}
      detail={isRoot ? undefined : () => <Outlet />}
      placeholder={<EmptyState icon={<Users size={32} />} line={t('friends.pickOne')} />}
    />
  );
}
