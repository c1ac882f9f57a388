import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { type ListId, listId } from '../../../sync/index.ts';
import { useEngine, useEngineStatus, useServices } from '../../session/services.tsx';

/** How far back a chat is brought when it is pinned. */
const MESSAGES = 200;

/** Keeps a chat or post on this device, with what it shows, or no longer. */
export function usePin(): (list: ListId, isPinned: boolean) => Promise<void> {
  const { t } = useTranslation();
  const engine = useEngine();
  const { toaster } = useServices();
  const isOffline = useEngineStatus().connection === 'offline';
  return useCallback(
    async (list, isPinned) => {
      await engine.setPinned(list, isPinned);
      const done = isPinned ? (isOffline ? 'media.keptLater' : 'media.kept') : 'media.notKept';
      toaster.show({ message: t(done), variant: 'success' });
      if (!isPinned) return;
      const [kind, key = ''] = list.split(':');
      if (kind === 'post') {
        await engine.loadNewest(list);
        await engine.loadNewest(listId('comments', key));
        return;
      }
      await engine.loadAll(list, { rowsMax: MESSAGES });
    },
    [engine, isOffline, t, toaster],
  );
}
