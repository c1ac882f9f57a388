import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, type Ref, useCallback, useImperativeHandle, useMemo, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { LocalMessage, OutboxRowOf } from '../../../sync/index.ts';
import { halfVisibleSeqs } from '../../app/seen-tracker.ts';
import { useTimeZone } from '../../app/time-zone.ts';
import { JumpPill } from '../../components/jump-pill.tsx';
import { MessageColumn } from '../../components/message-column.tsx';
import type { OpenChat } from '../../queries/chat.ts';
import type { MessagesWindow } from '../../queries/messages.ts';
import { useMe } from '../../queries/people.ts';
import { hasReceipts } from '../../queries/receipts.ts';
import { shareEqual } from '../../queries/share-equal.ts';
import { useEngine } from '../../session/services.tsx';
import * as styles from './conversation.css.ts';
import { EmptyConversation } from './empty-conversation.tsx';
import { moveInLog } from './log-keys.ts';
import { MentionPill } from './mention-pill.tsx';
import { receiptsOf } from './message-receipts.ts';
import { MessageSheets, type SheetState } from './message-sheets.tsx';
import type { Selection } from './selection/use-selection.ts';
import { buildTimeline, countNewBelow, newestOwn, type TimelineItem } from './timeline.ts';
import { TimelineRow } from './timeline-row.tsx';
import { useEnd } from './use-end.ts';
import type { Extent } from './use-extent.ts';
import { useJump } from './use-jump.ts';
import { useLoadOlder } from './use-load-older.ts';
import { useMarkSeen } from './use-mark-seen.ts';
import { useReached } from './use-reached.ts';
import { useRowActions } from './use-row-actions.ts';
import { useStickToEnd } from './use-stick-to-end.ts';

const PILL_FROM_PX = 240;
const PADDING_PX = styles.END_PADDING_PX;

export type ConversationHandle = { toEnd(): void; toMessage(id: string, seq?: number): void };

interface ConversationProps {
  ref: Ref<ConversationHandle>;
  chat: OpenChat;
  messages: MessagesWindow;
  pinnedIds: ReadonlySet<string>;
  starredIds: ReadonlySet<string>;
  unseenAfter: number | null;
  /** The member has blocked this person: the empty chat does not suggest writing. */
  isBlocked: boolean;
  scroller: HTMLDivElement;
  /** Where the way down is drawn: over the messages, without scrolling with them. */
  overlay: HTMLElement | null;
  window: Extent;
  /** Told of the element under the last row. */
  onTail: (element: HTMLElement | null) => void;
  /** The message that the address names. */
  firstId: string | undefined;
  firstSeq: number | undefined;
  /** The words of something refused go back into the field. */
  onEditAgain: (row: OutboxRowOf<'sendMessage' | 'editMessage'>) => void;
  onReply: (message: LocalMessage) => void;
  onEdit: (message: LocalMessage) => void;
  selection: Pick<Selection, 'selected' | 'select'>;
  /** More has come than fits into the view: the unseen begins after this one. */
  onUnseenFrom: (seenSeq: number) => void;
}

