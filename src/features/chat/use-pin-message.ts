import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { LocalMessage } from '../../../sync/index.ts';
import { isPinningFull } from '../../queries/pinned-messages.ts';
import { useEngine, useServices } from '../../session/services.tsx';
import type { SaidMutate } from './use-said-mutate.ts';

/** Pins a message for everybody in its chat, or unpins it; what was unpinned by mistake is pinned again from the toast. */
export function usePinMessage(
  mutate: SaidMutate,
): (message: Pick<LocalMessage, 'id' | 'chatId'>, isPinned: boolean) => void {
  const { t } = useTranslation();
  const { db, userId } = useEngine();
  const { toaster } = useServices();
  return useCallback(
    ({ id: messageId, chatId }, isPinned) => {
      const write = (wanted: boolean) => mutate('pinMessage', { chatId, messageId, isPinned: wanted });
      const act = async (): Promise<void> => {
        // Said here: the server would say it when there is a network, long after the press.
        if (isPinned && (await isPinningFull(db, userId, chatId)))
          return toaster.show({ message: t('error.tooManyPinned'), variant: 'error' });
        if (!(await write(isPinned)) || isPinned) return;
        toaster.show({
          message: t('pinned.unpinned'),
          variant: 'success',
          action: { label: t('action.undo'), onPress: () => void write(true) },
        });
      };
      void act();
    },
    [db, userId, mutate, t, toaster],
  );
}
