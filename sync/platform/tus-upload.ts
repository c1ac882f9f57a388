import { DetailedError, type HttpResponse, Upload } from 'tus-js-client';
import { parseJson } from '../../protocol/index.ts';
import type { ChunkSize } from './chunk-size.ts';
import type { FileRequest, HttpAnswer } from './ports.ts';
import { fetchStack } from './tus-fetch.ts';

/** A chunk without an answer for this long ends an attempt. */
const IDLE_MS = 30_000;
/** The last byte is sent, and the server draws the picture anew. */
const FINISH_MS = 90_000;

const toAnswer = (response: HttpResponse): HttpAnswer => {
  const seconds = Number(response.getHeader('Retry-After'));
  return {
    status: response.getStatus(),
    json: parseJson(response.getBody()),
    retryAfterMs: seconds > 0 ? seconds * 1_000 : undefined,
  };
};

/** Only these say that nothing of the file is there, so that it begins anew. */
const NOT_THERE = [404, 410];

/** Where the server takes files, and where this one lies once it is begun. */
export type UploadPlace = { readonly endpoint: string; readonly uploadUrl: string };

/**
 * One attempt to send what the server does not have yet of a file, chunk by chunk. Loaded when there is something to send.
 * @returns null when it stopped after a chunk because `isTurnOver` said so
 */
export const sendChunks = (
  { endpoint, uploadUrl }: UploadPlace,
  { bytes, isBegun, metadata, headers, isTurnOver, onProgress, onKept, signal }: FileRequest,
  chunk: ChunkSize,
): Promise<HttpAnswer | null> =>
  new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let sentAt = 0;
    let refusal: HttpResponse | null = null;
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    };
    const stop = (): void => {
      end();
      if (!signal.aborted) chunk.failed();
      // What the server has it keeps: the next attempt goes on from there.
      upload.abort().catch(() => undefined);
      reject(signal.aborted ? signal.reason : new Error('Nothing came for too long'));
    };
    const upload = new Upload(bytes, {
      endpoint,
      // Asks first how much is there; nothing there, and it begins anew under the same id.
      ...(isBegun ? { uploadUrl } : {}),
      metadata,
      headers,
      httpStack: fetchStack,
      chunkSize: chunk.bytes(),
      retryDelays: null,
      storeFingerprintForResuming: false,
      onProgress: (sent) => onProgress(sent),
      onBeforeRequest(request) {
        sentAt = performance.now();
        const offset = Number(request.getHeader('Upload-Offset') ?? Number.NEGATIVE_INFINITY);
        clearTimeout(timer);
        timer = setTimeout(stop, offset + chunk.bytes() >= bytes.size ? FINISH_MS : IDLE_MS);
      },
      onAfterResponse(request, response) {
        const kept = response.getHeader('Upload-Offset');
        if (kept !== undefined) onKept(Number(kept));
        const status = response.getStatus();
        if (request.getMethod() !== 'HEAD' || status < 400 || NOT_THERE.includes(status)) return;
        // The library would begin anew after any refusal, and the server forget what it has.
        refusal = response;
        throw new Error('The server does not say how much it has');
      },
      onChunkComplete(size, accepted, total) {
        if (accepted === total) return;
        chunk.arrived(size, performance.now() - sentAt);
        upload.options.chunkSize = chunk.bytes();
        if (!isTurnOver()) return;
        end();
        upload.abort().catch(() => undefined);
        resolve(null);
      },
      onSuccess({ lastResponse }) {
        end();
        resolve(toAnswer(lastResponse));
      },
      onError(error) {
        end();
        const response = refusal ?? (error instanceof DetailedError ? error.originalResponse : null);
        if (response === null) chunk.failed();
        // A page with a success of its own, as a captive portal gives: our server has not got the file.
        const isAnswer = response !== null && response.getStatus() >= 300;
        if (isAnswer) resolve(toAnswer(response));
        else reject(error);
      },
    });
    signal.addEventListener('abort', stop);
    upload.start();
  });
