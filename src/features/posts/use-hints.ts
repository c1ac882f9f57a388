import { useEffect } from 'react';
import type { Hint, Look } from '../../../sync/index.ts';
import { useEngine } from '../../session/services.tsx';

/** Those who look at the same post do not all ask in the same moment. */
const SPREAD_MS = 1_500;

/**
 * While these posts are on the screen, `ask` is called when the server hints at something new; several hints are one call.
 * Without a socket nothing comes, and whoever looks asks again by itself.
 */
export function useHints({ postIds, isFeed }: Look, ask: (hint: Hint) => void): void {
  const { live } = useEngine();
  const names = postIds.join(' ');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let heard: Hint = { postIds: [], isFeed: false };
    const ids = names === '' ? [] : names.split(' ');
    const stop = live.look({ postIds: ids, isFeed }, (hint) => {
      heard = {
        postIds: [...new Set([...heard.postIds, ...hint.postIds])],
        isFeed: heard.isFeed || hint.isFeed,
      };
      timer ??= setTimeout(() => {
        timer = undefined;
        const all = heard;
        heard = { postIds: [], isFeed: false };
        ask(all);
      }, Math.random() * SPREAD_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [live, names, isFeed, ask]);
}
