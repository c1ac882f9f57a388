import { filePath } from '../../../../protocol/index.ts';
import type { Engine } from '../../../../sync/index.ts';
import { postToWorker } from '../../../session/post-to-worker.ts';
import type { Services } from '../../../session/services.tsx';
import type { SoundSource } from './sound-player.ts';

export type SoundServices = Pick<Services, 'api' | 'session' | 'baseUrl'>;

const sourceOf = (bytes: Blob): SoundSource => {
  const url = URL.createObjectURL(bytes);
  return { url, release: () => URL.revokeObjectURL(url) };
};

/**
 * A sound's bytes, whole: from this device while it has them; through the service worker, which has the token and keeps them;
 * and without a worker from the server.
 */
export const loadSound = async (
  engine: Pick<Engine, 'files' | 'userId'>,
  { api, session, baseUrl }: SoundServices,
  id: string,
  signal: AbortSignal,
): Promise<SoundSource | null> => {
  const own = await engine.files.read(id);
  if (own !== null) return sourceOf(own);
  const path = filePath(id);
  const isOurs = new URL(baseUrl, location.href).origin === location.origin;
  if (isOurs && navigator.serviceWorker?.controller) {
    const answer = await fetch(path, { headers: { 'x-keep': '1', accept: '*/*' }, signal });
    return answer.ok ? sourceOf(await answer.blob()) : null;
  }
  const bytes = await api.fileBytes(session.token(), path, { signal });
  if (bytes === null) return null;
  if (isOurs) void postToWorker({ type: 'KEEP_MEDIA', userId: engine.userId, path, bytes });
  return sourceOf(bytes);
};
