import { useVirtualizer } from '@tanstack/react-virtual';
import { Hand } from 'lucide-react';
import { memo, type Ref, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { OutboxRowOf } from '../../../sync/index.ts';
import { useOutboxHand } from '../../app/use-outbox-hand.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { JumpPill } from '../../components/jump-pill.tsx';
import { MessageColumn } from '../../components/message-column.tsx';
import type { OpenChat } from '../../queries/chat.ts';
import type { MessagesWindow } from '../../queries/messages.ts';
import { shareEqual } from '../../queries/share-equal.ts';
import { useEngine } from '../../session/services.tsx';
import { prefersLessMotion } from '../../theme/device-preferences.ts';
import * as styles from './conversation.css.ts';
import { type MessageActions, MessageSheets, type SheetState } from './message-sheets.tsx';
import { halfVisibleSeqs } from './seen-tracker.ts';
import { buildTimeline, countNewBelow, type TimelineItem } from './timeline.ts';
import { TimelineRow } from './timeline-row.tsx';
import { useLoadOlder } from './use-load-older.ts';
import { useMarkSeen } from './use-mark-seen.ts';
import { END_PX, useStickToEnd } from './use-stick-to-end.ts';

const PILL_FROM_PX = 240;
const SMOOTH_UP_TO_PX = 3_000;
const PADDING_PX = 12;

export type ConversationHandle = { toEnd(): void };

interface ConversationProps {
  ref: Ref<ConversationHandle>;
  chat: OpenChat;
  messages: MessagesWindow;
  unseenAfter: number | null;
  scroller: HTMLDivElement;
  /** Where the way down is drawn: over the messages, without scrolling with them. */
  overlay: HTMLElement | null;
  onShowMore: () => void;
  onEdit: (row: OutboxRowOf<'sendMessage'>) => void;
}

/** The messages of a chat: a virtual list that hangs from its end. */
export const Conversation = memo(function Conversation({
  ref,
  chat,
  messages,
  unseenAfter,
  scroller,
  overlay,
  onShowMore,
  onEdit,
}: ConversationProps) {
  const { t } = useTranslation();
  const engine = useEngine();
  const drawn = useRef<readonly TimelineItem[]>([]);
  const items = useMemo(() => {
    // The rows that did not change stay the same ones, and are not drawn again.
    const built = buildTimeline({ ...messages, me: engine.userId, unseenAfter });
    drawn.current = shareEqual(drawn.current, built);
    return drawn.current;
  }, [messages, engine.userId, unseenAfter]);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller,
    getItemKey: (index) => items[index]?.key ?? index,
    estimateSize: (index) => (items[index]?.kind === 'message' ? 48 : 40),
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: END_PX,
    overscan: 8,
    paddingStart: PADDING_PX,
    paddingEnd: PADDING_PX,
  });

  const toEnd = () => {
    const isFar = virtualizer.getDistanceFromEnd() > SMOOTH_UP_TO_PX;
    virtualizer.scrollToEnd({ behavior: isFar || prefersLessMotion() ? 'auto' : 'smooth' });
  };
  useImperativeHandle(ref, () => ({ toEnd: () => virtualizer.scrollToEnd() }), [virtualizer]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first frame of a visit is placed; then the reader decides.
  useLayoutEffect(() => {
    const divider = items.findIndex((item) => item.kind === 'unseen');
    if (divider > 0) virtualizer.scrollToIndex(divider, { align: 'start' });
    else virtualizer.scrollToEnd();
  }, [virtualizer]);

  useStickToEnd(scroller, virtualizer.scrollToEnd);

  const rows = virtualizer.getVirtualItems();
  const visibleSeqs = () => {
    const start = scroller.scrollTop;
    const extents = virtualizer.getVirtualItems().flatMap((row) => {
      const item = items[row.index];
      const seq = item?.kind === 'message' ? item.message.seq : null;
      return seq === null ? [] : [{ seq, start: row.start, end: row.end }];
    });
    return halfVisibleSeqs(extents, { start, end: start + scroller.clientHeight });
  };
  useMarkSeen(chat, visibleSeqs);

  const isHeldUp = useLoadOlder({
    chatId: chat.id,
    start: messages.start,
    isNearStart: (rows[0]?.index ?? 0) <= 4,
    onShowMore,
  });

  const reachedSeq = useRef(0);
  reachedSeq.current = Math.max(reachedSeq.current, ...visibleSeqs());
  const newBelow = countNewBelow(items, reachedSeq.current);
  const isAway = virtualizer.getDistanceFromEnd() > PILL_FROM_PX;

  const hand = useOutboxHand();
  const [sheet, setSheet] = useState<SheetState>(null);
  const actions = useMemo<MessageActions>(
    () => ({
      retry: (row) => hand.retry(row.id),
      edit: onEdit,
      remove: (row) => setSheet({ kind: 'remove', row }),
      options: (message) => setSheet({ kind: 'options', message }),
    }),
    [hand, onEdit],
  );

  if (items.length === 0) {
    return (
      <div className={styles.empty}>
        <EmptyState icon={<Hand size={32} />} line={t('chat.empty')} hint={t('chat.emptyHint')} />
      </div>
    );
  }
  return (
    <>
      <MessageColumn sizePx={virtualizer.getTotalSize()}>
        {rows.map((row) => {
          const item = items[row.index];
          return (
            item && (
              <div
                key={row.key}
                ref={virtualizer.measureElement}
                data-index={row.index}
                className={styles.item}
                style={{ transform: `translateY(${row.start}px)` }}
              >
                <TimelineRow
                  item={item}
                  chat={chat}
                  row={messages.outbox.get(row.key.toString())}
                  isHeldUp={isHeldUp}
                  actions={actions}
                />
              </div>
            )
          );
        })}
      </MessageColumn>
      <MessageSheets state={sheet} onChange={setSheet} />
      {overlay !== null &&
        (isAway || newBelow > 0) &&
        createPortal(<JumpPill count={newBelow} onPress={toEnd} />, overlay)}
    </>
  );
});
