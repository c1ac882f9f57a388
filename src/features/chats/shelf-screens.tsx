import { Archive, MessageCircleQuestion } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBack } from '../../app/use-back.ts';
import { AppHeader } from '../../components/app-header.tsx';
import { ArrowRows } from '../../components/arrow-rows.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Screen } from '../../components/screen.tsx';
import { SelectionHeader } from '../../components/selection-header.tsx';
import { SkeletonList } from '../../components/skeleton.tsx';
import { type ChatShelf, useChatList } from '../../queries/chat-list.ts';
import { useInvitations } from '../../queries/invitations.ts';
import { useUnknownList } from '../../queries/unknown-list.ts';
import { ConnectionStrip } from '../shell/connection-strip.tsx';
import { useSyncRefresh } from '../shell/use-refresh.ts';
import { ChatRows } from './chat-rows.tsx';
import { ChatSelectionBar } from './chat-selection-bar.tsx';
import { InvitationRows } from './invitation-rows.tsx';
import { useChatSelection } from './use-chat-selection.ts';

/** `/chats/requests`: who wants to write to me, and where others would have me in. */
export function RequestsScreen() {
  const { t } = useTranslation();
  const isInvited = (useInvitations()?.length ?? 0) > 0;
  return (
    <ShelfScreen title={t('group.requests')} shelf="requests" empty={t('friends.requestsEmpty')}>
      {isInvited && <InvitationRows />}
    </ShelfScreen>
  );
}

/** `/chats/archived` */
export function ArchivedScreen() {
  const { t } = useTranslation();
  return <ShelfScreen title={t('group.archived')} shelf="archived" empty={t('chats.empty')} />;
}

interface ShelfScreenProps {
  title: string;
  shelf: ChatShelf;
  empty: string;
  /** What stands above the rows; false when there is nothing. */
  children?: ReactNode;
}

function ShelfScreen({ title, shelf, empty, children }: ShelfScreenProps) {
  const { t } = useTranslation();
  const back = useBack('/profile/messages');
  const refresh = useSyncRefresh();
  const items = useChatList()?.filter((item) => item.shelf === shelf);
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const selection = useChatSelection(items);
  const unknown = useUnknownList();
  const isEmpty = items?.length === 0 && !children;
  const Icon = shelf === 'archived' ? Archive : MessageCircleQuestion;
  return (
    <Screen
      width="narrow"
      scrollRef={setScroller}
      onRefresh={refresh}
      {...(selection.selected === null ? {} : { footer: <ChatSelectionBar selection={selection} /> })}
      header={
        selection.selected !== null ? (
          <SelectionHeader count={selection.selected.size} onLeave={selection.leave} />
        ) : (
          <AppHeader
            title={title}
            back={{ onPress: back, isNarrowOnly: true }}
            status={<ConnectionStrip />}
          />
        )
      }
    >
      <ArrowRows>
        {children}
        {items !== undefined && items.length > 0 && (
          <ChatRows chats={items} scroller={scroller} currentCode={undefined} selection={selection} />
        )}
      </ArrowRows>
      {(items === undefined || (isEmpty && unknown === 'pulling')) && <SkeletonList />}
      {isEmpty && unknown !== 'pulling' && (
        <EmptyState icon={<Icon size={32} />} line={unknown === null ? empty : t('chats.emptyOffline')} />
      )}
    </Screen>
  );
}
