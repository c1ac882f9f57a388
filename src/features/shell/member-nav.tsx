import { Link, useRouter, useRouterState } from '@tanstack/react-router';
import { CircleUser, MessageCircle, Newspaper, Plus, Users } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { scrollListsToTop } from '../../app/kept-scroll.ts';
import { capCount } from '../../components/cap-count.ts';
import { NavBar, type NavItem } from '../../components/nav-bar.tsx';
import { useRequestsCount } from '../../queries/friends.ts';
import { useUnseenTotal } from '../../queries/unseen.ts';
import { useEngine, useEngineStatus } from '../../session/services.tsx';
import { useCloseRead } from '../notifications/use-close-read.ts';
import { lastPlacesOf, type Tab, tabOf } from './tabs.ts';
import { useAppBadge } from './use-app-badge.ts';

const roots = {
  chats: '/profile/messages',
  posts: '/posts',
  friends: '/profile/friends',
  me: '/profile',
} as const;

/** Bottom bar or rail. The tab one is in goes to its top, then to its root; another goes back to where one was in it. */
export function MemberNav() {
  const { t } = useTranslation();
  const router = useRouter();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const current = tabOf(pathname);
  const { unsettled, files } = useEngineStatus();
  const lastPlaces = lastPlacesOf(useEngine());
  lastPlaces.set(current, pathname);

  const unseen = useUnseenTotal();
  useAppBadge(unseen);
  useCloseRead();
  useEffect(() => {
    document.title = unseen > 0 ? `(${capCount(unseen)}) ${t('app.name')}` : t('app.name');
    return () => {
      document.title = t('app.name');
    };
  }, [t, unseen]);

  const press = (tab: Tab) => (event: { preventDefault: () => void }) => {
    if (tab === current) {
      if (scrollListsToTop()) event.preventDefault();
      return;
    }
    const last = lastPlaces.get(tab);
    if (last === undefined || last === roots[tab]) return;
    event.preventDefault();
    router.history.push(last);
  };
  const item = (tab: Tab, rest: Pick<NavItem, 'label' | 'icon' | 'count' | 'counted'>): NavItem => ({
    id: tab,
    isCurrent: tab === current,
    onPress: press(tab),
    // The router would call every place below /profile the current one.
    render: <Link to={roots[tab]} activeOptions={{ exact: true }} />,
    ...rest,
  });
  return (
    <NavBar
      items={[
        item('chats', { label: t('nav.chats'), icon: <MessageCircle size={24} />, count: unseen }),
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
          count: unsettled + files,
          counted: 'inOutbox',
        }),
      ]}
    />
  );
}
