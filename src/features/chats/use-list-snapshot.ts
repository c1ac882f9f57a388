import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { filter, fromEvent, merge, Observable, take, throttleTime } from 'rxjs';
import { reportFault } from '../../app/faults.ts';
import { dropSnapshot, keepSnapshot } from '../../app/snapshot/keep-snapshot.ts';
import { LIST_ADDRESSES } from '../../app/snapshot/kept-snapshot.ts';
import { takeSnapshot } from '../../app/snapshot/take-snapshot.ts';
import { stripRoomOf } from '../../components/strip-place.ts';
import { areAllShown } from '../../queries/chat-list.ts';
import { useEngine } from '../../session/services.tsx';

/** Rows that come, go and change while one looks on are kept together. */
const KEEP_EVERY_MS = 5_000;
/** Of a row whose last message is still being read. */
const READING = '[data-reading]';

/** What the kept snapshot shows, if this page has kept one: ids. */
let kept: { readonly chats: readonly string[]; readonly messages: readonly string[] } | null = null;

const idsIn = (scroller: Element, name: 'chat' | 'message'): string[] =>
  [...scroller.querySelectorAll<HTMLElement>(`[data-${name}]`)].flatMap(({ dataset }) => dataset[name] ?? []);

const changesIn = (element: Element): Observable<unknown> =>
  new Observable((observer) => {
    const mutations = new MutationObserver((found) => observer.next(found));
    mutations.observe(element, { subtree: true, childList: true, characterData: true, attributes: true });
    return () => mutations.disconnect();
  });

/**
 * Puts the drawn list in place of what the page has shown of it since its start (docs/decisions/0037), and keeps what it
 * looks like for the next one.
 * @param isDrawn the list has been read, and is whole
 */
export function useListSnapshot(scroller: HTMLElement | null, isDrawn: boolean): void {
  const { userId } = useEngine();
  const navigate = useNavigate();
  const router = useRouter();
  const hasTaken = useRef(false);

  useLayoutEffect(() => {
    if (!scroller || !isDrawn || hasTaken.current) return;
    const handOver = (): void => {
      hasTaken.current = true;
      const shown = takeSnapshot();
      if (shown === null) return;
      scroller.scrollTop = shown.scrollTop;
      if (shown.pressed !== null) void navigate({ href: shown.pressed });
    };
    if (scroller.querySelector(READING) === null) return handOver();
    const read = changesIn(scroller).pipe(
      filter(() => scroller.querySelector(READING) === null),
      take(1),
    );
    const reading = read.subscribe(handOver);
    return () => reading.unsubscribe();
  }, [scroller, isDrawn, navigate]);

  useEffect(() => {
    if (!scroller || !isDrawn) return;
    const isAsAtStart = (): boolean =>
      scroller.scrollTop <= stripRoomOf(scroller) &&
      scroller.querySelector(READING) === null &&
      LIST_ADDRESSES.includes(router.state.location.pathname);
    const changes = changesIn(scroller).pipe(
      throttleTime(KEEP_EVERY_MS, undefined, { leading: true, trailing: true }),
    );
    const leaving = fromEvent(document, 'visibilitychange').pipe(filter(() => document.hidden));
    const keeping = merge(changes, leaving)
      .pipe(filter(isAsAtStart))
      .subscribe(() => {
        kept = { chats: idsIn(scroller, 'chat'), messages: idsIn(scroller, 'message') };
        void keepSnapshot(userId).catch(reportFault);
      });
    return () => keeping.unsubscribe();
  }, [scroller, isDrawn, userId, router]);
}

/** Other screens delete messages and leave chats: what the kept snapshot shows of them goes when the app is put away. */
export function useDropStaleSnapshot(): void {
  const { db, userId } = useEngine();
  useEffect(() => {
    const check = async (): Promise<void> => {
      if (kept === null || (await areAllShown(db, kept))) return;
      kept = null;
      await dropSnapshot(userId);
    };
    const leaving = fromEvent(document, 'visibilitychange')
      .pipe(filter(() => document.hidden))
      .subscribe(() => void check().catch(reportFault));
    return () => leaving.unsubscribe();
  }, [db, userId]);
}
