import { createServer, request, type Server } from 'node:http';
import { Server as SocketServer } from 'socket.io';
import { io as connectSocket } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { PORTAL_PAGE, readAll } from './faults.ts';

const ANSWER = 'a'.repeat(5_000);

describe('the fault proxy', () => {
  let proxy: FaultProxy;
  let server: Server;
  let sockets: SocketServer;
  /** Bodies of the requests that reached the server in full. */
  let received: string[];
  let waitedMs: number[];

  beforeEach(async () => {
    received = [];
    waitedMs = [];
    server = createServer((incoming, response) => {
      readAll(incoming).then(
        (body) => {
          received.push(body.toString());
          response.writeHead(201, { 'content-type': 'text/plain', 'x-path': incoming.url ?? '' }).end(ANSWER);
        },
        () => response.destroy(),
      );
    });
    sockets = new SocketServer(server, { transports: ['websocket'] });
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address();
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
    proxy = await startFaultProxy({
      target: `http://127.0.0.1:${port}`,
      wait: async (ms) => {
        waitedMs.push(ms);
      },
    });
  });

  afterEach(async () => {
    await proxy.close();
    await sockets.close();
    server.closeAllConnections();
  });

  const post = (path = '/api?x=1', body = 'hello'): Promise<{ status: number; text: string; path: string }> =>
    new Promise((resolve, reject) => {
      const outgoing = request(`${proxy.origin}${path}`, { method: 'POST', agent: false }, (answer) => {
        readAll(answer).then(
          (text) =>
            resolve({
              status: answer.statusCode ?? 0,
              text: text.toString(),
              path: String(answer.headers['x-path']),
            }),
          reject,
        );
      });
      outgoing.once('error', reject);
      outgoing.end(body);
    });

  it('passes everything on until a fault is injected, and after it is removed', async () => {
    expect(await post()).toEqual({ status: 201, text: ANSWER, path: '/api?x=1' });
    const fault = proxy.inject({ kind: 'refuse' });
    await expect(post()).rejects.toThrow();
    fault.remove();
    expect((await post()).status).toBe(201);
    expect(received).toEqual(['hello', 'hello']);
    expect(proxy.requests()).toEqual(['POST /api', 'POST /api', 'POST /api']);
  });

  it('spoils only what matches, as often as asked', async () => {
    const fault = proxy.inject(
      { kind: 'refuse' },
      {
        times: 2,
        matches: ({ method, path, isUpgrade }) => method === 'POST' && path === '/bad' && !isUpgrade,
      },
    );
    expect((await post('/good')).status).toBe(201);
    await expect(post('/bad')).rejects.toThrow();
    await expect(post('/bad')).rejects.toThrow();
    expect((await post('/bad')).status).toBe(201);
    expect(fault.hits()).toBe(2);
  });

  it('swallows an answer after the server has acted', async () => {
    proxy.inject({ kind: 'swallow' });
    await expect(post('/', 'written')).rejects.toThrow();
    expect(received).toEqual(['written']);
  });

  it('cuts a body on its way up: the server never has it in full', async () => {
    proxy.inject({ kind: 'cutRequest', afterBytes: 3 });
    await expect(post('/', 'b'.repeat(1_000))).rejects.toThrow();
    expect(received).toEqual([]);
  });

  it('cuts an answer on its way down', async () => {
    proxy.inject({ kind: 'cutAnswer', afterBytes: 100 });
    await expect(post()).rejects.toThrow();
    expect(received).toEqual(['hello']);
  });

  it('delivers a request twice', async () => {
    proxy.inject({ kind: 'duplicate' });
    expect((await post('/', 'once')).status).toBe(201);
    expect(received).toEqual(['once', 'once']);
  });

  it('changes a file at its end', async () => {
    proxy.inject({ kind: 'append', text: ' and more' });
    expect((await post()).text).toBe(`${ANSWER} and more`);
  });

  it('delays and throttles by the clock it is given', async () => {
    const delayed = proxy.inject({ kind: 'delay', ms: 300 });
    expect((await post()).status).toBe(201);
    expect(waitedMs).toEqual([300]);
    delayed.remove();
    proxy.inject({ kind: 'throttle', bytesPerSecond: 10_000 });
    waitedMs.length = 0;
    expect((await post()).text).toBe(ANSWER);
    expect(waitedMs).toEqual([100, 100, 100, 100, 100]);
  });

  it('lets a body climb at a rate, and counts what came through', async () => {
    proxy.inject({ kind: 'slowRequest', bytesPerSecond: 10_000 });
    expect((await post('/', 'c'.repeat(2_500))).status).toBe(201);
    expect(waitedMs).toEqual([100, 100, 50]);
    expect(received).toEqual(['c'.repeat(2_500)]);
    expect(proxy.slowBytes()).toBe(2_500);
  });

  it('answers as a captive portal and as a struggling machine in between', async () => {
    proxy.inject({ kind: 'portal' }, { times: 1 });
    expect(await post()).toMatchObject({ status: 200, text: PORTAL_PAGE });
    proxy.inject({ kind: 'status', status: 503, retryAfterSeconds: 7 }, { times: 1 });
    expect((await post()).status).toBe(503);
    expect(received).toEqual([]);
  });

  it('leaves a half-open connection without an answer or an end', async () => {
    const fault = proxy.inject({ kind: 'halfOpen' });
    const outcome = post().then(
      () => 'answered',
      () => 'ended',
    );
    await expect.poll(() => fault.hits()).toBe(1);
    fault.remove();
    expect((await post()).status).toBe(201);
    expect(await Promise.race([outcome, 'silence'])).toBe('silence');
    await proxy.close();
    expect(await outcome).toBe('ended');
    expect(received).toEqual(['hello']);
  });

  it('carries web sockets, breaks them, and is down when told so', async () => {
    const client = connectSocket(proxy.origin, {
      transports: ['websocket'],
      reconnectionDelay: 1,
      forceNew: true,
    });
    const next = (event: 'connect' | 'disconnect' | 'connect_error') =>
      new Promise<void>((resolve) => {
        client.once(event, () => resolve());
      });
    await next('connect');
    const broken = next('disconnect');
    const again = next('connect');
    proxy.cutSockets();
    await broken;
    await again;
    const down = next('disconnect');
    const refused = next('connect_error');
    proxy.setDown(true);
    await down;
    await refused;
    await expect(post()).rejects.toThrow();
    const back = next('connect');
    proxy.setDown(false);
    await back;
    client.disconnect();
  });
});
