import ky, { isHTTPError, type KyInstance } from 'ky';
import { parseJson } from '../../protocol/index.ts';
import { readRetryAfter } from '../transport/retry-after.ts';
import { serverErrorOf } from '../transport/server-error.ts';
import { IDLE_MS, withIdleTimeout } from './idle-timeout.ts';
import type { HttpAnswer } from './ports.ts';
import { serverClock } from './server-clock.ts';

/** Calls of the API. Paths are below the base address, as `/api/v1/chats`. */
export type HttpClient = KyInstance;

/** Undefined for what is no JSON: a captive portal's page, for one. */

const retryAfterMsOf = ({ headers }: Response): number | undefined =>
  readRetryAfter(headers.get('retry-after'), Date.now());

/** What the engine is told of an answer. @throws when its body does not come */
export const answerOf = async (response: Response): Promise<HttpAnswer> => ({
  status: response.status,
  json: await response.json(),
  retryAfterMs: retryAfterMsOf(response),
});

const sentAt = new WeakMap<Request, number>();

/**
 * The one HTTP client of engine, session and worker. Calls reject with a `ProtocolError` when our server has said no in its
 * own words, and with ky's errors for everything else that is no success.
 */
export const createHttpClient = ({
  baseUrl,
  // Asked of the global object at the time of use: tests and the browser's own tools replace it.
  fetch: send = (...args) => globalThis.fetch(...args),
  totalMs,
}: {
  /** Where the API is: an origin, or empty for that of the page. */
  baseUrl: string;
  fetch?: typeof fetch;
  /**
   * How long a call may take as a whole, where somebody waits for it before a screen; without it, only silence ends a call.
   * The browser reads such a body itself, and its network panel shows it.
   */
  totalMs?: number;
}): HttpClient =>
  ky.create({
    prefix: baseUrl,
    fetch: totalMs === undefined ? withIdleTimeout(send, IDLE_MS) : send,
    timeout: false,
    totalTimeout: totalMs ?? false,
    // The engine keeps what failed in its outbox and retries it over restarts; a form is pressed again by its reader.
    retry: 0,
    cache: 'no-store',
    credentials: 'omit',
    headers: { accept: 'application/json' },
    parseJson,
    hooks: {
      beforeRequest: [({ request }) => void sentAt.set(request, Date.now())],
      afterResponse: [
        ({ request, response }) => {
          const at = sentAt.get(request);
          // What the browser has kept says when that was.
          if (at !== undefined && request.cache === 'no-store')
            serverClock.learn(response.headers.get('date'), at, Date.now());
        },
      ],
      beforeError: [
        ({ error }) => {
          if (!isHTTPError(error)) return error;
          const { response, data } = error;
          const { status } = response;
          return serverErrorOf({ status, json: data, retryAfterMs: retryAfterMsOf(response) }) ?? error;
        },
      ],
    },
  });
