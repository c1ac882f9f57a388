import { useEffect, useState } from 'react';
import { filePath } from '../../../protocol/index.ts';
import { postToWorker } from '../../session/post-to-worker.ts';
import { useEngine, useServices } from '../../session/services.tsx';
import { openLocalUrl } from './local-urls.ts';

export type FileUrl = { url: string | null; isGone: boolean };
const WAITING: FileUrl = { url: null, isGone: false };

/**
 * Where an element finds a file's bytes: on this device while it has them; through the service worker, which adds the token;
 * and without a worker in an address made from what was fetched (docs/decisions/0010), which the worker caches once it runs.
 */
export function useFileUrl(
  id: string | null,
  {
    width,
    isLocal,
    isWanted = true,
    attempt = 0,
  }: {
    width?: number;
    isLocal: boolean;
    isWanted?: boolean;
    /** Another number: it is looked for again. */
    attempt?: number;
  },
): FileUrl {
  const engine = useEngine();
  const { api, session, baseUrl } = useServices();
  const [found, setFound] = useState<FileUrl>(WAITING);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` is there to ask again.
  useEffect(() => {
    setFound(WAITING);
    if (id === null || !isWanted) return;
    let isCurrent = true;
    const show = (next: FileUrl): void => {
      if (isCurrent) setFound(next);
    };
    if (isLocal) {
      const local = openLocalUrl(engine, id);
      void local.url.then((url) => show({ url, isGone: url === null }));
      return () => {
        isCurrent = false;
        local.close();
      };
    }
    const path = filePath(id, width);
    const isOurs = new URL(baseUrl, location.href).origin === location.origin;
    if (isOurs && navigator.serviceWorker?.controller) {
      show({ url: path, isGone: false });
      return () => {
        isCurrent = false;
      };
    }
    const stop = new AbortController();
    let made: string | null = null;
    void api.fileBytes(session.token(), path, { signal: stop.signal }).then((bytes) => {
      if (bytes !== null && isOurs && bytes.type.startsWith('image/'))
        void postToWorker({ type: 'KEEP_MEDIA', userId: engine.userId, path, bytes });
      if (!isCurrent) return;
      if (bytes !== null) made = URL.createObjectURL(bytes);
      show({ url: made, isGone: made === null });
    });
    return () => {
      isCurrent = false;
      stop.abort();
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [api, attempt, baseUrl, engine, id, isLocal, isWanted, session, width]);
  return found;
}
