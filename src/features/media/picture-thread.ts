import { ProtocolError } from '../../../protocol/index.ts';
import type { ShrunkPicture } from '../../../sync/index.ts';
import type { PictureAnswer, PictureRequest } from './picture-worker.ts';

type Thread = Pick<Worker, 'postMessage' | 'addEventListener' | 'removeEventListener'>;

/** The script of the worker is not on this device, and there is no network to fetch it: that says nothing about a picture. */
export class ThreadNotThere extends Error {}

/**
 * Pictures are made small by one worker for all.
 * @param start starts it; again after its script could not be fetched
 * @returns what asks it. Rejects with `unreadable_media` for what is no picture, with `ThreadNotThere` before it has begun
 */
export const createPictureThread = (
  start: () => Thread,
): ((file: Blob, isSquare: boolean) => Promise<ShrunkPicture>) => {
  let running: { thread: Thread; hasBegun: boolean } | null = null;
  let lastId = 0;

  const open = (): { thread: Thread; hasBegun: boolean } => {
    if (running !== null) return running;
    const opened = { thread: start(), hasBegun: false };
    running = opened;
    // The first thing it says is that it is there.
    opened.thread.addEventListener('message', () => {
      opened.hasBegun = true;
    });
    return opened;
  };

  return (file, isSquare) =>
    new Promise((resolve, reject) => {
      const opened = open();
      const { thread } = opened;
      lastId += 1;
      const id = lastId;
      const onMessage = (event: Event): void => {
        const { data } = event as MessageEvent<PictureAnswer>;
        if (!('id' in data) || data.id !== id) return;
        end();
        if (data.ok) resolve(data.picture);
        else reject(new ProtocolError('unreadable_media'));
      };
      const onError = (): void => {
        end();
        if (!opened.hasBegun && running === opened) running = null;
        reject(opened.hasBegun ? new ProtocolError('unreadable_media') : new ThreadNotThere());
      };
      const end = (): void => {
        thread.removeEventListener('message', onMessage);
        thread.removeEventListener('error', onError);
      };
      thread.addEventListener('message', onMessage);
      thread.addEventListener('error', onError);
      thread.postMessage({ id, file, isSquare } satisfies PictureRequest);
    });
};
