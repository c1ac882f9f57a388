import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { LocalMessage, OutboxRow } from '../../../sync/index.ts';
import { useOutboxHand } from '../../app/use-outbox-hand.ts';
import { useServices } from '../../session/services.tsx';
import { usePinMessage } from './use-pin-message.ts';
import { useSaidMutate } from './use-said-mutate.ts';
import { useStarMessages } from './use-star-message.ts';

/** What a press on a message does. */
export type MessageActions = {
  readonly reply: (message: LocalMessage) => void;
  readonly edit: (message: LocalMessage) => void;
  readonly react: (message: LocalMessage, emoji: string | null) => void;
  readonly pin: (message: LocalMessage, isPinned: boolean) => void;
  readonly star: (message: LocalMessage, isStarred: boolean) => void;
  readonly deleteForMe: (message: LocalMessage) => void;
  readonly deleteForAll: (message: LocalMessage) => void;
  readonly removePreview: (message: LocalMessage) => void;
  readonly discard: (row: OutboxRow) => void;
  /** Begins to select several. */
  readonly select: (message: LocalMessage) => void;
};

const targetOf = ({ chatId, id: messageId }: LocalMessage) => ({ chatId, messageId });

export type DeleteMessages = {
  /** Can be undone for a moment. */
  readonly forMe: (messages: readonly LocalMessage[]) => void;
  readonly forAll: (messages: readonly LocalMessage[]) => void;
};

export function useDeleteMessages(): DeleteMessages {
  const { t } = useTranslation();
  const { toaster } = useServices();
  const mutate = useSaidMutate();
  return useMemo(() => {
    const hide = (messages: readonly LocalMessage[], hidden: boolean) =>
      Promise.all(messages.map((message) => mutate('hideMessage', { ...targetOf(message), hidden })));
    return {
      forMe: (messages) =>
        void hide(messages, true).then((areDone) => {
          const hidden = messages.filter((_, at) => areDone[at]);
          if (hidden.length === 0) return;
          toaster.show({
            message: t('chat.deletedForMe'),
            variant: 'success',
            action: { label: t('action.undo'), onPress: () => void hide(hidden, false) },
          });
        }),
      forAll: (messages) => {
        for (const message of messages) void mutate('deleteMessage', targetOf(message));
      },
    };
  }, [mutate, t, toaster]);
}

/**
 * What can be done to messages, each at once and without a network.
 * @param onReply @param onEdit the composer's part
 */
export function useMessageActions(
  onReply: (message: LocalMessage) => void,
  onEdit: (message: LocalMessage) => void,
  onSelect: (message: LocalMessage) => void,
): MessageActions {
  const mutate = useSaidMutate();
  const remove = useDeleteMessages();
  const pin = usePinMessage(mutate);
  const starAll = useStarMessages(mutate);
  const hand = useOutboxHand();
  return useMemo(
    () => ({
      reply: onReply,
      edit: onEdit,
      react: (message, emoji) => void mutate('reactToMessage', { ...targetOf(message), emoji }),
      deleteForMe: (message) => remove.forMe([message]),
      deleteForAll: (message) => remove.forAll([message]),
      pin,
      star: (message, isStarred) => starAll([message], isStarred),
      removePreview: (message) => {
        const content = message.content ?? '';
        const same = { ...targetOf(message), content, expectedContent: content };
        void mutate('editMessage', { ...same, preview: null });
      },
      discard: (row) => hand.discard(row.id),
      select: onSelect,
    }),
    [hand, mutate, onEdit, onReply, onSelect, pin, remove, starAll],
  );
}
