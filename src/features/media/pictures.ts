import { ProtocolError } from '../../../protocol/index.ts';
import { type ShrunkPicture, shrinkPicture } from '../../../sync/index.ts';
import { trustedScriptUrl } from '../../app/script-urls.ts';
import type { PictureAnswer, PictureRequest } from './picture-worker.ts';
import workerUrl from './picture-worker.ts?worker&url';

let worker: Worker | null = null;
let lastId = 0;

const open = (): Worker => {
  worker ??= new Worker(trustedScriptUrl(workerUrl), { type: 'module' });
  return worker;
};

const askWorker = (file: Blob, isSquare: boolean): Promise<ShrunkPicture> =>
  new Promise((resolve, reject) => {
    const thread = open();
    lastId += 1;
    const id = lastId;
    const fail = (): void => {
      end();
      reject(new ProtocolError('unreadable_media'));
    };
    const onMessage = ({ data }: MessageEvent<PictureAnswer>): void => {
      if (data.id !== id) return;
      if (data.ok) {
        end();
        resolve(data.picture);
      } else fail();
    };
    const end = (): void => {
      thread.removeEventListener('message', onMessage);
      thread.removeEventListener('error', fail);
    };
    thread.addEventListener('message', onMessage);
    thread.addEventListener('error', fail);
    thread.postMessage({ id, file, isSquare } satisfies PictureRequest);
  });

/** Makes a picture small enough for a bad link, without stopping the page. @throws ProtocolError `unreadable_media` */
export const shrinkInWorker = (file: Blob, isSquare = false): Promise<ShrunkPicture> =>
  'OffscreenCanvas' in globalThis && typeof Worker === 'function'
    ? askWorker(file, isSquare)
    : shrinkPicture(file, isSquare).catch(() => {
        throw new ProtocolError('unreadable_media');
      });
