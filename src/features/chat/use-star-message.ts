import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { starId } from '../../../protocol/index.ts';
import type { LocalMessage } from '../../../sync/index.ts';
import { readStarsLeft } from '../../queries/starred-messages.ts';
import { useEngine, useServices } from '../../session/services.tsx';
import type { SaidMutate } from './use-said-mutate.ts';

type Target = Pick<LocalMessage, 'id' | 'chatId'>;

/** Stars messages for me alone, or takes their stars away; from the toast they come back. */
export function useStarMessages(
  mutate: SaidMutate,
): (messages: readonly Target[], isStarred: boolean) => void {
  const { t } = useTranslation();
  const { db, userId } = useEngine();
  const { toaster } = useServices();
  return useCallback(
    (messages, isStarred) => {
      const write = (all: readonly Target[], wanted: boolean): Promise<boolean[]> =>
        Promise.all(
          all.map(({ id: messageId, chatId }) =>
            mutate('starMessage', { chatId, messageId, isStarred: wanted }),
          ),
        );
      const act = async (): Promise<void> => {
        const stars = await db.starredMessages.bulkGet(messages.map(({ id }) => starId(userId, id)));
        const changed = messages.filter((_, at) => (stars[at] !== undefined) !== isStarred);
        if (isStarred && changed.length > (await readStarsLeft(db, userId)))
          return toaster.show({ message: t('error.tooManyStarred'), variant: 'error' });
        const areDone = await write(changed, isStarred);
        const done = changed.filter((_, at) => areDone[at]);
        if (isStarred && messages.length > 1)
          toaster.show({ message: t('starred.many', { count: messages.length }), variant: 'success' });
        if (isStarred || done.length === 0) return;
        toaster.show({
          message: t('starred.unstarred'),
          variant: 'success',
          action: { label: t('action.undo'), onPress: () => void write(done, true) },
        });
      };
      void act();
    },
    [db, mutate, t, toaster, userId],
  );
}
