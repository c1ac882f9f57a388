import { Ellipsis } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import * as styles from './message-bubble.css.ts';
import { MessageState, type MessageStateName } from './message-state.tsx';
import { isEmojiOnly, splitLinks } from './message-text.ts';
import { useLongPress } from './use-long-press.ts';

/** Where a message stands among its neighbours of the same sender. */
export type GroupPosition = 'single' | 'first' | 'middle' | 'last';

export interface MessageFailure {
  /** Already translated. */
  reason: string;
  onRetry: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

export interface MessageBubbleProps {
  side: 'own' | 'other';
  position: GroupPosition;
  /** What was written; for a deleted message, the words that say so. */
  text: string;
  /** The clock as shown, and the exact moment for machines. */
  time: string;
  dateTime: string;
  /** Only of own messages. */
  state?: MessageStateName | undefined;
  progress?: number | undefined;
  /** In groups; shown on the first of a group only. */
  senderName?: string | undefined;
  /** In groups: the avatar beside the last of a group. Others of the group keep its place free. */
  avatar?: ReactNode;
  isEdited?: boolean;
  isDeleted?: boolean;
  /** A line under the bubble, as "Written 09:12 · sent 14:40". */
  note?: string | undefined;
  failure?: MessageFailure | undefined;
  /** Long press, right click or the ⋯ button. */
  onOptions?: (() => void) | undefined;
}

/** One message. Memoised, because a conversation holds thousands and only the newest one changes. */
export const MessageBubble = memo(function MessageBubble({
  side,
  position,
  text,
  time,
  dateTime,
  state,
  progress,
  senderName,
  avatar,
  isEdited = false,
  isDeleted = false,
  note,
  failure,
  onOptions,
}: MessageBubbleProps) {
  const { t } = useTranslation();
  const longPress = useLongPress(onOptions);
  const startsGroup = position === 'single' || position === 'first';
  const endsGroup = position === 'single' || position === 'last';
  return (
    <div className={styles.row({ side, startsGroup })}>
      {avatar !== undefined && <span className={styles.avatar}>{endsGroup && avatar}</span>}
      <div className={styles.column({ side })}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut; the ⋯ button beside it does the same. */}
        <div
          className={styles.bubble({
            side,
            position,
            isFailed: state === 'failed',
            isDeleted,
            isBare: !isDeleted && isEmojiOnly(text),
          })}
          onContextMenu={(event) => {
            if (!onOptions) return;
            event.preventDefault();
            onOptions();
          }}
          {...longPress}
        >
          {startsGroup && senderName !== undefined && <span className={styles.sender}>{senderName}</span>}
          <MessageText text={text} />
          <span className={styles.meta({ side })}>
            {isEdited && <span>{t('chat.edited')}</span>}
            <time dateTime={dateTime}>{time}</time>
            {state !== undefined && <MessageState state={state} progress={progress} />}
          </span>
        </div>
        {note !== undefined && <span className={styles.note}>{note}</span>}
        {failure && <FailureActions failure={failure} />}
      </div>
      {onOptions && (
        <button
          type="button"
          className={styles.options}
          aria-label={t('chat.messageOptions')}
          onClick={onOptions}
        >
          <Ellipsis size={18} aria-hidden="true" />
        </button>
      )}
    </div>
  );
});

function MessageText({ text }: { text: string }) {
  return (
    <span dir="auto">
      {splitLinks(text).map((part, index) =>
        part.kind === 'link' ? (
          <a
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never move.
            key={index}
            className={styles.link}
            href={part.text}
            target="_blank"
            rel="noopener noreferrer nofollow"
          >
            {part.text}
          </a>
        ) : (
          part.text
        ),
      )}
    </span>
  );
}

function FailureActions({ failure }: { failure: MessageFailure }) {
  const { t } = useTranslation();
  return (
    <div className={styles.failure}>
      <span className={styles.reason}>{failure.reason}</span>
      <span className={styles.failureActions}>
        <Button variant="quiet" size="sm" onClick={failure.onRetry}>
          {t('action.retry')}
        </Button>
        <Button variant="quiet" size="sm" onClick={failure.onEdit}>
          {t('action.edit')}
        </Button>
        <Button variant="dangerQuiet" size="sm" onClick={failure.onDelete}>
          {t('action.delete')}
        </Button>
      </span>
    </div>
  );
}
