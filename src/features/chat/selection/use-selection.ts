import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { LocalMessage } from '../../../../sync/index.ts';
import { useSelectedMessages } from '../../../queries/selected-messages.ts';
import { type Selected, selectRange, toggle } from './selected.ts';

export type Selection = {
  /** Null: nothing is being selected. */
  readonly selected: Selected;
  /** As they stand now, in the order of the chat, without what was deleted meanwhile. */
  readonly messages: readonly LocalMessage[];
  readonly count: number;
  /** @param isRange everything between the one that was pressed last and this one, as Shift does */
  readonly select: (message: LocalMessage, isRange: boolean) => void;
  readonly leave: () => void;
};

const NONE: readonly LocalMessage[] = [];

/** @param drawn the messages of the chat that are drawn, oldest first */
export function useSelection(chatId: string, drawn: readonly LocalMessage[] = NONE): Selection {
  const [selected, setSelected] = useState<Selected>(null);
  const last = useRef<string | null>(null);
  const shown = useRef(drawn);
  shown.current = drawn;
  const ids = useMemo(() => [...(selected ?? [])], [selected]);
  const found = useSelectedMessages('selection', chatId, ids);
  const before = useRef(NONE);
  if (found !== null) before.current = found;
  const isAllGone = ids.length > 0 && found?.length === 0;
  useEffect(() => {
    if (isAllGone) setSelected(null);
  }, [isAllGone]);
  // While they are read again, what is still selected stays.
  const messages = useMemo(
    () => found ?? before.current.filter(({ id }) => selected?.has(id)),
    [found, selected],
  );
  const count = found?.length ?? ids.length;
  const select = useCallback((message: LocalMessage, isRange: boolean) => {
    const from = last.current;
    last.current = message.id;
    setSelected((now) =>
      isRange && now !== null && from !== null
        ? selectRange(now, shown.current, from, message)
        : toggle(now, message),
    );
  }, []);
  const leave = useCallback(() => setSelected(null), []);
  return useMemo(
    () => ({ selected, messages, count, select, leave }),
    [selected, messages, count, select, leave],
  );
}
