import { Copy, Forward, Star, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type LocalMessage, serverClock } from '../../../../sync/index.ts';
import { type SelectionAction, SelectionBar } from '../../../components/selection-bar.tsx';
import type { OpenChat } from '../../../queries/chat.ts';
import { needsAttention } from '../../../queries/failed-messages.ts';
import type { MessagesWindow } from '../../../queries/messages.ts';
import { useEngine } from '../../../session/services.tsx';
import { DeleteDialog } from '../delete-dialog.tsx';
import { ForwardSheet } from '../forward-sheet.tsx';
import { useDeleteMessages } from '../message-actions.ts';
import { messageRights } from '../message-rights.ts';
import { useCopyText } from '../use-copy-text.ts';
import { useSaidMutate } from '../use-said-mutate.ts';
import { useStarMessages } from '../use-star-message.ts';
import { copiedText } from './selected.ts';

interface MessageSelectionBarProps {
  chat: OpenChat;
  /** In the order of the chat. */
  messages: readonly LocalMessage[];
  shown: Pick<MessagesWindow, 'people' | 'outbox'>;
  onLeave: () => void;
}

/** In place of the composer: what can be done with all selected messages at once. */
export function MessageSelectionBar({
  chat,
  messages,
  shown: { people, outbox },
  onLeave,
}: MessageSelectionBarProps) {
  const { t } = useTranslation();
  const { userId: me } = useEngine();
  const copy = useCopyText();
  const remove = useDeleteMessages();
  const starAll = useStarMessages(useSaidMutate());
  const [question, setQuestion] = useState<'forward' | 'delete' | null>(null);
  const nowMs = serverClock.now();
  const rights = messages.map((message) => {
    const isPending = message.seq === null && outbox.get(message.id)?.state !== 'acked';
    const { canWrite, isSaved } = chat;
    return messageRights(message, { me, nowMs, canWrite, isSaved, canPin: false, isPending });
  });
  // They are read again after each press.
  const isAny = messages.length > 0;
  const isFailed = ({ id }: LocalMessage): boolean => {
    const row = outbox.get(id);
    return row !== undefined && needsAttention(row);
  };
  const close = () => setQuestion(null);
  const leaveAfter = (act: (messages: readonly LocalMessage[]) => void) => () => {
    act(messages);
    onLeave();
  };
  const actions: readonly SelectionAction[] = [
    {
      ...{ id: 'copy', label: t('selection.copy'), icon: Copy },
      isPossible: rights.some(({ canCopy }) => canCopy),
      onPress: leaveAfter(() => copy(copiedText(messages, people))),
    },
    {
      ...{ id: 'forward', label: t('chat.forward'), icon: Forward },
      isPossible: isAny && rights.every(({ canForward }) => canForward),
      onPress: () => setQuestion('forward'),
    },
    {
      ...{ id: 'star', label: t('starred.star'), icon: Star },
      isPossible: isAny && rights.every(({ canStar }) => canStar) && !messages.some(isFailed),
      onPress: leaveAfter((all) => starAll(all, true)),
    },
    {
      ...{ id: 'delete', label: t('action.delete'), icon: Trash2, tone: 'danger' },
      isPossible: isAny && rights.every(({ canDelete }) => canDelete),
      onPress: () => setQuestion('delete'),
    },
  ];
  return (
    <>
      <SelectionBar actions={actions} onLeave={onLeave} />
      <ForwardSheet isOpen={question === 'forward'} messages={messages} onClose={close} onSent={onLeave} />
      <DeleteDialog
        isOpen={question === 'delete'}
        count={messages.length}
        isSaved={chat.isSaved}
        canDeleteForAll={rights.every(({ canDeleteForAll }) => canDeleteForAll)}
        onDeleteForMe={leaveAfter(remove.forMe)}
        onDeleteForAll={leaveAfter(remove.forAll)}
        onClose={close}
      />
    </>
  );
}