/** The messages of a chat: a virtual list that hangs from its end. */
export const Conversation = memo(function Conversation({
  ref,
  chat,
  messages,
  pinnedIds,
  starredIds,
  unseenAfter,
  isBlocked,
  scroller,
  overlay,
  window: part,
  onTail,
  firstId,
  firstSeq,
  onEditAgain,
  onReply,
  onEdit,
  selection: { selected, select },
  onUnseenFrom,
}: ConversationProps) {
  const engine = useEngine();
  const drawn = useRef<readonly TimelineItem[]>([]);
  const zone = useTimeZone();
  // biome-ignore lint/correctness/useExhaustiveDependencies: days are those of the zone.
  const items = useMemo(() => {
    // The rows that did not change stay the same ones, and are not drawn again.
    const built = buildTimeline({ ...messages, me: engine.userId, unseenAfter });
    drawn.current = shareEqual(drawn.current, built);
    return drawn.current;
  }, [messages, engine.userId, unseenAfter, zone]);
  const estimateSize = (index: number): number => (items[index]?.kind === 'message' ? 48 : 40);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller,
    getItemKey: (index) => items[index]?.key ?? index,
    estimateSize,
    anchorTo: 'end',
    overscan: 8,
    paddingStart: PADDING_PX,
    paddingEnd: PADDING_PX,
  });

  // Its own rule does not make up for a row that was measured before while one scrolls back: a row that joins the group of
  // an older message loses its gap, and everything below would move by it.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = ({ index, start, size, end }, _delta, list) => {
    const top = list.scrollOffset ?? 0;
    const isFirstMeasure = size === estimateSize(index);
    return end <= top || (isFirstMeasure && start < top);
  };

  const { foundId, jumpTo, moveOn } = useJump({
    chatId: chat.id,
    items,
    around: messages.around,
    virtualizer,
    firstId,
    firstSeq,
    onShowAround: part.showAround,
  });

  const end = useEnd({ items, messages, unseenAfter, part, virtualizer, moveOn });
  useImperativeHandle(ref, () => ({ toEnd: end.stand, toMessage: jumpTo }));

  useStickToEnd({
    scroller,
    scrollToEnd: virtualizer.scrollToEnd,
    newestKey: messages.isLive ? items.at(-1)?.key : undefined,
    fits: () => {
      const newest = items.at(-1);
      // A member who writes has gone to the end, although what lies above is not marked as seen yet.
      if (newest?.kind === 'message' && newest.message.senderId === engine.userId) return true;
      const seenSeq = chat.membership?.seenSeq ?? 0;
      const first = items.findIndex(
        (item) =>
          item.kind === 'message' &&
          (item.message.seq ?? 0) > seenSeq &&
          item.message.senderId !== engine.userId,
      );
      const start = virtualizer.measurementsCache[first]?.start;
      return start === undefined || virtualizer.getTotalSize() - start <= scroller.clientHeight;
    },
    onUnseen(isFollowed) {
      const newest = items.at(-1);
      // Written on another device: nothing that the member has not seen.
      if (newest?.kind === 'message' && newest.isOwn) return;
      end.followDivider(isFollowed);
      onUnseenFrom(chat.membership?.seenSeq ?? 0);
    },
  });

  const rows = virtualizer.getVirtualItems();
  const visibleSeqs = () => {
    const start = scroller.scrollTop;
    const extents = virtualizer.getVirtualItems().flatMap((row) => {
      const item = items[row.index];
      const seq = item?.kind === 'message' ? item.message.seq : null;
      return seq === null ? [] : [{ seq, start: row.start, end: row.end }];
    });
    const bottom = start + scroller.clientHeight;
    const last = rows.at(-1);
    const isEndInView = items.length === 0 || (last?.index === items.length - 1 && last.end <= bottom + 1);
    // What was deleted or hidden behind it is drawn nowhere.
    const through = isEndInView && messages.endSeq !== null ? [messages.endSeq] : [];
    return [...halfVisibleSeqs(extents, { start, end: bottom }), ...through];
  };
  useMarkSeen(chat, visibleSeqs, scroller);

  const isHeldUp = useLoadOlder({
    chatId: chat.id,
    messages,
    near: rows.map(({ index }) => items[index]),
    isNearStart: (rows[0]?.index ?? 0) <= 4,
    isNearEnd: (rows.at(-1)?.index ?? 0) >= items.length - 4,
    onShowMore: part.showMore,
  });

  // What was seen before this visit is not new, wherever one begins to read.
  const reachedSeq = useReached(visibleSeqs, unseenAfter ?? chat.chat?.lastSeq ?? 0);
  // An old part does not hold the new ones: they are counted as the list of chats counts them.
  const newBelow = messages.isLive
    ? countNewBelow(items, Math.max(reachedSeq, ...visibleSeqs()))
    : chat.unseen;
  const isAway = !messages.isLive || virtualizer.getDistanceFromEnd() > PILL_FROM_PX;

  const { actions, messageActions, sheet, setSheet, expanded } = useRowActions({
    onReply,
    onEdit,
    onEditAgain,
    jumpTo,
    onSelect: select,
  });
  // Beside the pointer's menu one has to see whose it is; a finger's sheet lifts it.
  const pointedAt = sheet?.kind === 'options' && sheet.at !== null ? sheet.message.id : null;
  const closeSheet = useCallback(
    (kind: NonNullable<SheetState>['kind']) => setSheet((now) => (now?.kind === kind ? null : now)),
    [setSheet],
  );
  const sendsReceipts = useMe()?.settings?.sendReadReceipts ?? true;
  const lastOwn = useMemo(() => newestOwn(items), [items]);
  const isTold = sendsReceipts && hasReceipts(chat);
  const seenBy = isTold && !chat.isPrivate && lastOwn ? receiptsOf(lastOwn, chat.others).seen.length : 0;

  if (items.length === 0) return <EmptyConversation isBlocked={isBlocked} isSaved={chat.isSaved} />;
  return (
    <>
      <MessageColumn sizePx={virtualizer.getTotalSize()} onKeyDown={moveInLog}>
        {rows.map((row) => {
          const item = items[row.index];
          return (
            item && (
              <div
                key={row.key}
                ref={virtualizer.measureElement}
                data-index={row.index}
                data-message={item.kind === 'message' ? item.key : undefined}
                className={styles.item}
                style={{ insetBlockStart: row.start }}
              >
                <TimelineRow
                  item={item}
                  chat={chat}
                  people={messages.people}
                  isSaving={false}
                  row={messages.outbox.get(item.key)}
                  refusedEdit={messages.refusedEdits.get(item.key)}
                  quoted={quotedBy(messages, item)}
                  isHeldUp={isHeldUp}
                  isExpanded={expanded.has(item.key)}
                  isPinned={pinnedIds.has(item.key)}
                  isStarred={starredIds.has(item.key)}
                  isFound={foundId === item.key || pointedAt === item.key}
                  isSelected={selected?.has(item.key)}
                  seenBy={item.key === lastOwn?.id ? seenBy : undefined}
                  hasReceipts={sendsReceipts}
                  actions={actions}
                />
              </div>
            )
          );
        })}
        {/* Read out once: as the row that takes its place. */}
        <div ref={onTail} className={styles.tail} aria-live="off" />
      </MessageColumn>
      <MessageSheets
        state={sheet}
        chat={chat}
        people={messages.people}
        hasReceipts={isTold}
        pinnedIds={pinnedIds}
        starredIds={starredIds}
        messageActions={messageActions}
        onChange={setSheet}
        onClose={closeSheet}
      />
      {overlay !== null &&
        (isAway || newBelow > 0) &&
        createPortal(<JumpPill count={newBelow} onPress={end.travel} />, overlay)}
      {overlay !== null &&
        chat.unseen > 0 &&
        chat.membership !== undefined &&
        createPortal(
          <MentionPill chatId={chat.id} seenSeq={chat.membership.seenSeq} onJump={jumpTo} />,
          overlay,
        )}
    </>
  );
});

const quotedBy = ({ quoted }: MessagesWindow, item: TimelineItem): LocalMessage | undefined =>
  item.kind === 'message' && item.message.replyToId !== null ? quoted.get(item.message.replyToId) : undefined;
