import ky from 'ky';
import type { Http } from './ports.ts';

/** A whole answer may take long on a bad link; silence may not. */
export const IDLE_MS = 15_000;

/** Longer, and a proxy's whole day of maintenance would be ours; far longer, and a timer overflows to nothing. */
const RETRY_AFTER_MAX_MS = 60 * 60_000;

/** Nothing, or a date that our clock has already passed, is no pause at all: the engine's own back-off holds then. */
const readRetryAfter = (header: string | null, now: number): number | undefined => {
  if (header === null || header.trim() === '') return undefined;
  const seconds = Number(header);
  const waitMs = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(header) - now;
  return waitMs > 0 ? Math.min(waitMs, RETRY_AFTER_MAX_MS) : undefined;
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** HTTP through ky, without its retries: when to try again is decided by the engine, over restarts. */
export const createKyHttp = (options: { baseUrl: string; fetch: typeof fetch }): Http => {
  const base = options.baseUrl.replace(/\/+$/, '');
  const client = ky.create({
    fetch: options.fetch,
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
    cache: 'no-store',
    credentials: 'omit',
  });

  return {
    async send({ method, path, headers, body, signal }) {
      const idle = new AbortController();
      let timer = setTimeout(() => idle.abort(), IDLE_MS);
      const wait = (): void => {
        clearTimeout(timer);
        timer = setTimeout(() => idle.abort(), IDLE_MS);
      };
      try {
        const response = await client(`${base}${path}`, {
          method,
          headers,
          ...(body === undefined ? {} : { json: body }),
          signal: AbortSignal.any([signal, idle.signal]),
          onDownloadProgress: wait,
        });
        wait();
        const text = await response.text();
        return {
          status: response.status,
          json: parseJson(text),
          retryAfterMs: readRetryAfter(response.headers.get('retry-after'), Date.now()),
        };
      } finally {
        clearTimeout(timer);
      }
    },
  };
};
