import { useEffect } from 'react';
import type { Hint, Look } from '../../../sync/index.ts';
import { useEngine } from '../../session/services.tsx';

/** Those who look at the same post do not all ask in the same moment. */
const SPREAD_MS = 1_500;

/**
 * While these posts are on the screen, `ask` is called when the server hints at something new; several hints are one call.
 * Without a socket nothing comes, and an open screen asks again by itself.
 */
export function useHints({ postIds, isFeed }: Look, ask: (hint: Hint) => void): void {
  const { live } = useEngine();
  const names = postIds.join(' ');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let received: Hint = { postIds: [], isFeed: false };
    const ids = names === '' ? [] : names.split(' ');
    const stop = live.look({ postIds: ids, isFeed }, (hint) => {
      received = {
        postIds: [...new Set([...received.postIds, ...hint.postIds])],
        isFeed: received.isFeed || hint.isFeed,
      };
      timer ??= setTimeout(() => {
        timer = undefined;
        const all = received;
        received = { postIds: [], isFeed: false };
        ask(all);
      }, Math.random() * SPREAD_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [live, names, isFeed, ask]);
}
