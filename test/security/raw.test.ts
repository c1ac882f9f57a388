import { afterAll, describe, expect, it } from 'vitest';
import { openApp } from './app.ts';
import { expectErrorBody } from './ask.ts';
import { findInternals } from './corpus.ts';
import { rawCases } from './raw-cases.ts';
import { exchange, requestBytes } from './raw-http.ts';

const { app, close } = await openApp();
const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
afterAll(close);

describe('a request that no library would send', () => {
  it.each(rawCases)('$name', { timeout: 20_000 }, async ({ bytes, allowed, mayCloseSilently }) => {
    const answer = await exchange(port, bytes);
    if (answer.status === undefined)
      expect(mayCloseSilently, 'the connection closed without an answer').toBe(true);
    else expect(allowed, answer.body).toContain(answer.status);
    expect(findInternals(answer.body)).toBeUndefined();
    if ((answer.status ?? 0) >= 400 && answer.body !== '') expectErrorBody(answer.status ?? 0, answer.body);

    const health = await exchange(port, requestBytes({ target: '/api/v1/health/check' }));
    expect(health.status, 'the server is still there').toBe(200);
  });
});

describe('a connection that dawdles', () => {
  it('has bounded time for its headers and its request', () => {
    const { headersTimeout, requestTimeout, keepAliveTimeout, maxRequestsPerSocket } = app.server;
    // Node's limit is one for all requests: as long as the slowest upload may take. plugins/body-deadline.ts gives every
    // other body half a minute.
    expect({ headersTimeout, requestTimeout }).toEqual({
      headersTimeout: 15_000,
      requestTimeout: 30 * 60_000,
    });
    expect(keepAliveTimeout).toBeGreaterThan(0);
    expect(maxRequestsPerSocket).toBeGreaterThan(0);
  });
});
