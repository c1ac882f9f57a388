import { MessageCircle, Search, SquarePen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { AppHeader } from '../../../src/components/app-header.tsx';
import { Avatar } from '../../../src/components/avatar.tsx';
import { Badge } from '../../../src/components/badge.tsx';
import { Button } from '../../../src/components/button.tsx';
import { EmptyState } from '../../../src/components/empty-state.tsx';
import { IconButton } from '../../../src/components/icon-button.tsx';
import { ListRow } from '../../../src/components/list-row.tsx';
import { Screen } from '../../../src/components/screen.tsx';
import { type ConnectionStatus, StatusStrip } from '../../../src/components/status-strip.tsx';
import { TwoPane } from '../../../src/components/two-pane.tsx';
import { ben, chats } from '../sample.ts';
import { PageLink } from './page-link.tsx';
import { Shell } from './shell.tsx';

interface ChatListProps {
  isEmpty?: boolean;
  status?: ConnectionStatus;
  currentId?: string;
}

export function ChatList({ isEmpty = false, status = 'upToDate', currentId }: ChatListProps) {
  const { t } = useTranslation();
  return (
    <Screen
      header={
        <AppHeader
          title={t('chats.title')}
          size="large"
          actions={
            <>
              <IconButton label={t('chats.search')} icon={<Search size={22} aria-hidden="true" />} />
              <IconButton label={t('group.new')} icon={<SquarePen size={22} aria-hidden="true" />} />
            </>
          }
          status={<StatusStrip status={status} count={3} />}
        />
      }
    >
      {isEmpty ? (
        <EmptyState
          icon={<MessageCircle size={32} />}
          line={t('chats.empty')}
          action={<Button>{t('chats.emptyAction')}</Button>}
        />
      ) : (
        <ul>
          {chats.map((chat) => (
            <li key={chat.person.id}>
              <ListRow
                leading={
                  <Avatar id={chat.person.id} name={chat.person.name} isOnline={chat.person === ben} />
                }
                title={chat.person.name}
                subtitle={chat.text}
                subtitleLead={chat.lead && t(chat.lead === 'draft' ? 'chats.draft' : 'chats.you')}
                subtitleLeadTone={chat.lead === 'draft' ? 'draft' : 'plain'}
                meta={chat.time}
                badge={<Badge count={chat.unread} />}
                isUnread={chat.unread > 0}
                isCurrent={chat.person.id === currentId}
                render={<PageLink page="chat" />}
              />
            </li>
          ))}
        </ul>
      )}
    </Screen>
  );
}

export function ChatsPage(props: ChatListProps) {
  const { t } = useTranslation();
  return (
    <Shell current="chats">
      <TwoPane
        listLabel={t('chats.list')}
        list={() => <ChatList {...props} />}
        placeholder={
          <Screen ground="weave">
            <EmptyState icon={<MessageCircle size={32} />} line={t('chats.pickOne')} />
          </Screen>
        }
      />
    </Shell>
  );
}
