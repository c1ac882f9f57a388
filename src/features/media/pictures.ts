import { ProtocolError } from '../../../protocol/index.ts';
import { isHeic, type ShrunkPicture, shrinkPicture } from '../../../sync/index.ts';
import { trustedScriptUrl } from '../../app/script-urls.ts';
import { shrinkHeic } from './heic/heic.ts';
import { createPictureThread, ThreadNotThere } from './picture-thread.ts';
import workerUrl from './picture-worker.ts?worker&url';

const askWorker = createPictureThread(() => new Worker(trustedScriptUrl(workerUrl), { type: 'module' }));

const shrinkHere = (file: Blob, isSquare: boolean): Promise<ShrunkPicture> =>
  shrinkPicture(file, isSquare).catch(() => {
    throw new ProtocolError('unreadable_media');
  });

/**
 * Without stopping the page. Where the worker cannot be had, as offline soon after
 * the first start, the page does it: it has the code, and a second's pause is less than a picture that waits for a network.
 * @throws ProtocolError `unreadable_media` for what this browser does not draw
 */
const shrinkDrawn = async (file: Blob, isSquare: boolean): Promise<ShrunkPicture> => {
  if (!('OffscreenCanvas' in globalThis) || typeof Worker !== 'function') return shrinkHere(file, isSquare);
  try {
    return await askWorker(file, isSquare);
  } catch (error) {
    if (error instanceof ThreadNotThere) return shrinkHere(file, isSquare);
    throw error;
  }
};

/**
 * Makes a picture small enough for a bad link. A HEIC that this browser does not draw is decoded by code of ours.
 * @throws ProtocolError `unreadable_media`; HeicCodeNotThere
 */
export const shrinkInWorker = async (file: Blob, isSquare = false): Promise<ShrunkPicture> => {
  try {
    return await shrinkDrawn(file, isSquare);
  } catch (error) {
    if (!(await isHeic(file))) throw error;
    return shrinkHeic(file, isSquare);
  }
};
