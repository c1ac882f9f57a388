import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { LocalMessage } from '../../../sync/index.ts';
import { isStarringFull } from '../../queries/starred-messages.ts';
import { useEngine, useServices } from '../../session/services.tsx';
import type { SaidMutate } from './use-said-mutate.ts';

/** Stars a message for me alone, or takes the star away; from the toast it comes back. */
export function useStarMessage(
  mutate: SaidMutate,
): (message: Pick<LocalMessage, 'id' | 'chatId'>, isStarred: boolean) => void {
  const { t } = useTranslation();
  const { db } = useEngine();
  const { toaster } = useServices();
  return useCallback(
    ({ id: messageId, chatId }, isStarred) => {
      const write = (wanted: boolean) => mutate('starMessage', { chatId, messageId, isStarred: wanted });
      const act = async (): Promise<void> => {
        if (isStarred && (await isStarringFull(db)))
          return toaster.show({ message: t('error.tooManyStarred'), variant: 'error' });
        if (!(await write(isStarred)) || isStarred) return;
        toaster.show({
          message: t('starred.unstarred'),
          variant: 'success',
          action: { label: t('action.undo'), onPress: () => void write(true) },
        });
      };
      void act();
    },
    [db, mutate, t, toaster],
  );
}
