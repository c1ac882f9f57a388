import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import zlib from 'node:zlib';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newId, PROTOCOL_VERSION } from '../../protocol/index.ts';
import { createPasswordHasher } from '../../server/modules/auth/password-hash.ts';
import { createMemoryBuckets } from '../../server/plugins/buckets.ts';
import { limits } from '../../server/plugins/rate-limits.ts';
import { TestClock } from '../../server/testing/world.ts';
import { openApp } from './app.ts';
import { ask } from './ask.ts';
import { requestBytes } from './raw-http.ts';
import { listen, openRawSocket } from './sockets.ts';
import { isSessionLookup, recordStatements } from './statements.ts';
import { VISITOR_COSTS, type VisitorCost } from './visitor-costs.ts';
import { gather } from './world.ts';

/**
 * What callers without a session may cost the others, counted as work: SQL statements, password hashes, bytes of JSON that
 * are decoded, answers that are compressed. The clock stands still, so that nothing refills meanwhile.
 */
const LIMIT_MS = 120_000;
/** As many as one connection carries. */
const CALLS = 1_000;
/** Calls beyond what a bucket holds: what they cost, any number of them costs. */
const BEYOND = 200;
const PACKETS = 10_000;
const DEAD_TOKENS = 60;
const UPGRADE = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Version': '13',
};

const statements = recordStatements();
const compressors = (['createBrotliCompress', 'createGzip', 'brotliCompressSync', 'gzipSync'] as const).map(
  (name) => vi.spyOn(zlib, name),
);
const hasher = createPasswordHasher();
const hashed = vi.spyOn(hasher, 'hash');

const distDir = await mkdtemp(join(tmpdir(), 'tambay-costs-'));
await mkdir(join(distDir, 'assets'));
for (const name of ['app.html', 'index.html', 'assets/app-3f2a.js'])
  await writeFile(join(distDir, name), `<html lang="en">${'text '.repeat(2_000)}</html>`);

const clock = new TestClock();
clock.advance(Date.now() - clock.now().getTime());
let buckets = createMemoryBuckets(() => 0);
const { app, db, routes, close } = await openApp({
  ...{ hasher, distDir, clock },
  takeFromBucket: (...what) => buckets(...what),
});
const url = await app.listen({ port: 0, host: '127.0.0.1' });
const port = Number(new URL(url).port);
afterAll(async () => {
  await close();
  await rm(distDir, { recursive: true });
});

const cast = await gather(db);
beforeEach(() => {
  buckets = createMemoryBuckets(() => 0);
});

const authOf = (token: unknown) => ({ token, deviceId: newId(), protocol: PROTOCOL_VERSION });
const unknownToken = () => `${newId().replaceAll('-', '')}${'x'.repeat(11)}`;
/** Larger than any body that a visitor has to send, and read into memory by none that is refused. */
const LARGE = Buffer.from(JSON.stringify({ filler: 'x'.repeat(100_000) }));
const EMPTY = Buffer.from('{}');
/** How many routes take what a bucket bounds with this one: they share it, and each is tried with a full one. */
const burstOf = ({ limit }: VisitorCost): number => {
  const [first] = limits[limit];
  return first === undefined ? 0 : first.burst;
};

/** Counts the work of what is done meanwhile. */
const workOf = async (act: () => Promise<void>) => {
  const parse = vi.spyOn(JSON, 'parse');
  const compared = hasher.comparedCount();
  hashed.mockClear();
  for (const compressor of compressors) compressor.mockClear();
  const caused = await statements.during(act);
  const decoded = parse.mock.calls.reduce((sum, [text]) => sum + String(text).length, 0);
  parse.mockRestore();
  return {
    statements: caused,
    hashes: hasher.comparedCount() - compared + hashed.mock.calls.length,
    decoded,
    compressed: compressors.reduce((sum, { mock }) => sum + mock.calls.length, 0),
  };
};

/** Those of what comes in over a connection: look-ups of tokens, whose they are, and the question of the health check. */
const isOfConnection = (statement: string): boolean => isSessionLookup(statement) || statement === 'select 1';
/** Counts what is done over real connections. */
const connectionWork = async (act: () => Promise<void>) => {
  statements.take();
  const work = await workOf(act);
  return { ...work, statements: statements.take().filter(isOfConnection) };
};

