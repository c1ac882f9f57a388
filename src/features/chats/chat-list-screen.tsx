import { Link } from '@tanstack/react-router';
import { Archive, MessageCircle, MessageCircleQuestion, SquarePen } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppHeader } from '../../components/app-header.tsx';
import { ArrowRows } from '../../components/arrow-rows.tsx';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { Screen } from '../../components/screen.tsx';
import { SelectionHeader } from '../../components/selection-header.tsx';
import { SkeletonList } from '../../components/skeleton.tsx';
import { type ChatListItem, useChatList } from '../../queries/chat-list.ts';
import { useInvitations } from '../../queries/invitations.ts';
import { useUnknownList } from '../../queries/unknown-list.ts';
import { ConnectionStrip } from '../shell/connection-strip.tsx';
import { SearchLink } from '../shell/search-link.tsx';
import { TroubleBanner } from '../shell/trouble-banner.tsx';
import { useSyncRefresh } from '../shell/use-refresh.ts';
import { ChatRows } from './chat-rows.tsx';
import { ChatSelectionBar } from './chat-selection-bar.tsx';
import { FirstSteps } from './first-steps.tsx';
import { LostMessageCards } from './lost-messages.tsx';
import { type ChatSelection, useChatSelection } from './use-chat-selection.ts';
import { useListSnapshot } from './use-list-snapshot.ts';

interface ChatListScreenProps {
  currentCode: string | undefined;
}

/** `/profile/messages` */
export function ChatListScreen({ currentCode }: ChatListScreenProps) {
  const { t } = useTranslation();
  const all = useChatList();
  const chats = all?.filter(({ shelf }) => shelf === 'main');
  const refresh = useSyncRefresh();
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const selection = useChatSelection(chats);
  useListSnapshot(scroller, chats !== undefined);
  return (
    <Screen
      scrollRef={setScroller}
      scrollName="chats"
      onRefresh={refresh}
      banner={<TroubleBanner />}
      {...(selection.selected === null ? {} : { footer: <ChatSelectionBar selection={selection} /> })}
      header={
        selection.selected !== null ? (
          <SelectionHeader count={selection.selected.size} onLeave={selection.leave} />
        ) : (
          <AppHeader
            title={t('chats.title')}
            size="large"
            actions={
              <IconButton
                label={t('chats.start')}
                icon={<SquarePen size={22} />}
                render={<Link to="/chats/start" />}
              />
            }
            below={<SearchLink label={t('search.title')} render={<Link to="/search" />} />}
            status={<ConnectionStrip />}
          />
        )
      }
    >
      <LostMessageCards />
      <ArrowRows>
        <ShelfRows chats={all ?? []} />
        {chats === undefined ? (
          <SkeletonList />
        ) : (
          <MainRows chats={chats} scroller={scroller} currentCode={currentCode} selection={selection} />
        )}
      </ArrowRows>
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

interface MainRowsProps extends ChatListScreenProps {
  selection: ChatSelection;
  chats: readonly ChatListItem[];
  scroller: HTMLDivElement | null;
}

function MainRows({ chats, scroller, currentCode, selection }: MainRowsProps) {
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
        <FirstSteps isInPublicChat={false} />
      </>
    );
  }
  return (
    <>
      <ChatRows chats={chats} scroller={scroller} currentCode={currentCode} selection={selection} />
      {/* Below them: whoever writes every day finds the chats where they were. */}
      {selection.selected === null && (
        <FirstSteps isInPublicChat={chats.some(({ chat }) => chat.type === 'PUBLIC')} />
      )}
    </>
  );
}
