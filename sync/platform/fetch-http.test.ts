import { describe, expect, it, vi } from 'vitest';
import { createFetchHttp, IDLE_MS } from './fetch-http.ts';

const send = (answer: () => Response | Promise<Response>, seen: Request[] = []) => {
  const http = createFetchHttp({
    baseUrl: 'https://tambay.example/',
    fetch: async (input, init) => {
      seen.push(new Request(input, init));
      return answer();
    },
  });
  const signal = new AbortController().signal;
  return http.send({
    method: 'POST',
    path: '/api/v1/x',
    headers: { authorization: 'Bearer t' },
    body: { a: 1 },
    signal,
  });
};

describe('HTTP', () => {
  it('[PU5] takes any status for an answer, and tries nothing again by itself', async () => {
    const seen: Request[] = [];
    const answer = await send(
      () => new Response('{"code":"x"}', { status: 503, headers: { 'retry-after': '7' } }),
      seen,
    );
    expect(answer).toEqual({ status: 503, json: { code: 'x' }, retryAfterMs: 7_000 });
    expect(seen.map((request) => [request.method, request.url])).toEqual([
      ['POST', 'https://tambay.example/api/v1/x'],
    ]);
    expect(await seen[0]?.json()).toEqual({ a: 1 });
    expect(seen[0]?.headers.get('authorization')).toBe('Bearer t');
  });

  it('[PU5] never takes a Retry-After for "at once" or "for ever"', async () => {
    const waitAfter = async (header: string) =>
      (await send(() => new Response('', { status: 503, headers: { 'retry-after': header } }))).retryAfterMs;
    for (const past of ['0', '-5', 'soon', 'Thu, 01 Jan 1970 00:00:00 GMT']) {
      expect(await waitAfter(past)).toBeUndefined();
    }
    expect(await waitAfter('864000000')).toBe(3_600_000);
    expect(await waitAfter('Fri, 01 Jan 2100 00:00:00 GMT')).toBe(3_600_000);
  });

  it("[PU5] sees a portal's page as no JSON", async () => {
    const answer = await send(() => new Response('<html>Welcome</html>', { status: 200 }));
    expect(answer).toEqual({ status: 200, json: undefined, retryAfterMs: undefined });
  });

  it('[PU5] waits for an answer that comes in parts as long as parts come, and no longer', async () => {
    vi.useFakeTimers();
    try {
      const { readable, writable } = new TransformStream<Uint8Array>();
      const give = writable.getWriter();
      const whole = send(() => new Response(readable));
      for (const part of ['{"a":', '"\u00f1', '"}']) {
        await vi.advanceTimersByTimeAsync(IDLE_MS - 1_000);
        // A letter of two bytes comes in two parts.
        for (const byte of new TextEncoder().encode(part)) await give.write(Uint8Array.of(byte));
      }
      await give.close();
      expect((await whole).json).toEqual({ a: 'ñ' });
    } finally {
      vi.useRealTimers();
    }
  });

  it('[PU5] rejects when no answer came', async () => {
    await expect(send(() => Promise.reject(new TypeError('no network')))).rejects.toBeInstanceOf(Error);
  });
});
