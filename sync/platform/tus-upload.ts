import { DetailedError, Upload } from 'tus-js-client';
import type { FileSender, HttpAnswer } from './ports.ts';

/** Silence this long ends an attempt; a slow link may take as long as it needs. */
const IDLE_MS = 30_000;
/** The last byte is sent, and the server draws the picture anew. */
const FINISH_MS = 90_000;

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Where the server takes files, and where this one lies once it is begun. */
export type UploadPlace = { readonly endpoint: string; readonly uploadUrl: string };

/** One attempt to send what the server does not have yet of a file. Loaded when there is something to send. */
export const sendPieces = (
  { endpoint, uploadUrl }: UploadPlace,
  { bytes, isBegun, metadata, headers, onProgress, onKept, signal }: Parameters<FileSender['send']>[0],
): Promise<HttpAnswer> =>
  new Promise<HttpAnswer>((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    };
    const stop = (): void => {
      end();
      // What the server has it keeps: the next attempt goes on from there.
      upload.abort().catch(() => undefined);
      reject(signal.aborted ? signal.reason : new Error('Nothing came for too long'));
    };
    const wait = (delayMs: number): void => {
      clearTimeout(timer);
      timer = setTimeout(stop, delayMs);
    };
    const upload = new Upload(bytes, {
      endpoint,
      // Asks first how much is there; nothing there, and it begins anew under the same id.
      ...(isBegun ? { uploadUrl } : {}),
      metadata,
      headers,
      retryDelays: null,
      storeFingerprintForResuming: false,
      onProgress(sent, total) {
        wait(sent >= total ? FINISH_MS : IDLE_MS);
        onProgress(sent);
      },
      onAfterResponse(_request, response) {
        const kept = response.getHeader('Upload-Offset');
        if (kept !== undefined) onKept(Number(kept));
      },
      onSuccess({ lastResponse }) {
        end();
        resolve({
          status: lastResponse.getStatus(),
          json: parseJson(lastResponse.getBody()),
          retryAfterMs: undefined,
        });
      },
      onError(error) {
        end();
        const response = error instanceof DetailedError ? error.originalResponse : null;
        // A page with a success of its own, as a captive portal gives: our server has not got the file.
        const isAnswer = response !== null && response.getStatus() >= 300;
        if (!isAnswer) return reject(error);
        const seconds = Number(response.getHeader('Retry-After'));
        resolve({
          status: response.getStatus(),
          json: parseJson(response.getBody()),
          retryAfterMs: seconds > 0 ? seconds * 1_000 : undefined,
        });
      },
    });
    signal.addEventListener('abort', stop);
    wait(IDLE_MS);
    upload.start();
  });
