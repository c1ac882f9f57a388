import {
  isNoticeSeen,
  LIMITS,
  type NoticeData,
  noticeData,
  noticesOverResponse,
  type ShownNotice,
} from '../protocol/index.ts';
import { apiBase, withEngine } from './member-engine.ts';
import { worker } from './scope.ts';
import { readSession } from './session.ts';

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

const call = async (token: string, method: string, path: string, body: unknown): Promise<unknown> => {
  const answer = await fetch(`${apiBase}/api/v1/notifications/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.json();
};

/** What was seen on another device, answered or taken back: only the server knows. */
const askServer = async (
  shown: readonly ShownNotice[],
  lookedAt: string | null,
): Promise<readonly string[]> => {
  const session = await readSession();
  if (session === null || apiBase === null) return [];
  // Told to somebody who sits before it: for the other devices, too.
  if (lookedAt !== null) await call(session.token, 'PUT', 'seen', { url: lookedAt });
  if (shown.length === 0) return [];
  return noticesOverResponse.parse(await call(session.token, 'POST', 'over', { shown })).data.tags;
};

/** Closes notifications of what was read meanwhile, here or on another device, or is there no more. */
export const closeRead = async (): Promise<void> => {
  const shown = await worker.registration.getNotifications();
  if (shown.length === 0) return;
  const [seqs, lookedAt] = await Promise.all([readSeenSeqs(), readLookedAt()]);
  const left: { notification: Notification; data: NoticeData }[] = [];
  let isLookedAt = false;
  for (const notification of shown) {
    const { data } = noticeData.safeParse(notification.data);
    if (data === undefined) continue;
    if (!isNoticeSeen(data, seqs, lookedAt)) left.push({ notification, data });
    else {
      notification.close();
      isLookedAt ||= data.seq === null;
    }
  }
  const asked = left.flatMap(({ data }) => data.shown ?? []).slice(-LIMITS.shownNoticesMax);
  const over = new Set(await askServer(asked, isLookedAt ? lookedAt : null));
  for (const { notification, data } of left) if (over.has(data.tag)) notification.close();
};
