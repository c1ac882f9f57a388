import { Link } from '@tanstack/react-router';
import {
  Archive,
  Globe,
  MessageCircle,
  MessageCircleQuestion,
  Search,
  Sparkles,
  SquarePen,
} from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppHeader } from '../../components/app-header.tsx';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { Screen } from '../../components/screen.tsx';
import { SkeletonList } from '../../components/skeleton.tsx';
import { type ChatListItem, useChatList } from '../../queries/chat-list.ts';
import { useInvitations } from '../../queries/invitations.ts';
import { useUnknownList } from '../../queries/unknown-list.ts';
import { ConnectionStrip } from '../shell/connection-strip.tsx';
import { matchesSearch } from '../shell/search.ts';
import { SearchField } from '../shell/search-field.tsx';
import { TroubleBanner } from '../shell/trouble-banner.tsx';
import { useSyncRefresh } from '../shell/use-refresh.ts';
import { ChatRows } from './chat-rows.tsx';
import { FirstSteps } from './first-steps.tsx';
import { LostMessageCards } from './lost-messages.tsx';

// A handful is seen at a glance.
const SEARCH_FROM = 8;

interface ChatListScreenProps {
  currentCode: string | undefined;
}

/** `/profile/messages` */
export function ChatListScreen({ currentCode }: ChatListScreenProps) {
  const { t } = useTranslation();
  const all = useChatList();
  const chats = all?.filter(({ shelf }) => shelf === 'main');
  const [search, setSearch] = useState('');
  const refresh = useSyncRefresh();
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  return (
    <Screen
      scrollRef={setScroller}
      scrollName="chats"
      onRefresh={refresh}
      banner={<TroubleBanner />}
      header={
        <AppHeader
          title={t('chats.title')}
          size="large"
          actions={
            <>
              <IconButton
                label={t('strangers.title')}
                icon={<Sparkles size={22} />}
                render={<Link to="/strangers" />}
              />
              <IconButton
                label={t('search.title')}
                icon={<Search size={22} />}
                render={<Link to="/search" />}
              />
              <IconButton
                label={t('group.findPublic')}
                icon={<Globe size={22} />}
                render={<Link to="/chats/public" />}
              />
              <IconButton
                label={t('group.new')}
                icon={<SquarePen size={22} />}
                render={<Link to="/chats/new" />}
              />
            </>
          }
          {...(chats !== undefined && chats.length >= SEARCH_FROM
            ? { below: <SearchField label={t('chats.search')} value={search} onChange={setSearch} /> }
            : {})}
          status={<ConnectionStrip />}
        />
      }
    >
      <LostMessageCards />
      <ShelfRows chats={all ?? []} />
      {chats === undefined ? (
        <SkeletonList />
      ) : (
        <FoundRows chats={chats} search={search} scroller={scroller} currentCode={currentCode} />
      )}
    </Screen>
  );
}

/** What waits beside the list: who asks, and what was put away. */
function ShelfRows({ chats }: { chats: readonly ChatListItem[] }) {
  const { t } = useTranslation();
  const invitations = useInvitations()?.length ?? 0;
  const requests = chats.filter(({ shelf }) => shelf === 'requests').length + invitations;
  const archived = chats.filter(({ shelf }) => shelf === 'archived');
  return (
    <>
      {requests > 0 && (
        <ListRow
          isCompact
          leading={<MessageCircleQuestion size={22} aria-hidden="true" />}
          title={t('group.requests')}
          trailing={<Badge count={requests} counted="toAnswer" tone="muted" />}
          render={<Link to="/chats/requests" />}
        />
      )}
      {archived.length > 0 && (
        <ListRow
          isCompact
          leading={<Archive size={22} aria-hidden="true" />}
          title={t('group.archived')}
          trailing={<Badge count={archived.reduce((sum, { unseen }) => sum + unseen, 0)} tone="muted" />}
          render={<Link to="/chats/archived" />}
        />
      )}
    </>
  );
}

interface FoundRowsProps extends ChatListScreenProps {
  chats: readonly ChatListItem[];
  scroller: HTMLDivElement | null;
  search: string;
}

function FoundRows({ chats, search, scroller, currentCode }: FoundRowsProps) {
  const { t } = useTranslation();
  const unknown = useUnknownList();
  if (chats.length === 0) {
    if (unknown === 'pulling') return <SkeletonList />;
    return (
      <>
        <EmptyState
          icon={<MessageCircle size={32} />}
          line={t(unknown === null ? 'chats.empty' : 'chats.emptyOffline')}
          action={<Button render={<Link to="/profile/add-friend" />}>{t('chats.emptyAction')}</Button>}
        />
        {unknown === null && <FirstSteps />}
      </>
    );
  }
  const shown = chats.filter((item) => matchesSearch(item.title, search));
  if (shown.length === 0) return <EmptyState icon={<MessageCircle size={32} />} line={t('chats.noMatch')} />;
  return <ChatRows chats={shown} scroller={scroller} currentCode={currentCode} />;
}
