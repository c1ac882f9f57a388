import { useEffect } from 'react';
import { useIsBudgetUsed } from '../../app/data-budget.ts';
import { usePinnedPaths } from '../../queries/pins.ts';
import { useEngine, useEngineStatus } from '../../session/services.tsx';

/** As sw/media-cache.ts names it. */
const keptCacheName = (userId: string): string => `tambay-kept-${userId}`;

/**
 * Brings the pictures and videos of what is pinned onto the device while there is a network and the month's data limit is not reached, and removes those of what no
 * longer is. The worker fetches them: it has the token.
 */
export function useKeepPinned(): void {
  const engine = useEngine();
  const paths = usePinnedPaths();
  const isOnline = useEngineStatus().connection === 'online';
  const isBudgetUsed = useIsBudgetUsed();
  const mayFetch = isOnline && !isBudgetUsed;
  useEffect(() => {
    if (paths === undefined || !('caches' in globalThis)) return;
    const stop = new AbortController();
    void keepOnly(engine.userId, paths === '' ? [] : paths.split('\n'), mayFetch, stop.signal).catch(
      // What did not come now is asked for at the next start, or when the network returns.
      () => undefined,
    );
    return () => stop.abort();
  }, [engine, paths, mayFetch]);
}

const keepOnly = async (
  userId: string,
  paths: readonly string[],
  mayFetch: boolean,
  signal: AbortSignal,
): Promise<void> => {
  const name = keptCacheName(userId);
  if (paths.length === 0 && !(await caches.has(name))) return;
  const cache = await caches.open(name);
  const wanted = new Set(paths.map((path) => new URL(path, location.origin).href));
  const held = new Set((await cache.keys()).map(({ url }) => url));
  for (const url of held) if (!wanted.has(url)) await cache.delete(url);
  if (!mayFetch || !navigator.serviceWorker?.controller) return;
  for (const url of wanted) {
    if (signal.aborted) return;
    if (held.has(url)) continue;
    const answer = await fetch(url, {
      headers: { 'x-keep': 'pin', accept: 'image/avif,image/webp,*/*' },
      signal,
    });
    // Read to its end: the worker's copy is whole then.
    await answer.blob();
  }
};
