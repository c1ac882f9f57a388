import { useRouterState } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { isNoticeSeen, LIMITS, noticeData, seenMarkOf } from '../../../protocol/index.ts';
import type { Engine } from '../../../sync/index.ts';
import { reportFault } from '../../app/faults.ts';
import { mayBeCalledTo } from '../../queries/called-to.ts';
import { readGone, readSeenMarks, useUnseenTotal } from '../../queries/unseen.ts';
import type { Api } from '../../session/api.ts';
import { useEngine, useEngineStatus, useServices } from '../../session/services.tsx';

type Deps = { readonly engine: Engine; readonly api: Api; readonly token: string | null };

/** The screen before the member's eyes; a tab behind another one shows nothing to anybody. */
const lookedAt = (): string | null =>
  document.visibilityState === 'visible' && document.hasFocus() ? location.pathname : null;

/** @returns those that this device does not know to be seen, or to tell of a message that was deleted */
const closeSeen = async (engine: Engine) => {
  const registration = await navigator.serviceWorker?.getRegistration();
  const shown = (await registration?.getNotifications?.()) ?? [];
  if (shown.length === 0) return [];
  const seqs = await readSeenMarks(engine);
  const told = shown.flatMap((notification) => {
    const { data } = noticeData.safeParse(notification.data);
    return data === undefined ? [] : [{ notification, data }];
  });
  const messageIds = told.flatMap(({ data: { shown } }) => (shown?.type === 'message' ? [shown.id] : []));
  const gone = await readGone(engine, messageIds);
  return told.flatMap(({ notification, data }) => {
    if (data.shown?.type === 'message' && gone.has(data.shown.id)) {
      notification.close();
      return [];
    }
    if (!isNoticeSeen(data, seqs, lookedAt())) return [{ notification, data }];
    notification.close();
    // For the other devices: out of the outbox, so that a look in a tunnel counts, too.
    const mark = seenMarkOf(data);
    if (mark !== null) engine.mutate('markScreenSeen', mark).catch(reportFault);
    return [];
  });
};

/** What was seen on another device, answered or taken back: without a network it stays until the next look. */
const closeOver = async ({ engine, api, token }: Deps): Promise<void> => {
  const left = await closeSeen(engine);
  const shown = left.flatMap(({ data }) => data.shown ?? []).slice(-LIMITS.shownNoticesMax);
  if (token === null || shown.length === 0) return;
  const answer = await api.noticesOver(token, shown);
  if (answer.kind !== 'done') return;
  const over = new Set(answer.data.tags);
  for (const { notification, data } of left) if (over.has(data.tag)) notification.close();
};

const tellSeen = async ({ engine, api, token }: Deps): Promise<void> => {
  const url = lookedAt();
  if (token === null || url === null || !(await mayBeCalledTo(engine, url))) return;
  await api.noticeSeen(token, url);
};

/**
 * Notifications of what was seen, here or on another device, or deleted, go away: at start, with each mark, when less is
 * unseen, with the screen they lead to, and when one comes back (docs/decisions/0011). And what is seen here is told to the other devices.
 */
export function useCloseRead(): void {
  const engine = useEngine();
  const { api, session } = useServices();
  const isOnline = useEngineStatus().connection === 'online';
  const unseen = useUnseenTotal();
  const pathname = useRouterState({ select: (state) => state.location.pathname });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of count or screen is when something was seen.
  useEffect(() => {
    closeSeen(engine).catch(reportFault);
  }, [engine, unseen, pathname]);

  const deps = (): Deps => ({ engine, api, token: session.token() });
  useAtEachLook(isOnline, () => closeOver(deps()));
  useAtEachLook(isOnline, () => tellSeen(deps()), pathname);
}

/** Runs something when the network is there, when the member comes back to this page, and when what it is about changes. */
function useAtEachLook(isOnline: boolean, run: () => Promise<void>, about = ''): void {
  const look = useEffectEvent(() => void run().catch(reportFault));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen is another thing seen.
  useEffect(() => {
    if (!isOnline) return;
    const onFocus = () => look();
    onFocus();
    window.addEventListener('focus', onFocus);
    return () => window.removeEventListener('focus', onFocus);
  }, [isOnline, about]);
}
