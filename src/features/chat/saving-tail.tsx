import { useLayoutEffect, useMemo } from 'react';
import type { LocalMessage } from '../../../sync/index.ts';
import type { OpenChat } from '../../queries/chat.ts';
import type { MessagesWindow } from '../../queries/messages.ts';
import { useEngine } from '../../session/services.tsx';
import { buildTimeline } from './timeline.ts';
import { type RowActions, TimelineRow } from './timeline-row.tsx';

interface SavingTailProps {
  chat: OpenChat;
  messages: MessagesWindow;
  saving: readonly LocalMessage[];
  scroller: HTMLElement;
}

const nothing = () => undefined;

/**
 * What was sent a moment ago and is on its way to the disk, under the last row of the list. It is drawn without the list,
 * so that the frame of a key press costs one bubble however long the conversation is.
 */
export function SavingTail({ chat, messages, saving, scroller }: SavingTailProps) {
  const { userId } = useEngine();
  const items = useMemo(() => {
    const last = messages.messages.at(-1);
    const built = buildTimeline({
      messages: last ? [last, ...saving] : saving,
      start: 'complete',
      gaps: new Map(),
      me: userId,
      unseenAfter: null,
    });
    return built.slice(built.findIndex(({ key }) => key === last?.id) + 1);
  }, [messages, saving, userId]);
  // Nothing can be done with it yet.
  const actions = useMemo<RowActions>(
    () => ({
      me: userId,
      retry: nothing,
      editAgain: nothing,
      remove: nothing,
      discard: nothing,
      options: nothing,
      reply: nothing,
      react: nothing,
      jumpTo: nothing,
      select: nothing,
      expand: nothing,
    }),
    [userId],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a sender stands at the end.
  useLayoutEffect(() => {
    scroller.scrollTop = scroller.scrollHeight;
  }, [saving.length, scroller]);
  return items.map((item) => (
    <TimelineRow
      key={item.key}
      item={item}
      chat={chat}
      people={messages.people}
      isSaving
      row={undefined}
      refusedEdit={undefined}
      quoted={undefined}
      isHeldUp={false}
      isExpanded={false}
      isFound={false}
      isSelected={undefined}
      isPinned={false}
      isStarred={false}
      seenBy={undefined}
      hasReceipts
      actions={actions}
    />
  ));
}
