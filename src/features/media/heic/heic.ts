import { type MediaSize, ProtocolError } from '../../../../protocol/index.ts';
import type { ShrunkPicture } from '../../../../sync/index.ts';
import { trustedScriptUrl } from '../../../app/script-urls.ts';
import { begins } from '../films/film-code.ts';
import { HEIC_PIXELS_MAX } from './heic-bounds.ts';
import type { HeicAnswer, HeicRequest } from './heic-worker.ts';
import workerUrl from './heic-worker.ts?worker&url';

/** The code that reads HEIC is not on this device, and there is no network to fetch it: that says nothing about a photo. */
export class HeicCodeNotThere extends Error {}

/** A photo of 24 megapixels took 20 seconds where two cores were busy; an old phone has four times that. */
const TIMEOUT_MS = 120_000;

type Last = Exclude<HeicAnswer, { is: 'begun' }>;

const canAsk = (): boolean => typeof Worker === 'function' && 'OffscreenCanvas' in globalThis;

const start = (): Worker => new Worker(trustedScriptUrl(workerUrl), { type: 'module' });

/** One worker per request: its end frees the memory, which is hundreds of megabytes, and stops one that takes too long. */
const askWorker = (request: HeicRequest): Promise<Last> => {
  if (!canAsk()) return Promise.reject(new ProtocolError('unreadable_media'));
  const thread = start();
  let hasBegun = false;
  const answered = new Promise<Last>((resolve, reject) => {
    thread.addEventListener('message', ({ data }: MessageEvent<HeicAnswer>) => {
      hasBegun = true;
      if (data.is !== 'begun') resolve(data);
    });
    thread.addEventListener('error', () =>
      reject(hasBegun ? new ProtocolError('unreadable_media') : new HeicCodeNotThere()),
    );
    AbortSignal.timeout(TIMEOUT_MS).addEventListener('abort', () =>
      reject(hasBegun ? new ProtocolError('unreadable_media') : new HeicCodeNotThere()),
    );
  });
  thread.postMessage(request);
  return answered.finally(() => thread.terminate());
};

/** Whether this browser draws a picture itself. Without a time-out: a large one takes seconds on an old phone. */
export const isDrawn = (file: Blob): Promise<boolean> =>
  createImageBitmap(file).then(
    (picture) => {
      picture.close();
      return true;
    },
    () => false,
  );

/** Whether the code is on this device or can be fetched; the service worker keeps it once it was (sw/later.ts). */
export const isHeicCodeThere = (): Promise<boolean> => (canAsk() ? begins(start) : Promise.resolve(true));

/** Whether a photo can be converted here. @throws HeicCodeNotThere */
export const canConvertHeic = async (photo: Blob): Promise<boolean> => {
  try {
    const size: MediaSize | null = await sizeOf(photo);
    return size !== null && size.width * size.height <= HEIC_PIXELS_MAX;
  } catch (error) {
    if (error instanceof HeicCodeNotThere) throw error;
    return false;
  }
};

const sizeOf = async (photo: Blob): Promise<MediaSize | null> => {
  const answer = await askWorker({ ask: 'size', photo });
  return answer.is === 'size' ? { width: answer.width, height: answer.height } : null;
};

/**
 * A small copy of a HEIC that this browser does not draw itself. The code for it is loaded only now.
 * @throws HeicCodeNotThere, ProtocolError `unreadable_media`
 */
export const shrinkHeic = async (photo: Blob, isSquare: boolean): Promise<ShrunkPicture> => {
  const answer = await askWorker({ ask: 'small', photo, isSquare });
  if (answer.is !== 'small') throw new ProtocolError('unreadable_media');
  return answer.picture;
};
