import { withEngine } from './member-engine.ts';
import { noticeData } from './notification.ts';
import { worker } from './scope.ts';

/** Closes notifications of what was read meanwhile, here or on another device. */
export const closeRead = async (): Promise<void> => {
  const shown = await worker.registration.getNotifications();
  if (shown.length === 0) return;
  const seen = await withEngine(async ({ db }) => {
    const memberships = await db.memberships.toArray();
    return new Map(memberships.map(({ chatId, seenSeq }) => [chatId, seenSeq]));
  });
  for (const notification of shown) {
    const { data } = noticeData.safeParse(notification.data);
    if (data?.chatId === null || data?.seq === null || data === undefined) continue;
    if ((seen?.get(data.chatId) ?? 0) >= data.seq) notification.close();
  }
};
