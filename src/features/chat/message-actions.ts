import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { LocalMessage, OutboxRow } from '../../../sync/index.ts';
import { useOutboxHand } from '../../app/use-outbox-hand.ts';
import { useServices } from '../../session/services.tsx';
import { usePinMessage } from './use-pin-message.ts';
import { useSaidMutate } from './use-said-mutate.ts';
import { useStarMessage } from './use-star-message.ts';

/** What a press on a message does. */
export type MessageActions = {
  readonly reply: (message: LocalMessage) => void;
  readonly edit: (message: LocalMessage) => void;
  readonly react: (message: LocalMessage, emoji: string | null) => void;
  readonly pin: (message: LocalMessage, isPinned: boolean) => void;
  readonly star: (message: LocalMessage, isStarred: boolean) => void;
  readonly deleteForMe: (message: LocalMessage) => void;
  readonly deleteForAll: (message: LocalMessage) => void;
  readonly discard: (row: OutboxRow) => void;
};

/**
 * What can be done to messages, each at once and without a network.
 * @param onReply @param onEdit the composer's part
 */
export function useMessageActions(
  onReply: (message: LocalMessage) => void,
  onEdit: (message: LocalMessage) => void,
): MessageActions {
  const { t } = useTranslation();
  const { toaster } = useServices();
  const mutate = useSaidMutate();
  const pin = usePinMessage(mutate);
  const star = useStarMessage(mutate);
  const hand = useOutboxHand();
  return useMemo(() => {
    const targetOf = ({ chatId, id: messageId }: LocalMessage) => ({ chatId, messageId });
    return {
      reply: onReply,
      edit: onEdit,
      react: (message, emoji) => void mutate('reactToMessage', { ...targetOf(message), emoji }),
      pin,
      star,
      deleteForMe: (message) => {
        const target = targetOf(message);
        void mutate('hideMessage', { ...target, hidden: true }).then((isDone) => {
          if (!isDone) return;
          toaster.show({
            message: t('chat.deletedForMe'),
            variant: 'success',
            action: {
              label: t('action.undo'),
              onPress: () => void mutate('hideMessage', { ...target, hidden: false }),
            },
          });
        });
      },
      deleteForAll: (message) => void mutate('deleteMessage', targetOf(message)),
      discard: (row) => hand.discard(row.id),
    };
  }, [hand, mutate, onEdit, onReply, pin, star, t, toaster]);
}
