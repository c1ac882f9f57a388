import { openOwnQrReader } from '../../app/own-qr-reader.ts';
import { trustedScriptUrl } from '../../app/script-urls.ts';
import type { QrAnswer, QrQuestion } from './qr-worker.ts';
import workerUrl from './qr-worker.ts?worker&url';

/** Reads the QR code in a picture: null when there is none. */
export type Decoder = {
  /** @param isThorough for a picture that stands still: also what the browser's own reader does not see */
  read(picture: ImageData, isThorough?: boolean): Promise<string | null>;
  close(): void;
};

/** A worker that does not answer for so long has failed: its code did not load, or the system ended it. */
const SILENCE_MS = 5_000;

const openWorker = (): Decoder => {
  const worker = new Worker(trustedScriptUrl(workerUrl), { type: 'module' });
  let lastId = 0;
  return {
    read: ({ data, width, height }, isThorough = false) =>
      new Promise((resolve, reject) => {
        lastId += 1;
        const id = lastId;
        const end = () => {
          clearTimeout(timer);
          worker.removeEventListener('message', onMessage);
          worker.removeEventListener('error', onError);
        };
        const onMessage = ({ data: answer }: MessageEvent<QrAnswer>) => {
          if (answer.id !== id) return;
          end();
          resolve(answer.text);
        };
        const onError = () => {
          end();
          reject(new TypeError('The reader could not be loaded'));
        };
        const timer = setTimeout(onError, SILENCE_MS);
        worker.addEventListener('message', onMessage);
        worker.addEventListener('error', onError);
        worker.postMessage({ id, pixels: { data, width, height }, isThorough } satisfies QrQuestion, [
          data.buffer,
        ]);
      }),
    close: () => worker.terminate(),
  };
};

/** The browser's own reader, else ours in a worker, which is loaded only then. */
export const openDecoder = async (): Promise<Decoder> => {
  const native = await openOwnQrReader();
  let own: Decoder | null = native ? null : openWorker();
  let isNativeDead = false;
  return {
    async read(picture, isThorough = false) {
      if (native && !isNativeDead) {
        try {
          const [found] = await native.detect(picture);
          if (found !== undefined || !isThorough) return found?.rawValue ?? null;
        } catch {
          // The service behind it may be missing or die: ours reads on.
          isNativeDead = true;
        }
      }
      own ??= openWorker();
      const reader = own;
      try {
        return await reader.read(picture, isThorough);
      } catch (error) {
        // The next picture gets a new worker: a failed one would never answer.
        reader.close();
        if (own === reader) own = null;
        throw error;
      }
    },
    close: () => own?.close(),
  };
};
