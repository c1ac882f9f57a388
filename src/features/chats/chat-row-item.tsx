import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { messageDeliveryState } from '../../../sync/index.ts';
import { useMinute } from '../../app/clock.ts';
import { Avatar } from '../../components/avatar.tsx';
import { Badge } from '../../components/badge.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { MessageState } from '../../components/message-state.tsx';
import { formatListTime } from '../../i18n/format.ts';
import { type ChatListItem, type LastMessage, useLastMessage } from '../../queries/chat-list.ts';
import { useEngine } from '../../session/services.tsx';
import { useTyping } from '../../session/use-live.ts';
import * as styles from './chat-row-item.css.ts';

interface ChatRowItemProps {
  item: ChatListItem;
  isCurrent: boolean;
}

/** One chat in the list: who, when, the last words or the draft, what is new. */
export const ChatRowItem = memo(function ChatRowItem({ item, isCurrent }: ChatRowItemProps) {
  const { t, i18n } = useTranslation();
  const now = new Date(useMinute());
  const { userId } = useEngine();
  const { chat, person, draft, others, unseen, membership } = item;
  const last = useLastMessage(chat.id);
  const lastState =
    last?.message?.senderId === userId ? messageDeliveryState(last.message, last.row, others) : null;
  const isTyping = useTyping(chat.id).length > 0;
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
            ...(lastState === null || isTyping ? {} : { subtitleLead: t('chats.you') }),
            subtitle: isTyping ? t('chat.typing') : <LastLine last={last} />,
          })}
      {...(hasNew ? { badge: <Badge count={unseen} tone={membership.isMuted ? 'muted' : 'new'} /> } : {})}
      isUnread={hasNew && last?.message !== undefined}
      isCurrent={isCurrent}
      {...(item.code === null
        ? {}
        : { render: <Link to="/chats/$uniqueCode" params={{ uniqueCode: item.code }} /> })}
    />
  );
});

function LastLine({ last }: { last: LastMessage | undefined }) {
  const { t } = useTranslation();
  // Keeps the line's height for the moment until it is read.
  if (!last) return '\u00a0';
  if (!last.message) return t('chat.systemCreated');
  if (last.message.deletedAt !== null) return t('chat.deleted');
  return (last.message.content ?? '').replace(/\s+/g, ' ');
}
