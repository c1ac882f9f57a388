import { type Dispatch, type SetStateAction, useCallback, useMemo, useState } from 'react';
import type { LocalMessage, OutboxRowOf } from '../../../sync/index.ts';
import { useOutboxHand } from '../../app/use-outbox-hand.ts';
import { useEngine } from '../../session/services.tsx';
import { type MessageActions, useMessageActions } from './message-actions.ts';
import type { SheetState } from './message-sheets.tsx';
import type { RowActions } from './timeline-row.tsx';

type Options = {
  onEditAgain: (row: OutboxRowOf<'sendMessage' | 'editMessage'>) => void;
  onReply: (message: LocalMessage) => void;
  onEdit: (message: LocalMessage) => void;
  jumpTo: (messageId: string) => void;
  onSelect: (message: LocalMessage, isRange: boolean) => void;
};

/** What the rows of a conversation can be asked to do, and the sheet that one of them has opened. */
export function useRowActions({ onEditAgain, onReply, onEdit, jumpTo, onSelect }: Options): {
  actions: RowActions;
  messageActions: MessageActions;
  sheet: SheetState;
  setSheet: Dispatch<SetStateAction<SheetState>>;
  /** The long messages that are shown whole. */
  expanded: ReadonlySet<string>;
} {
  const { userId } = useEngine();
  const hand = useOutboxHand();
  const [sheet, setSheet] = useState<SheetState>(null);
  const begin = useCallback((message: LocalMessage) => onSelect(message, false), [onSelect]);
  const messageActions = useMessageActions(onReply, onEdit, begin);
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const actions = useMemo<RowActions>(
    () => ({
      me: userId,
      retry: (row) => hand.retry(row.id),
      editAgain: onEditAgain,
      remove: (row) => setSheet({ kind: 'remove', row }),
      discard: messageActions.discard,
      // A finger has a sheet under the thumb, a mouse a menu at the pointer.
      options: (message, row, at) =>
        setSheet({
          kind: 'options',
          message,
          row,
          at: matchMedia('(pointer: coarse)').matches ? null : at,
        }),
      reply: messageActions.reply,
      react: messageActions.react,
      jumpTo,
      select: onSelect,
      expand: (id) => setExpanded((known) => new Set(known).add(id)),
    }),
    [userId, hand, messageActions, jumpTo, onEditAgain, onSelect],
  );
  return { actions, messageActions, sheet, setSheet, expanded };
}
