import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMinute } from '../../app/clock.ts';
import { Avatar } from '../../components/avatar.tsx';
import { Badge } from '../../components/badge.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { MessageState } from '../../components/message-state.tsx';
import { formatListTime } from '../../i18n/format.ts';
import type { ChatListItem } from '../../queries/chat-list.ts';
import * as styles from './chat-row-item.css.ts';

interface ChatRowItemProps {
  item: ChatListItem;
  isCurrent: boolean;
}

/** One chat in the list: who, when, the last words or the draft, what is new. */
export function ChatRowItem({ item, isCurrent }: ChatRowItemProps) {
  const { t, i18n } = useTranslation();
  const now = new Date(useMinute());
  const { chat, person, draft, lastMessage, lastState, unseen, membership } = item;
  const hasNew = unseen > 0;
  const time = formatListTime(i18n.language, new Date(item.atMs), now);
  return (
    <ListRow
      leading={<Avatar id={person?.id ?? chat.id} name={item.title} shape={person ? 'person' : 'group'} />}
      title={item.title}
      meta={
        lastState !== null && !draft ? (
          <span className={styles.meta}>
            <MessageState state={lastState} />
            {time}
          </span>
        ) : (
          time
        )
      }
      {...(draft
        ? { subtitleLead: t('chats.draft'), subtitleLeadTone: 'draft' as const, subtitle: draft.content }
        : {
            ...(lastState === null ? {} : { subtitleLead: t('chats.you') }),
            subtitle: <LastLine item={item} />,
          })}
      {...(hasNew ? { badge: <Badge count={unseen} tone={membership.isMuted ? 'muted' : 'new'} /> } : {})}
      isUnread={hasNew && lastMessage !== undefined}
      isCurrent={isCurrent}
      {...(item.code === null
        ? {}
        : { render: <Link to="/chats/$uniqueCode" params={{ uniqueCode: item.code }} /> })}
    />
  );
}

function LastLine({ item: { lastMessage } }: Pick<ChatRowItemProps, 'item'>) {
  const { t } = useTranslation();
  if (!lastMessage) return t('chat.systemCreated');
  if (lastMessage.deletedAt !== null) return t('chat.deleted');
  return (lastMessage.content ?? '').replace(/\s+/g, ' ');
}