/** What one request of a member costs, from the same address, once the session has been looked up. */
const memberCost = async () => {
  const verify = async () => {
    expect((await ask(app, 'GET /api/v1/auth/verify', {}, cast.tokens.M)).statusCode).toBe(200);
  };
  await verify();
  const work = await workOf(verify);
  return work.statements.length;
};

const visitorRoutes = routes.filter(({ access }) => access === undefined || access === 'public');
const memberRoutes = routes.filter(({ access }) => access === 'session' || access === 'site');

describe('entry points before sign-in', { timeout: LIMIT_MS }, () => {
  it('have a declared cost each', () => {
    expect(new Set(Object.keys(VISITOR_COSTS))).toEqual(new Set(visitorRoutes.map(({ name }) => name)));
    expect(visitorRoutes.length + memberRoutes.length).toBe(routes.length);
  });

  it.each(Object.entries(VISITOR_COSTS))('%s costs what its bucket allows', async (name, cost) => {
    const before = await memberCost();
    // One look at the database serves all who ask about the health while the clock stands still.
    await ask(app, 'GET /api/v1/health/check', {}, undefined);
    const most = burstOf(cost);
    const headers = { 'accept-encoding': 'br, gzip', accept: '*/*' };
    const send = async (count: number): Promise<void> => {
      for (let index = 0; index < count; index += 1) {
        const call = cost.call();
        await ask(app, name, { ...call, headers: { ...headers, ...call.headers } }, undefined);
      }
    };
    const allowed = await workOf(() => send(most));
    expect(allowed.statements.length).toBeLessThanOrEqual(most * cost.statements);
    expect(allowed.hashes).toBeLessThanOrEqual(most * cost.hashes);
    expect(allowed.compressed).toBe(0);
    const beyond = await workOf(async () => {
      await send(BEYOND);
      // No body is read any more.
      const json = { ...headers, 'content-type': 'application/json' };
      const { params = {} } = cost.call();
      if (name.startsWith('POST')) await ask(app, name, { params, payload: LARGE, headers: json }, undefined);
    });
    expect(beyond).toEqual({ statements: [], hashes: 0, decoded: 0, compressed: 0 });
    expect(await memberCost()).toBe(before);
  });

  it('that are open to members only cost no more than the dead tokens of an address, all together', async () => {
    const before = await memberCost();
    const body = { 'content-type': 'application/json' };
    const calls = Math.ceil(10_000 / memberRoutes.length);
    const work = await workOf(async () => {
      for (const { name, method } of memberRoutes)
        for (let index = 0; index < calls; index += 1) {
          const isRead = method === 'GET' || method === 'HEAD';
          const sent = isRead ? {} : { headers: body, payload: index === 0 ? LARGE : EMPTY };
          const params = { id: newId(), code: '0', qr: '0', userId: newId(), messageId: newId() };
          const answer = await ask(app, name, { ...sent, params }, unknownToken());
          expect([401, 429]).toContain(answer.statusCode);
        }
    });
    expect(work).toMatchObject({ hashes: 0, decoded: 0 });
    expect(work.statements.every(isSessionLookup)).toBe(true);
    // A session's token, or a site's.
    expect(work.statements.length).toBeLessThanOrEqual(2 * DEAD_TOKENS);
    expect(await memberCost()).toBe(before);
  });

  it('that do not exist decode and compress nothing', async () => {
    const work = await workOf(async () => {
      for (const target of ['/api/v1/none', '/api/none', '/none', '/assets/none.js', '/socket.io/'])
        for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
          const headers = { 'content-type': 'application/json', 'accept-encoding': 'br' };
          const isRead = method === 'GET';
          for (let index = 0; index < 20; index += 1)
            await ask(
              app,
              `${method} ${target}`,
              isRead ? { headers } : { headers, payload: LARGE },
              undefined,
            );
        }
    });
    expect(work).toEqual({ statements: [], hashes: 0, decoded: 0, compressed: 0 });
  });

  it('of the built app cost no compression, whatever is accepted', async () => {
    const work = await workOf(async () => {
      for (const path of ['/', '/app.html', '/register', '/assets/app-3f2a.js', '/chats/x'])
        for (const encoding of [
          'br',
          'gzip',
          'deflate',
          'zstd',
          '*',
          'identity;q=0, gzip',
          'br;q=0.1, gzip;q=1',
        ])
          for (const range of ['bytes=0-', 'bytes=0-1,4-9', `bytes=${'0-0,'.repeat(1_000)}0-0`]) {
            const headers = { 'accept-encoding': encoding, accept: 'text/html' };
            await app.inject({ url: path, headers });
            await app.inject({ url: path, headers: { ...headers, range } });
          }
    });
    expect(work).toEqual({ statements: [], hashes: 0, decoded: 0, compressed: 0 });
  });
});

