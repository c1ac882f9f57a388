import { lazy, memo, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { cutText } from '../../../protocol/index.ts';
import {
  type LocalMessage,
  messageDeliveryState,
  type OutboxRow,
  type OutboxRowOf,
  shownText,
} from '../../../sync/index.ts';
import { useMinute } from '../../app/clock.ts';
import { useRefusalText } from '../../app/refusal-text.ts';
import { Avatar } from '../../components/avatar.tsx';
import { MessageBubble, type MessageBubbleProps } from '../../components/message-bubble.tsx';
import { DayDivider, GapLine, SystemLine, UnseenDivider } from '../../components/message-lines.tsx';
import type { PressPoint } from '../../components/point-menu.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { dayLabel, formatDate } from '../../i18n/format.ts';
import { isolateEach } from '../../i18n/isolate.ts';
import type { OpenChat } from '../../queries/chat.ts';
import { needsAttention } from '../../queries/failed-messages.ts';
import type { People } from '../../queries/messages.ts';
import { fullName } from '../../queries/people.ts';
import { MediaThumb } from '../media/media-thumb.tsx';
import { MediaView } from '../media/media-view.tsx';
import { PersonName } from '../people/person-name.tsx';
import * as styles from './conversation.css.ts';
import { oneLine, pictureOf, picturesIn, reactionCounts } from './message-parts.ts';
import { isSelectable } from './selection/selected.ts';
import { systemText } from './system-text.ts';
import { dayOf, type TimelineItem, waitedToBeSent } from './timeline.ts';

/** Loaded with the first preview that is shown. */
const LinkCard = lazy(async () => ({ default: (await import('./previews/link-card.tsx')).LinkCard }));

/** Of an edit that was refused; all of it is in the outbox. */
const EDIT_SHOWN_MAX = 120;

/** What a row may ask of the conversation. One object for all rows, so that they are drawn only for their own news. */
export type RowActions = {
  readonly me: string;
  readonly retry: (row: OutboxRowOf<'sendMessage' | 'editMessage'>) => void;
  readonly editAgain: (row: OutboxRowOf<'sendMessage' | 'editMessage'>) => void;
  readonly remove: (row: OutboxRowOf<'sendMessage'>) => void;
  readonly discard: (row: OutboxRowOf<'editMessage'>) => void;
  readonly options: (
    message: LocalMessage,
    row: OutboxRowOf<'sendMessage'> | undefined,
    at: PressPoint | null,
  ) => void;
  readonly reply: (message: LocalMessage) => void;
  readonly react: (message: LocalMessage, emoji: string | null) => void;
  readonly jumpTo: (messageId: string) => void;
  readonly select: (message: LocalMessage, isRange: boolean) => void;
  readonly expand: (messageId: string) => void;
};

interface TimelineRowProps {
  item: TimelineItem;
  chat: OpenChat;
  people: People;
  /** It is not on the device yet. */
  isSaving: boolean;
  /** The mutation that carries the message, while it is in the outbox. */
  row: OutboxRowOf<'sendMessage'> | undefined;
  /** An edit of it that the server refused. */
  refusedEdit: OutboxRowOf<'editMessage'> | undefined;
  quoted: LocalMessage | undefined;
  isHeldUp: boolean;
  isExpanded: boolean;
  isFound: boolean;
  /** While several are being selected: whether it is one of them. */
  isSelected: boolean | undefined;
  isPinned: boolean;
  isStarred: boolean;
  /** How many have seen it, where that is said: on my newest message in a small group. */
  seenBy: number | undefined;
  /** I do not send receipts, so I am told none. */
  hasReceipts: boolean;
  actions: RowActions;
}

/** One row of the conversation. */
export const TimelineRow = memo(function TimelineRow({ item, ...rest }: TimelineRowProps) {
  const { t } = useTranslation();
  switch (item.kind) {
    case 'start':
      return <div className={styles.start}>{rest.isHeldUp ? t('chat.notDownloaded') : <Spinner />}</div>;
    case 'gap':
      return <GapLine isHeldUp={rest.isHeldUp} />;
    case 'day':
      return <DayRow at={item.at} />;
    case 'unseen':
      return <UnseenDivider />;
    case 'system':
      return <SystemLine text={systemText(item.message, { t, users: rest.people })} />;
    case 'message':
      return <MessageRow item={item} {...rest} />;
  }
});

function DayRow({ at }: { at: string }) {
  const { t, i18n } = useTranslation();
  const then = new Date(at);
  const label = dayLabel(i18n.language, then, new Date(useMinute()));
  return <DayDivider label={'key' in label ? t(label.key) : label.text} dateTime={dayOf(at)} />;
}

interface MessageRowProps extends Omit<TimelineRowProps, 'item' | 'isHeldUp'> {
  item: Extract<TimelineItem, { kind: 'message' }>;
}

function MessageRow({
  item: { message, isOwn, position },
  chat,
  people,
  isSaving,
  row,
  refusedEdit,
  quoted,
  isExpanded,
  isFound,
  isSelected,
  isPinned,
  isStarred,
  seenBy,
  hasReceipts,
  actions,
}: MessageRowProps) {
  const { t, i18n } = useTranslation();
  const refusalText = useRefusalText();
  const clock = (at: string) => formatDate(i18n.language, 'clock', new Date(at));
  const isDeleted = message.deletedAt !== null;
  const sender = message.senderId === null ? undefined : people.get(message.senderId);
  const withSender = !isOwn && !chat.isPrivate && sender !== undefined;
  const isPending = message.seq === null;
  const mayAnswer = chat.canWrite && !isDeleted && !isPending;
  const mentioned = useMemo(
    () =>
      message.mentions.flatMap((id) => {
        const person = people.get(id);
        return message.mentionNames?.[id] ?? (person ? fullName(person) : []);
      }),
    [message.mentions, message.mentionNames, people],
  );
  const reactions = useMemo(
    () => reactionCounts(message.reactions, actions.me, people, t('chats.youName')),
    [message.reactions, actions.me, people, t],
  );
  const quotedSender = quoted?.senderId ? people.get(quoted.senderId) : undefined;
  const quotedPicture = pictureOf(quoted);
  const delivery = messageDeliveryState(message, row, chat.others);
  const state = isSaving && delivery !== null ? 'saving' : delivery;
  const notes = [
    ...(waitedToBeSent(message)
      ? [t('chat.writtenSent', { written: clock(message.writtenAt), sent: clock(message.createdAt) })]
      : []),
    ...(seenBy ? [t('chat.seenBy', { count: seenBy })] : []),
  ];
  const optional: Partial<MessageBubbleProps> = {
    ...(isOwn && state !== null ? { state: state === 'seen' && !hasReceipts ? 'delivered' : state } : {}),
    ...(withSender
      ? {
          senderName: <PersonName user={sender} />,
          avatar: <Avatar id={sender.id} name={fullName(sender)} pictureId={sender.avatarId} size="xs" />,
        }
      : {}),
    ...(notes.length > 0 ? { note: notes.join(' · ') } : {}),
    ...(isSelected !== undefined && isSelectable(message)
      ? {
          selection: {
            isSelected,
            label: t('selection.message', { words: oneLine(t, message) }),
            onToggle: (isRange: boolean) => actions.select(message, isRange),
          },
        }
      : {}),
    ...(mayAnswer
      ? {
          onReply: () => actions.reply(message),
          onReact: (emoji: string) => {
            const mine = message.reactions.find(({ userId }) => userId === actions.me)?.emoji;
            actions.react(message, mine === emoji ? null : emoji);
          },
        }
      : {}),
    ...(message.replyToId === null
      ? {}
      : {
          quote: {
            words: oneLine(t, quoted),
            onPress: () => actions.jumpTo(message.replyToId ?? ''),
            ...(quotedSender ? { name: <PersonName user={quotedSender} /> } : {}),
            ...(quotedPicture === null ? {} : { picture: <MediaThumb media={quotedPicture} /> }),
          },
        }),
  };
  const { listens = [], preview } = message;
  const nameOf = ({ userId }: { userId: string }): string => {
    const person = people.get(userId);
    return person ? fullName(person) : '…';
  };
  const origin = {
    chatId: chat.id,
    messageId: message.id,
    senderName: isOwn ? t('chats.youName') : sender ? fullName(sender) : '',
    isOwn,
    isHeard: listens.some(({ userId }) => userId === actions.me),
    listeners: hasReceipts && listens.length > 0 ? isolateEach(listens.map(nameOf)) : null,
  };
  // Without a verdict of the server there is no error to show.
  const why = ({ name, state, error }: OutboxRow): string =>
    state === 'parked' ? t('outbox.parked') : refusalText(name, error, isDeleted);
  const failure = () => {
    if (row && needsAttention(row)) {
      return {
        reason: why(row),
        onRetry: () => actions.retry(row),
        onEdit: () => actions.editAgain(row),
        onDelete: () => actions.remove(row),
      };
    }
    if (!refusedEdit) return undefined;
    return {
      reason: t('chat.editRefused', {
        words: cutText(shownText(refusedEdit.args.content), EDIT_SHOWN_MAX),
        reason: why(refusedEdit),
      }),
      // The same edit would be refused for the same words.
      ...(refusedEdit.error?.code === 'conflict' || isDeleted
        ? {}
        : { onRetry: () => actions.retry(refusedEdit) }),
      ...(isDeleted ? {} : { onEdit: () => actions.editAgain(refusedEdit) }),
      onDelete: () => actions.discard(refusedEdit),
      deleteLabel: t('action.discard'),
    };
  };
  return (
    <MessageBubble
      side={isOwn ? 'own' : 'other'}
      position={position}
      text={isDeleted ? t('chat.deleted') : (message.content ?? '')}
      time={clock(message.createdAt)}
      dateTime={message.createdAt}
      isEdited={message.editedAt !== null && !isDeleted}
      isDeleted={isDeleted}
      isForwarded={message.isForwarded}
      mentioned={mentioned}
      reactions={reactions}
      isExpanded={isExpanded}
      onExpand={() => actions.expand(message.id)}
      isFound={isFound}
      isPinned={isPinned}
      isStarred={isStarred}
      failure={failure()}
      onOptions={(at) => actions.options(message, row, at)}
      {...optional}
      {...(preview === undefined || isDeleted
        ? {}
        : {
            linkCard: (
              <Suspense fallback={<span className={styles.linkCardRoom} />}>
                <LinkCard preview={preview} />
              </Suspense>
            ),
          })}
      {...(message.media.length > 0
        ? {
            attachments: (
              <MediaView media={message.media} owner={{ kind: 'message', id: message.id }} origin={origin} />
            ),
            pictures: picturesIn(message),
          }
        : {})}
    />
  );
}
