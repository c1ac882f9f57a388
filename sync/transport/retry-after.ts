/** A longer wait, as of a proxy's whole day of maintenance, is not ours to keep; a far longer one overflows a timer. */
const MAX_MS = 60 * 60_000;

/**
 * Reads a `Retry-After` header: seconds or an HTTP date.
 * @param now epoch milliseconds
 * @returns milliseconds up to an hour; undefined for no header, no number, or a time that has passed: the caller's own backoff
 * holds then
 */
export const readRetryAfter = (header: string | null | undefined, now: number): number | undefined => {
  const text = header?.trim() ?? '';
  if (text === '') return undefined;
  const seconds = Number(text);
  const waitMs = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(text) - now;
  return waitMs > 0 ? Math.min(waitMs, MAX_MS) : undefined;
};
