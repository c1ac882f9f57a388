import {
  type KeyboardEvent,
  lazy,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  Suspense,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { PressPoint } from '../../components/point-menu.tsx';
import { useLongPress } from '../../components/use-long-press.ts';
import type { ChatListItem } from '../../queries/chat-list.ts';
import { usePinChat } from '../chat-pins/use-pin-chat.ts';
import type { ChatSelection } from './use-chat-selection.ts';

const ChatRowMenu = lazy(async () => ({ default: (await import('./chat-row-menu.tsx')).ChatRowMenu }));

type Pressed = { readonly id: string; readonly at: PressPoint | null };

const rowOf = ({ target }: { target: EventTarget }): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-chat]') : null;

/**
 * The menu of a row in the list of chats: by a right click, a held finger, or the menu key. Alt with an arrow moves a pinned
 * one.
 * @returns what to spread on the list, whose rows say `data-chat`, and what to draw beside it
 */
export function useRowMenu(
  chats: readonly ChatListItem[],
  list: HTMLElement | null,
  { selected, select }: Pick<ChatSelection, 'selected' | 'select'>,
) {
  const { move } = usePinChat();
  // What is closing is still drawn while it goes.
  const [pressed, setPressed] = useState<Pressed | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const touched = useRef<string | null>(null);
  const moving = useRef<string | null>(null);
  const open = (id: string | undefined, at: PressPoint | null): void => {
    // What waits for an answer is answered on its own screen.
    const isRequest = chats.find((chat) => chat.id === id)?.shelf === 'requests';
    if (id === undefined || isRequest || selected !== null) return;
    setPressed({ id, at });
    setIsOpen(true);
  };
  const longPress = useLongPress(() => open(touched.current ?? undefined, null));
  // A row that changes its place in the document loses the focus.
  useLayoutEffect(() => {
    const isLost = moving.current !== null && document.activeElement === document.body;
    if (isLost && chats.length > 0) linkOf(list, moving.current)?.focus();
  }, [chats, list]);
  const item = chats.find(({ id }) => id === pressed?.id);
  const menu: ReactNode = pressed !== null && item !== undefined && (
    <Suspense fallback={null}>
      <ChatRowMenu
        item={item}
        isOpen={isOpen}
        at={pressed.at}
        onClose={() => setIsOpen(false)}
        onSelect={() => select(item.id)}
      />
    </Suspense>
  );
  return {
    menu,
    listProps: {
      ...longPress,
      onPointerDown: (event: PointerEvent) => {
        touched.current = rowOf(event)?.dataset['chat'] ?? null;
        moving.current = null;
        longPress.onPointerDown?.(event);
      },
      onContextMenu: (event: MouseEvent) => {
        const row = rowOf(event);
        if (row === null) return;
        event.preventDefault();
        open(row.dataset['chat'], placeOf(event, row));
      },
      onKeyDown: (event: KeyboardEvent) => {
        const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null;
        const id = rowOf(event)?.dataset['chat'];
        if (!event.altKey || step === null || id === undefined) {
          if (event.key !== 'Alt') moving.current = null;
          return;
        }
        if (chats.find((chat) => chat.id === id)?.pinRank == null) return;
        event.preventDefault();
        moving.current = id;
        void move(id, step);
      },
    },
  };
}

const linkOf = (list: HTMLElement | null, id: string | null): HTMLElement | null =>
  list?.querySelector<HTMLElement>(`[data-chat="${CSS.escape(id ?? '')}"] [data-row]`) ?? null;

/** Null for a finger; the menu key, which presses nowhere, gets the menu under the row's face. */
const placeOf = (
  { nativeEvent, clientX, clientY, button }: MouseEvent,
  row: HTMLElement,
): PressPoint | null => {
  if (nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch') return null;
  if (button === 2 && (clientX !== 0 || clientY !== 0)) return { x: clientX, y: clientY };
  const { left, top, height } = row.getBoundingClientRect();
  return { x: left + height / 2, y: top + height / 2 };
};
