import { useVirtualizer } from '@tanstack/react-virtual';
import { startTransition, useEffect, useState } from 'react';
import type { ChatListItem } from '../../queries/chat-list.ts';
import { ChatRowItem } from './chat-row-item.tsx';
import * as styles from './chat-rows.css.ts';
import type { ChatSelection } from './use-chat-selection.ts';
import { useOffsetIn } from './use-offset-in.ts';
import { useRowMenu } from './use-row-menu.tsx';

const ROW_PX = 72;
/** Beyond the view, once what is in it is painted: each row reads its own last message. */
const OVERSCAN = 10;

interface ChatRowsProps {
  chats: readonly ChatListItem[];
  /** Null until the screen has its element. */
  scroller: HTMLDivElement | null;
  currentCode: string | undefined;
  selection: ChatSelection;
}

/** Chats as a virtual list: each row asks for its own last message, and somebody is in a thousand. */
export function ChatRows({ chats, scroller, currentCode, selection }: ChatRowsProps) {
  const { selected, select } = selection;
  const [list, setList] = useState<HTMLUListElement | null>(null);
  const scrollMargin = useOffsetIn(scroller, list);
  const [overscan, setOverscan] = useState(0);
  useEffect(() => {
    const frame = requestAnimationFrame(() => startTransition(() => setOverscan(OVERSCAN)));
    return () => cancelAnimationFrame(frame);
  }, []);
  const virtualizer = useVirtualizer({
    count: chats.length,
    getScrollElement: () => scroller,
    getItemKey: (index) => chats[index]?.id ?? index,
    estimateSize: () => ROW_PX,
    overscan,
    scrollMargin,
  });
  const { menu, listProps } = useRowMenu(chats, list, selection);
  return (
    <>
      <ul
        {...listProps}
        ref={setList}
        className={styles.rows}
        style={{ blockSize: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map((row) => {
          const item = chats[row.index];
          return (
            item && (
              <li
                key={row.key}
                ref={virtualizer.measureElement}
                data-index={row.index}
                data-chat={item.id}
                className={styles.row}
                style={{ insetBlockStart: row.start - scrollMargin }}
                aria-setsize={chats.length}
                aria-posinset={row.index + 1}
              >
                <ChatRowItem
                  item={item}
                  isCurrent={item.code !== null && item.code === currentCode}
                  isSelected={selected?.has(item.id)}
                  onSelect={select}
                />
              </li>
            )
          );
        })}
      </ul>
      {menu}
    </>
  );
}