describe('one connection', { timeout: LIMIT_MS }, () => {
  /** Sends bytes as they are and reads until the server closes. */
  const converse = (bytes: Uint8Array): Promise<string> =>
    new Promise((resolve) => {
      const chunks: Buffer[] = [];
      const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
      socket.on('data', (chunk) => chunks.push(chunk));
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
    });

  it.each([
    ['/api/v1/health/check', 1],
    // Two are looked up at once: one of them may be under way when the other is one too many.
    ['/api/v1/auth/verify', 2 * (DEAD_TOKENS + 1)],
  ])('with 10,000 requests for %s is closed after a tenth of them', async (target, most) => {
    const before = await memberCost();
    const one = () =>
      requestBytes({
        target,
        headers: { Connection: 'keep-alive', Authorization: `Bearer ${unknownToken()}` },
      });
    let answers = '';
    const work = await connectionWork(async () => {
      answers = await converse(Buffer.concat(Array.from({ length: PACKETS }, one)));
    });
    expect(answers.split(/HTTP\/1\.1 (?:200|401|429) /).length - 1).toBeLessThanOrEqual(CALLS);
    expect(work.statements.length).toBeLessThanOrEqual(most);
    expect(await memberCost()).toBe(before);
  });

  it.each([
    ['CONNECT', () => `40${JSON.stringify(authOf(unknownToken()))}`],
    ['CONNECT to another namespace', () => '40/admin,{}'],
    ['a long CONNECT', () => `40${JSON.stringify({ token: 'x'.repeat(3_000) })}`],
    ['an event', () => '42["look",{"postIds":[],"isFeed":true}]'],
    ['an event with attachments', () => '459-["stored",{"_placeholder":true,"num":0}]'],
    ['a binary packet', () => new Uint8Array(1_000)],
    ['a pong', () => '3'],
    ['an empty packet', () => ''],
  ])('with 10,000 packets before admission, each %s, costs one look-up at most', async (_, packet) => {
    const member = listen(url, cast.tokens.M ?? '');
    await member.ready;
    const before = await memberCost();
    const work = await connectionWork(async () => {
      const raw = await openRawSocket(url, undefined);
      for (let index = 0; index < PACKETS; index += 1) raw.socket.send(packet());
      await raw.closed;
    });
    expect(work.statements.length).toBeLessThanOrEqual(1);
    // The client's own frames are JSON, too: the packet that opens the connection.
    expect(work.decoded).toBeLessThan(1_000);
    expect(await memberCost()).toBe(before);
    expect(member.socket.connected).toBe(true);
    member.socket.disconnect();
  });

  it('after the other, 1,000 handshakes cost as many look-ups as an address may bring dead tokens', async () => {
    const shakeHands = (target: string) =>
      new Promise<string>((resolve) => {
        const socket = connect(port, '127.0.0.1', () =>
          socket.write(requestBytes({ target, headers: UPGRADE })),
        );
        socket.on('error', () => resolve(''));
        socket.once('data', (bytes) => {
          const packet = Buffer.from(`40${JSON.stringify(authOf(unknownToken()))}`);
          const head = Buffer.from([0x81, 0xfe, packet.length >> 8, packet.length & 0xff, 0, 0, 0, 0]);
          if (bytes.toString().startsWith('HTTP/1.1 101')) socket.write(Buffer.concat([head, packet]));
          socket.on('close', () => resolve(bytes.toString().slice(9, 12)));
          socket.resume();
        });
      });
    const before = await memberCost();
    const parameters = Array.from({ length: 1_000 }, (_, index) => `a${index}=1`).join('&');
    const queries = ['', '&sid=x', `&${parameters}`, '&EIO=3', '&transport=polling'];
    const work = await connectionWork(async () => {
      for (let index = 0; index < CALLS; index += 1)
        await shakeHands(`/socket.io/?EIO=4&transport=websocket${queries[index % queries.length]}`);
    });
    expect(work.statements.every(isSessionLookup)).toBe(true);
    expect(work.statements.length).toBeLessThanOrEqual(DEAD_TOKENS);
    expect(await memberCost()).toBe(before);
  });
});
