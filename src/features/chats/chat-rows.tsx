import { useVirtualizer } from '@tanstack/react-virtual';
import type { ChatListItem } from '../../queries/chat-list.ts';
import { ChatRowItem } from './chat-row-item.tsx';
import * as styles from './chat-rows.css.ts';

const ROW_PX = 72;
// More than the banners above the rows are high: their height is then nothing to reckon with.
const OVERSCAN = 10;

interface ChatRowsProps {
  chats: readonly ChatListItem[];
  /** Null until the screen has its element. */
  scroller: HTMLDivElement | null;
  currentCode: string | undefined;
}

/** Chats as a virtual list: each row asks for its own last message, and somebody is in a thousand. */
export function ChatRows({ chats, scroller, currentCode }: ChatRowsProps) {
  const virtualizer = useVirtualizer({
    count: chats.length,
    getScrollElement: () => scroller,
    getItemKey: (index) => chats[index]?.id ?? index,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
  });
  return (
    <ul className={styles.rows} style={{ blockSize: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map((row) => {
        const item = chats[row.index];
        return (
          item && (
            <li
              key={row.key}
              ref={virtualizer.measureElement}
              data-index={row.index}
              className={styles.row}
              style={{ transform: `translateY(${row.start}px)` }}
              aria-setsize={chats.length}
              aria-posinset={row.index + 1}
            >
              <ChatRowItem item={item} isCurrent={item.code !== null && item.code === currentCode} />
            </li>
          )
        );
      })}
    </ul>
  );
}
