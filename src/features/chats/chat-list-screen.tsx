import { Link } from '@tanstack/react-router';
import { MessageCircle, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeptScroll } from '../../app/kept-scroll.ts';
import { AppHeader } from '../../components/app-header.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { Screen } from '../../components/screen.tsx';
import { SkeletonList } from '../../components/skeleton.tsx';
import { type ChatListItem, useChatList } from '../../queries/chat-list.ts';
import { useEngineStatus } from '../../session/services.tsx';
import { ConnectionStrip } from '../shell/connection-strip.tsx';
import { matchesSearch } from '../shell/search.ts';
import { SearchField } from '../shell/search-field.tsx';
import { TroubleBanner } from '../shell/trouble-banner.tsx';
import { ChatRowItem } from './chat-row-item.tsx';

// A handful is seen at a glance.
const SEARCH_FROM = 8;

interface ChatListScreenProps {
  currentCode: string | undefined;
}

/** `/profile/messages` */
export function ChatListScreen({ currentCode }: ChatListScreenProps) {
  const { t } = useTranslation();
  const chats = useChatList();
  const [search, setSearch] = useState('');
  const scrollRef = useKeptScroll('chats');
  return (
    <Screen
      scrollRef={scrollRef}
      banner={<TroubleBanner />}
      header={
        <AppHeader
          title={t('chats.title')}
          size="large"
          actions={
            <IconButton
              label={t('friends.addTitle')}
              icon={<UserPlus size={22} />}
              render={<Link to="/profile/add-friend" />}
            />
          }
          {...(chats !== undefined && chats.length >= SEARCH_FROM
            ? { below: <SearchField label={t('chats.search')} value={search} onChange={setSearch} /> }
            : {})}
          status={<ConnectionStrip />}
        />
      }
    >
      {chats === undefined ? (
        <SkeletonList />
      ) : (
        <ChatRows chats={chats} search={search} currentCode={currentCode} />
      )}
    </Screen>
  );
}

interface ChatRowsProps extends ChatListScreenProps {
  chats: readonly ChatListItem[];
  search: string;
}

function ChatRows({ chats, search, currentCode }: ChatRowsProps) {
  const { t } = useTranslation();
  const { lastSyncedAt } = useEngineStatus();
  if (chats.length === 0) {
    return (
      <EmptyState
        icon={<MessageCircle size={32} />}
        line={t('chats.empty')}
        // Before the first pull this device cannot know.
        {...(lastSyncedAt === null ? { hint: t('chats.emptyOffline') } : {})}
        action={<Button render={<Link to="/profile/add-friend" />}>{t('chats.emptyAction')}</Button>}
      />
    );
  }
  const shown = chats.filter((item) => matchesSearch(item.title, search));
  if (shown.length === 0) return <EmptyState icon={<MessageCircle size={32} />} line={t('chats.noMatch')} />;
  return (
    <ul>
      {shown.map((item) => (
        <li key={item.chat.id}>
          <ChatRowItem item={item} isCurrent={item.code !== null && item.code === currentCode} />
        </li>
      ))}
    </ul>
  );
}
