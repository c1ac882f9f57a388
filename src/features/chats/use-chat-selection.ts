import { useCallback, useMemo, useState } from 'react';
import type { ChatListItem } from '../../queries/chat-list.ts';

export type ChatSelection = {
  /** Ids of chats; null while nothing is being selected. */
  readonly selected: ReadonlySet<string> | null;
  /** Those of the list that are selected. */
  readonly chats: readonly ChatListItem[];
  /** Selects a chat, or takes it out; without any left the selection ends. */
  readonly select: (id: string) => void;
  readonly leave: () => void;
};

const NONE: readonly ChatListItem[] = [];

/** @param shown the chats of the list; what leaves it, as by another device, is not selected any more */
export function useChatSelection(shown: readonly ChatListItem[] = NONE): ChatSelection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const select = useCallback((id: string) => {
    setIds((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  const leave = useCallback(() => setIds(new Set()), []);
  const chats = useMemo(() => (ids.size === 0 ? NONE : shown.filter(({ id }) => ids.has(id))), [ids, shown]);
  const selected = useMemo(() => (chats.length === 0 ? null : new Set(chats.map(({ id }) => id))), [chats]);
  return useMemo(() => ({ selected, chats, select, leave }), [selected, chats, select, leave]);
}
