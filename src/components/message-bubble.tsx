import { Ellipsis, Forward, Pin, Reply, Star } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { ChoiceMark } from './choice-mark.tsx';
import * as styles from './message-bubble.css.ts';
import { MessageQuote, type MessageQuoteProps } from './message-quote.tsx';
import { MessageState, type MessageStateName } from './message-state.tsx';
import { isEmojiOnly } from './message-text.ts';
import { MessageWords } from './message-words.tsx';
import type { PressPoint } from './point-menu.tsx';
import { ReactionChips, type ReactionCount } from './reactions.tsx';
import { useLongPress } from './use-long-press.ts';
import { useSwipe } from './use-swipe.ts';

/** Where a message stands among its neighbours of the same sender. */
export type GroupPosition = 'single' | 'first' | 'middle' | 'last';

export interface MessageFailure {
  /** Already translated. */
  reason: string;
  /** Absent where the same would be refused again. */
  onRetry?: () => void;
  /** Not for what cannot be changed any more. */
  onEdit?: () => void;
  onDelete: () => void;
  /** Instead of "Delete". */
  deleteLabel?: string;
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
  senderName?: ReactNode;
  /** In groups: the avatar beside the last of a group. Others of the group keep its place free. */
  avatar?: ReactNode;
  isEdited?: boolean;
  isDeleted?: boolean;
  /** A line under the bubble, as "Written 09:12 · sent 14:40". */
  note?: string | undefined;
  failure?: MessageFailure | undefined;
  /** Pictures, videos and files, above the words. */
  attachments?: ReactNode;
  /** The attachments are pictures and films alone, which reach the bubble's edges; with `alone` nothing is written under them, and the time is laid over them. */
  pictures?: 'alone' | 'withWords' | undefined;
  /** What the page of a link says of itself, under the words. */
  linkCard?: ReactNode;
  /** Long press, right click or the ⋯ button; with the place of the press where there is one. */
  onOptions?: ((at: PressPoint | null) => void) | undefined;
  /** The message that this one answers. */
  quote?: MessageQuoteProps | undefined;
  isForwarded?: boolean;
  /** Names of the people whom the text mentions. */
  mentioned?: readonly string[];
  reactions?: readonly ReactionCount[];
  onReact?: ((emoji: string) => void) | undefined;
  /** A swipe to the right, or the button beside the bubble. */
  onReply?: (() => void) | undefined;
  /** A long text is shown whole. */
  isExpanded?: boolean;
  onExpand?: (() => void) | undefined;
  /** Addresses are only words. */
  areLinksInert?: boolean;
  /** Jumped to a moment ago. */
  isFound?: boolean;
  isPinned?: boolean;
  isStarred?: boolean;
  /** While several messages are being selected, a press anywhere on the row selects it. */
  selection?: MessageSelection | undefined;
}

export interface MessageSelection {
  isSelected: boolean;
  /** Which message it is, for those who cannot see it. */
  label: string;
  /** @param isRange everything between the one that was pressed last and this one */
  onToggle: (isRange: boolean) => void;
}

