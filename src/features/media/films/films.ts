import { LIMITS, ProtocolError } from '../../../../protocol/index.ts';
import { trustedScriptUrl } from '../../../app/script-urls.ts';
import { begins, FilmCodeNotThere } from './film-code.ts';
import type { FilmAnswer, FilmFacts, FilmRequest } from './film-worker.ts';
import workerUrl from './film-worker.ts?worker&url';

type Last = Exclude<FilmAnswer, { is: 'progress' | 'begun' }>;

/** Timeout for reading a header, including the start of the worker. */
const READ_TIMEOUT_MS = 10_000;

const start = (): Worker => new Worker(trustedScriptUrl(workerUrl), { type: 'module' });

/** Whether films can be converted now: the code for it may not be on this device yet. */
export const isFilmCodeThere = async (): Promise<boolean> => typeof Worker !== 'function' || begins(start);

/** One worker per request: terminating it stops a conversion and frees its memory. */
const askWorker = (
  request: FilmRequest,
  { onProgress, signal }: { onProgress?: (share: number) => void; signal?: AbortSignal } = {},
): Promise<Last> => {
  const thread = start();
  let hasBegun = false;
  const answered = new Promise<Last>((resolve, reject) => {
    thread.addEventListener('message', ({ data }: MessageEvent<FilmAnswer>) => {
      hasBegun = true;
      if (data.is === 'progress') onProgress?.(data.share);
      else if (data.is !== 'begun') resolve(data);
    });
    thread.addEventListener('error', () =>
      reject(hasBegun ? new ProtocolError('unreadable_media') : new FilmCodeNotThere()),
    );
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  thread.postMessage(request);
  return answered.finally(() => thread.terminate());
};

/** Whether this browser has WebCodecs. Whether a given film can be converted is told by `readFilm`. */
export const canConvertFilms = (): boolean => typeof Worker === 'function' && 'VideoEncoder' in globalThis;

/** Reads the header of a film. @returns null for other files and unknown containers. @throws TimeoutError, FilmCodeNotThere */
export const readFilm = async (film: Blob): Promise<FilmFacts | null> => {
  const answer = await askWorker({ ask: 'facts', film }, { signal: AbortSignal.timeout(READ_TIMEOUT_MS) });
  return answer.is === 'facts' ? answer.facts : null;
};

/**
 * Converts a film to at most `LIMITS.uploadBytesMax`, in a codec that other browsers play.
 * @param onProgress called with the progress, from 0 to 1
 * @throws ProtocolError `too_large` when it is too long for that, `unreadable_media`; the reason of `signal` when it aborts
 */
export const convertFilm = async (
  film: Blob,
  options: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<Blob> => {
  const answer = await askWorker({ ask: 'convert', film, bytesMax: LIMITS.uploadBytesMax }, options);
  if (answer.is === 'film') return answer.film;
  throw new ProtocolError(answer.is === 'tooLong' ? 'too_large' : 'unreadable_media');
};
