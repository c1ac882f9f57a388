import { Link, useRouter, useRouterState } from '@tanstack/react-router';
import { CircleUser, MessageCircle, Newspaper, Plus, Users } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { capCount } from '../../components/cap-count.ts';
import { forgetPosition, scrollListsToTop } from '../../components/kept-scroll.ts';
import { NavBar, type NavItem } from '../../components/nav-bar.tsx';
import { useRequestsCount } from '../../queries/friends.ts';
import { useUnseenTotal } from '../../queries/unseen.ts';
import { useEngine, useEngineStatus } from '../../session/services.tsx';
import { useCloseRead } from '../notifications/use-close-read.ts';
import { tabPlacesOf, type Way } from './tab-places.ts';
import { type Tab, tabOf, tabRoots } from './tabs.ts';
import { useAppBadge } from './use-app-badge.ts';
import { useAttentionHaptic } from './use-attention-haptic.ts';

/** The ways between tabs and within one. */
function useTabPlaces() {
  const router = useRouter();
  const places = tabPlacesOf(useEngine());
  const isWalking = useRef(false);
  useEffect(() => {
    places.note(router.history.location, 'GO');
    return router.history.subscribe(({ location, action }) => {
      places.note(location, action.type);
      // Who opens a screen anew reads it from its top; who comes back to a tab finds it as it was.
      if (action.type === 'PUSH' && !isWalking.current) forgetPosition(location.pathname + location.search);
      isWalking.current = false;
    });
  }, [places, router]);
  return {
    places,
    /** @returns whether there was a way of its own, which a plain link does not know */
    follow(way: Way): boolean {
      // The browser takes a moment for a step: a second tap meanwhile would be counted from where one no longer is.
      if (isWalking.current) return true;
      if (way === null) return false;
      if ('go' in way) {
        // Already there, and about to be drawn. For the browser no step at all is a reload.
        if (way.go === 0) return true;
        isWalking.current = true;
        router.history.go(way.go);
        return true;
      }
      for (const href of way.push) {
        isWalking.current = true;
        router.history.push(href);
        // By itself the router's history makes one entry of what comes in the same moment.
        router.history.flush();
      }
      return true;
    },
  };
}

/** Bottom bar or rail. The tab one is in goes to its top, then to its root; another goes back to where one was in it. */
export function MemberNav() {
  const { t } = useTranslation();
  const { places, follow } = useTabPlaces();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const current = tabOf(pathname);
  const { unsettled, files } = useEngineStatus();

  const unseen = useUnseenTotal();
  useAppBadge(unseen);
  useCloseRead();
  useAttentionHaptic();
  useEffect(() => {
    document.title = unseen > 0 ? `(${capCount(unseen)}) ${t('app.name')}` : t('app.name');
    return () => {
      document.title = t('app.name');
    };
  }, [t, unseen]);

  const press = (tab: Tab) => (event: { preventDefault: () => void }) => {
    const isHandled =
      tab === current ? scrollListsToTop() || follow(places.wayToRoot()) : follow(places.wayInto(tab));
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
