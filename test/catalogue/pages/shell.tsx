import { MessageCircle, Newspaper, Plus, Smile, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AppFrame } from '../../../src/components/app-frame.tsx';
import { NavBar } from '../../../src/components/nav-bar.tsx';
import { PageLink } from './page-link.tsx';

interface ShellProps {
  current: 'chats' | 'posts' | 'friends' | 'me';
  isInner?: boolean;
  children: ReactNode;
}

const link = (page: string) => <PageLink page={page} />;

/** The frame of a signed-in member, as the app draws it. */
export function Shell({ current, isInner = false, children }: ShellProps) {
  const { t } = useTranslation();
  const icon = { size: 24, 'aria-hidden': true } as const;
  return (
    <AppFrame
      isNavHiddenOnNarrow={isInner}
      nav={
        <NavBar
          items={[
            {
              id: 'chats',
              label: t('nav.chats'),
              icon: <MessageCircle {...icon} />,
              count: 132,
              isCurrent: current === 'chats',
              render: link('chats'),
            },
            {
              id: 'posts',
              label: t('nav.posts'),
              icon: <Newspaper {...icon} />,
              isCurrent: current === 'posts',
              render: link('posts'),
            },
            {
              id: 'create',
              label: t('nav.create'),
              icon: <Plus {...icon} />,
              isMain: true,
              render: link('create'),
            },
            {
              id: 'friends',
              label: t('nav.friends'),
              icon: <Users {...icon} />,
              count: 2,
              isCurrent: current === 'friends',
              render: link('friends'),
            },
            {
              id: 'me',
              label: t('nav.me'),
              icon: <Smile {...icon} />,
              isCurrent: current === 'me',
              render: link('profile'),
            },
          ]}
        />
      }
    >
      {children}
    </AppFrame>
  );
}
