import {
  isNoticeSeen,
  LIMITS,
  type NoticeData,
  noticeData,
  noticesOverResponse,
  type ShownNotice,
  seenMarkOf,
} from '../protocol/index.ts';
import { flushLater } from './flush.ts';
import { askServer, withEngine } from './member-engine.ts';
import { worker } from './scope.ts';

const readSeenSeqs = async (): Promise<ReadonlyMap<string, number>> => {
  const memberships = await withEngine(({ db }) => db.memberships.toArray());
  return new Map(memberships?.map(({ chatId, seenSeq }) => [chatId, seenSeq]));
};

/** The screen that is before the member's eyes, if it is one of ours. */
const readLookedAt = async (): Promise<string | null> => {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const seen = windows.find(({ focused, visibilityState }) => focused && visibilityState === 'visible');
  return seen === undefined ? null : new URL(seen.url).pathname;
};

/** What was seen on another device, answered or taken back: only the server knows. */
const askWhatIsOver = async (shown: readonly ShownNotice[]): Promise<readonly string[]> => {
  if (shown.length === 0) return [];
  return (await askServer(noticesOverResponse, 'POST', '/notifications/over', { shown }))?.tags ?? [];
};

/** Told to somebody who sits before it: for the other devices, too, and by a later sync if the network has just gone. */
const tellSeen = async (seen: readonly NoticeData[]): Promise<void> => {
  const marks = seen.flatMap((data) => seenMarkOf(data) ?? []);
  if (marks.length === 0) return;
  await flushLater();
  await withEngine(async (engine) => {
    for (const mark of marks) await engine.mutate('markScreenSeen', mark);
    await engine.sync();
  });
};

/** Closes notifications of what was read meanwhile, here or on another device, or is there no more. */
export const closeRead = async (): Promise<void> => {
  const shown = await worker.registration.getNotifications();
  if (shown.length === 0) return;
  const [seqs, lookedAt] = await Promise.all([readSeenSeqs(), readLookedAt()]);
  const left: { notification: Notification; data: NoticeData }[] = [];
  const seen: NoticeData[] = [];
  for (const notification of shown) {
    const { data } = noticeData.safeParse(notification.data);
    if (data === undefined) continue;
    if (!isNoticeSeen(data, seqs, lookedAt)) left.push({ notification, data });
    else {
      notification.close();
      seen.push(data);
    }
  }
  await tellSeen(seen);
  const asked = left.flatMap(({ data }) => data.shown ?? []).slice(-LIMITS.shownNoticesMax);
  const over = new Set(await askWhatIsOver(asked));
  for (const { notification, data } of left) if (over.has(data.tag)) notification.close();
};
