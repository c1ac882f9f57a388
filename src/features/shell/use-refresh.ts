import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { haptic } from '../../components/haptics.ts';
import { calendarDaysBetween, formatDate } from '../../i18n/format.ts';
import { useEngine, useServices } from '../../session/services.tsx';

const savedTime = (language: string, then: Date, now: Date): string =>
  formatDate(language, calendarDaysBetween(then, now) <= 0 ? 'clock' : 'exact', then);

/**
 * What a pulled list, or its button, calls: asks for what is new, and without an answer it says how old that is what
 * one sees (docs/decisions/0019).
 * @param ask settles with whether the server answered
 */
export function useRefresh(ask: () => Promise<boolean>): () => Promise<void> {
  const { t, i18n } = useTranslation();
  const { toaster } = useServices();
  const engine = useEngine();
  return useCallback(async () => {
    haptic('light');
    if (await ask()) return;
    const { lastSyncedAt } = engine.status.value;
    const time = lastSyncedAt === null ? '–' : savedTime(i18n.language, new Date(lastSyncedAt), new Date());
    toaster.show({ message: t('status.savedAt', { time }), variant: 'info' });
  }, [ask, engine, i18n.language, t, toaster]);
}

/** The same for all that comes by itself: chats, friends, requests. */
export function useSyncRefresh(): () => Promise<void> {
  const engine = useEngine();
  return useRefresh(
    useCallback(async () => {
      const before = engine.status.value.lastSyncedAt ?? 0;
      await engine.sync();
      return (engine.status.value.lastSyncedAt ?? 0) > before;
    }, [engine]),
  );
}
