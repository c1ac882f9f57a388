import { Link, useRouter, useRouterState } from '@tanstack/react-router';
import { CircleUser, MessageCircle, Newspaper, Plus, Users } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { capCount } from '../../components/cap-count.ts';
import { forgetPosition, scrollListsToTop } from '../../components/kept-scroll.ts';
import { NavBar, type NavItem } from '../../components/nav-bar.tsx';
import { useRequestsCount } from '../../queries/friends.ts';
import { useOutboxCount } from '../../queries/outbox-count.ts';
import { useUnseenTotal } from '../../queries/unseen.ts';
import { useEngine } from '../../session/services.tsx';
import { useNewFriendsCount } from '../friends/new-friends.ts';
import { useCloseRead } from '../notifications/use-close-read.ts';
import { tabHistoryOf } from './tab-history.ts';
import { createTabNavigator } from './tab-navigator.ts';
import { type Tab, tabOf, tabRoots } from './tabs.ts';
import { useAppBadge } from './use-app-badge.ts';

/** Navigation between tabs and within one. */
function useTabNavigation() {
  const router = useRouter();
  const tabHistory = tabHistoryOf(useEngine());
  const navigator = useMemo(() => createTabNavigator(router.history, tabHistory), [router, tabHistory]);
  useEffect(() => {
    tabHistory.note(router.history.location, 'GO');
    return router.history.subscribe(({ location, action }) => {
      tabHistory.note(location, action.type);
      const isOurs = navigator.onStep();
      // Who opens a screen anew reads it from its top; who comes back to a tab finds it as it was.
      if (action.type === 'PUSH' && !isOurs) forgetPosition(location.pathname + location.search);
    });
  }, [tabHistory, router, navigator]);
  return { tabHistory, navigator };
}

/** Bottom bar or rail. The tab one is in goes to its top, then to its root; another goes back to where one was in it. */
export function MemberNav() {
  const { t } = useTranslation();
  const { tabHistory, navigator } = useTabNavigation();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const current = tabOf(pathname);
  const inOutbox = useOutboxCount();

  const unseen = useUnseenTotal();
  const newFriends = useNewFriendsCount();
  useAppBadge(unseen);
  useCloseRead();
  useEffect(() => {
    document.title = unseen > 0 ? `(${capCount(unseen)}) ${t('app.name')}` : t('app.name');
    return () => {
      document.title = t('app.name');
    };
  }, [t, unseen]);

  const press = (tab: Tab) => (event: { preventDefault: () => void }) => {
    const isHandled =
      tab === current
        ? scrollListsToTop() || navigator.navigate(tabHistory.toRoot)
        : navigator.navigate(() => tabHistory.toTab(tab));
    if (isHandled) event.preventDefault();
  };
  const item = (tab: Tab, rest: Pick<NavItem, 'label' | 'icon' | 'count' | 'counted'>): NavItem => ({
    id: tab,
    isCurrent: tab === current,
    onPress: press(tab),
    // The router would call every place below /profile the current one.
    render: <Link to={tabRoots[tab]} activeOptions={{ exact: true }} />,
    ...rest,
  });
  return (
    <NavBar
      items={[
        item('chats', {
          label: t('nav.chats'),
          icon: <MessageCircle size={24} />,
          count: unseen + newFriends,
          counted: newFriends > 0 ? 'news' : 'unread',
        }),
        item('posts', { label: t('nav.posts'), icon: <Newspaper size={24} /> }),
        {
          id: 'create',
          label: t('nav.create'),
          icon: <Plus size={24} />,
          isMain: true,
          render: <Link to="/posts/create" />,
        },
        item('friends', {
          label: t('nav.friends'),
          icon: <Users size={24} />,
          count: useRequestsCount(),
          counted: 'toAnswer',
        }),
        item('me', {
          label: t('nav.me'),
          icon: <CircleUser size={24} />,
          count: inOutbox,
          counted: 'inOutbox',
        }),
      ]}
    />
  );
}
