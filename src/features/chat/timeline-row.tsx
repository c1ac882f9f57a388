import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { messageDeliveryState, type OutboxRowOf } from '../../../sync/index.ts';
import { useMinute } from '../../app/clock.ts';
import { useErrorText } from '../../app/error-text.ts';
import { Avatar } from '../../components/avatar.tsx';
import { MessageBubble } from '../../components/message-bubble.tsx';
import { DayDivider, SystemLine, UnseenDivider } from '../../components/message-lines.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { dayLabel, formatDate } from '../../i18n/format.ts';
import type { OpenChat } from '../../queries/chat.ts';
import { needsAttention } from '../../queries/failed-messages.ts';
import { fullName } from '../../queries/people.ts';
import * as styles from './conversation.css.ts';
import type { MessageActions } from './message-sheets.tsx';
import { type TimelineItem, waitedToBeSent } from './timeline.ts';

interface TimelineRowProps {
  item: TimelineItem;
  chat: OpenChat;
  /** The mutation that carries the message, while it is in the outbox. */
  row: OutboxRowOf<'sendMessage'> | undefined;
  isHeldUp: boolean;
  actions: MessageActions;
}

/** One row of the conversation. */
export const TimelineRow = memo(function TimelineRow({
  item,
  chat,
  row,
  isHeldUp,
  actions,
}: TimelineRowProps) {
  const { t } = useTranslation();
  switch (item.kind) {
    case 'start':
      return <div className={styles.start}>{isHeldUp ? t('chat.notDownloaded') : <Spinner />}</div>;
    case 'day':
      return <DayRow at={item.at} />;
    case 'unseen':
      return <UnseenDivider />;
    case 'system':
      return <SystemLine text={item.message.content ?? ''} />;
    case 'message':
      return <MessageRow item={item} chat={chat} row={row} actions={actions} />;
  }
});

function DayRow({ at }: { at: string }) {
  const { t, i18n } = useTranslation();
  const then = new Date(at);
  const label = dayLabel(i18n.language, then, new Date(useMinute()));
  return <DayDivider label={'key' in label ? t(label.key) : label.text} dateTime={at.slice(0, 10)} />;
}

interface MessageRowProps {
  item: Extract<TimelineItem, { kind: 'message' }>;
  chat: OpenChat;
  row: OutboxRowOf<'sendMessage'> | undefined;
  actions: MessageActions;
}

function MessageRow({ item: { message, isOwn, position }, chat, row, actions }: MessageRowProps) {
  const { t, i18n } = useTranslation();
  const errorText = useErrorText();
  const clock = (at: string) => formatDate(i18n.language, 'clock', new Date(at));
  const isDeleted = message.deletedAt !== null;
  const sender = message.senderId === null ? undefined : chat.users.get(message.senderId);
  const withSender = !isOwn && !chat.isPrivate && sender !== undefined;
  return (
    <MessageBubble
      side={isOwn ? 'own' : 'other'}
      position={position}
      text={isDeleted ? t('chat.deleted') : (message.content ?? '')}
      time={clock(message.createdAt)}
      dateTime={message.createdAt}
      isEdited={message.editedAt !== null && !isDeleted}
      isDeleted={isDeleted}
      {...(isOwn ? { state: messageDeliveryState(message, row, chat.others) } : {})}
      {...(withSender
        ? {
            senderName: fullName(sender),
            avatar: <Avatar id={sender.id} name={fullName(sender)} size="xs" />,
          }
        : {})}
      {...(waitedToBeSent(message)
        ? {
            note: t('chat.writtenSent', {
              written: clock(message.writtenAt),
              sent: clock(message.createdAt),
            }),
          }
        : {})}
      {...(row && needsAttention(row)
        ? {
            failure: {
              reason: errorText(row.error),
              onRetry: () => actions.retry(row),
              onEdit: () => actions.edit(row),
              onDelete: () => actions.remove(row),
            },
          }
        : {})}
      {...(isDeleted ? {} : { onOptions: () => actions.options(message) })}
    />
  );
}
