import { useCallback, useMemo, useRef, useState } from 'react';
import type { LocalMessage } from '../../../../sync/index.ts';
import { currentOf, type Selected, selectRange, toggle } from './selected.ts';

export type Selection = {
  readonly selected: Selected;
  /** As they stand now, in the order of the chat. */
  readonly messages: readonly LocalMessage[];
  /** @param isRange everything between the one that was pressed last and this one, as Shift does */
  readonly select: (message: LocalMessage, isRange: boolean) => void;
  readonly leave: () => void;
};

const NOTHING: readonly LocalMessage[] = [];

/** @param drawn the messages of the chat that are drawn, oldest first */
export function useSelection(drawn: readonly LocalMessage[] = NOTHING): Selection {
  const [selected, setSelected] = useState<Selected>(null);
  const last = useRef<string | null>(null);
  const shown = useRef(drawn);
  shown.current = drawn;
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
  const messages = useMemo(
    () => (selected === null ? NOTHING : currentOf(selected, drawn)),
    [selected, drawn],
  );
  return useMemo(() => ({ selected, messages, select, leave }), [selected, messages, select, leave]);
}
