import { useEffect } from 'react';
import { z } from '../../../protocol/index.ts';
import { reportFault } from '../../app/faults.ts';
import { readSeenMarks, useUnseenTotal } from '../../queries/unseen.ts';
import { useEngine } from '../../session/services.tsx';

/** What sw/notification.ts puts into each. */
const noticeData = z.object({ chatId: z.uuid(), seq: z.int() });

/** Notifications of what was read, here or on another device, go away: at start, with each mark, and when one comes back. */
export function useCloseRead(): void {
  const engine = useEngine();
  const unseen = useUnseenTotal();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the count is when something was read.
  useEffect(() => {
    const close = async (): Promise<void> => {
      const registration = await navigator.serviceWorker?.getRegistration();
      const shown = (await registration?.getNotifications?.()) ?? [];
      if (shown.length === 0) return;
      const seen = await readSeenMarks(engine);
      for (const notification of shown) {
        const { data } = noticeData.safeParse(notification.data);
        if (data && (seen.get(data.chatId) ?? 0) >= data.seq) notification.close();
      }
    };
    const run = () => void close().catch(reportFault);
    run();
    window.addEventListener('focus', run);
    return () => window.removeEventListener('focus', run);
  }, [engine, unseen]);
}
