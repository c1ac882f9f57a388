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

/** The whole text of an answer; `onPart` hears of each part of it. */
const readText = async (response: Response, onPart: () => void): Promise<string> => {
  if (response.body === null) return '';
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  for (let text = ''; ; ) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    onPart();
    text += decoder.decode(value, { stream: true });
  }
};

/** HTTP by fetch alone: when to try again is decided by the engine, over restarts. */
export const createFetchHttp = (options: { baseUrl: string; fetch: typeof fetch }): Http => {
  const base = options.baseUrl.replace(/(?<!\/)\/+$/, '');

  return {
    async send({ method, path, headers, body, signal }) {
      const idle = new AbortController();
      let timer = setTimeout(() => idle.abort(), IDLE_MS);
      const wait = (): void => {
        clearTimeout(timer);
        timer = setTimeout(() => idle.abort(), IDLE_MS);
      };
      try {
        const response = await options.fetch(`${base}${path}`, {
          method,
          headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          cache: 'no-store',
          credentials: 'omit',
          signal: AbortSignal.any([signal, idle.signal]),
        });
        wait();
        const text = await readText(response, wait);
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
