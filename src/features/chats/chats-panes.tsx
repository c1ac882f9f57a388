import { Outlet, useParams, useRouterState } from '@tanstack/react-router';
import { MessagesSquare } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/empty-state.tsx';
import { TwoPane } from '../../components/two-pane.tsx';
import { ChatListScreen } from './chat-list-screen.tsx';

/** The list, and the open chat beside it where there is room. */
export function ChatsPanes() {
  const { t } = useTranslation();
  const { uniqueCode } = useParams({ strict: false });
  const isList = useRouterState({ select: ({ location }) => location.pathname === '/profile/messages' });
  return (
    <TwoPane
      listLabel={t('chats.list')}
      list={() => <ChatListScreen currentCode={uniqueCode} />}
      detail={isList ? undefined : () => <Outlet />}
      placeholder={<EmptyState icon={<MessagesSquare size={32} />} line={t('chats.pickOne')} />}
    />
  );
}