const NOBODY: readonly string[] = [];
const NOTHING: readonly ReactionCount[] = [];
const ignore = (): void => undefined;

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
  attachments,
  pictures,
  linkCard,
  onOptions,
  quote,
  isForwarded = false,
  mentioned = NOBODY,
  reactions = NOTHING,
  onReact,
  onReply,
  isExpanded = false,
  onExpand,
  areLinksInert = false,
  isFound = false,
  selection,
  isPinned = false,
  isStarred = false,
}: MessageBubbleProps) {
  const { t } = useTranslation();
  const longPress = useLongPress(selection ? undefined : onOptions && (() => onOptions(null)));
  const swipe = useSwipe(selection ? undefined : onReply);
  const startsGroup = position === 'single' || position === 'first';
  const endsGroup = position === 'single' || position === 'last';
  return (
    <article
      className={`${styles.row({ side, startsGroup, isSelecting: selection !== undefined })} ${styles.message} ${isFound || selection?.isSelected ? styles.found : ''}`}
      tabIndex={-1}
      {...swipe}
    >
      {avatar !== undefined && <span className={styles.avatar}>{endsGroup && avatar}</span>}
      <div className={styles.column({ side })}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut; the ⋯ button beside it does the same. */}
        <div
          className={styles.bubble({
            side,
            position,
            isFailed: state === 'failed',
            isDeleted,
            hasPictures: pictures !== undefined,
            isBare: !isDeleted && !quote && !isForwarded && !attachments && isEmojiOnly(text),
          })}
          onContextMenu={(event) => {
            if (!onOptions) return;
            event.preventDefault();
            // A browser's own idea of a held finger: it gets the sheet that the other one opens.
            onOptions(isOfFinger(event.nativeEvent) ? null : { x: event.clientX, y: event.clientY });
          }}
          {...longPress}
        >
          {startsGroup && senderName !== undefined && <span className={styles.sender}>{senderName}</span>}
          {isForwarded && (
            <span className={styles.forwarded}>
              <Forward size={14} aria-hidden="true" />
              {t('chat.forwarded')}
            </span>
          )}
          {quote && <MessageQuote {...quote} />}
          {attachments !== undefined && pictures !== undefined ? (
            <div
              className={styles.pictures({
                isFirst: !quote && !isForwarded && !(startsGroup && senderName !== undefined),
                isLast: pictures === 'alone',
              })}
            >
              {attachments}
            </div>
          ) : (
            attachments
          )}
          {pictures !== 'alone' && (
            <MessageWords
              text={text}
              mentioned={mentioned}
              isExpanded={isExpanded}
              onExpand={onExpand}
              areLinksInert={areLinksInert}
            />
          )}
          {linkCard}
          <span className={pictures === 'alone' ? styles.metaOver : styles.meta({ side })}>
            {isPinned && <Pin size={12} role="img" aria-label={t('pinned.mark')} />}
            {isStarred && <Star size={12} fill="currentColor" role="img" aria-label={t('starred.mark')} />}
            {isEdited && <span>{t('chat.edited')}</span>}
            <time dateTime={dateTime}>{time}</time>
            {state !== undefined && (
              <MessageState
                state={state}
                progress={progress}
                ground={pictures === 'alone' ? 'picture' : 'bubble'}
              />
            )}
          </span>
        </div>
        {reactions.length > 0 && (
          <ReactionChips reactions={reactions} onToggle={onReact ?? ignore} isDisabled={!onReact} />
        )}
        {note !== undefined && <span className={styles.note}>{note}</span>}
        {failure && <FailureActions failure={failure} />}
      </div>
      {selection && (
        // biome-ignore lint/a11y/useSemanticElements: it covers a row, which no native checkbox does.
        <button
          type="button"
          role="checkbox"
          className={styles.select}
          aria-checked={selection.isSelected}
          aria-label={selection.label}
          // Arrows lead from message to message; the space bar presses it.
          tabIndex={-1}
          onClick={({ shiftKey }) => selection.onToggle(shiftKey)}
        >
          <ChoiceMark isChosen={selection.isSelected} />
        </button>
      )}
      {onOptions && !selection && (
        <span className={styles.tools}>
          <button
            type="button"
            className={styles.options}
            data-options
            // One stop of Tab for the whole conversation: arrows lead from message to message, Enter opens this.
            tabIndex={-1}
            aria-label={t('chat.messageOptions')}
            title={t('chat.messageOptions')}
            onClick={({ currentTarget }) => {
              const { left, bottom } = currentTarget.getBoundingClientRect();
              onOptions({ x: left, y: bottom });
            }}
          >
            <Ellipsis size={18} aria-hidden="true" />
          </button>
          {onReply && (
            <button
              type="button"
              className={styles.options}
              tabIndex={-1}
              aria-label={t('action.reply')}
              title={t('action.reply')}
              onClick={onReply}
            >
              <Reply size={18} aria-hidden="true" />
            </button>
          )}
        </span>
      )}
    </article>
  );
});

const isOfFinger = (event: Event): boolean => event instanceof PointerEvent && event.pointerType === 'touch';

function FailureActions({ failure }: { failure: MessageFailure }) {
  const { t } = useTranslation();
  return (
    <div className={styles.failure}>
      <span className={styles.reason}>{failure.reason}</span>
      <span className={styles.failureActions}>
        {failure.onRetry && (
          <Button variant="quiet" size="sm" onClick={failure.onRetry}>
            {t('action.retry')}
          </Button>
        )}
        {failure.onEdit && (
          <Button variant="quiet" size="sm" onClick={failure.onEdit}>
            {t('action.edit')}
          </Button>
        )}
        <Button variant="dangerQuiet" size="sm" onClick={failure.onDelete}>
          {failure.deleteLabel ?? t('action.delete')}
        </Button>
      </span>
    </div>
  );
}
