import { openOwnQrReader } from '../../app/own-qr-reader.ts';
import { trustedScriptUrl } from '../../app/script-urls.ts';
import type { QrAnswer, QrQuestion } from './qr-worker.ts';
import workerUrl from './qr-worker.ts?worker&url';

/** Reads the QR code in a picture: null when there is none. */
export type Decoder = {
  read(picture: ImageData): Promise<string | null>;
  close(): void;
};

/** A reader that says nothing for so long is dead: its code did not load, or the system took it. */
const SILENCE_MS = 5_000;

const openWorker = (): Decoder => {
  const worker = new Worker(trustedScriptUrl(workerUrl), { type: 'module' });
  let lastId = 0;
  return {
    read: ({ data, width, height }) =>
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
        worker.postMessage({ id, pixels: { data, width, height } } satisfies QrQuestion, [data.buffer]);
      }),
    close: () => worker.terminate(),
  };
};

/** The browser's own reader, else ours in a worker, which is loaded only then. */
export const openDecoder = async (): Promise<Decoder> => {
  const native = await openOwnQrReader();
  let own: Decoder | null = native ? null : openWorker();
  return {
    async read(picture) {
      if (native && !own) {
        try {
          return (await native.detect(picture))[0]?.rawValue ?? null;
        } catch {
          // The service behind it may be missing or die: ours reads on.
        }
      }
      own ??= openWorker();
      const reader = own;
      try {
        return await reader.read(picture);
      } catch (error) {
        // The next picture gets a new reader: a dead one would never answer.
        reader.close();
        if (own === reader) own = null;
        throw error;
      }
    },
    close: () => own?.close(),
  };
};
