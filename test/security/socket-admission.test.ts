import { connect } from 'node:net';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newId, PROTOCOL_VERSION } from '../../protocol/index.ts';
import { createMemoryBuckets } from '../../server/plugins/buckets.ts';
import { TestClock } from '../../server/testing/world.ts';
import { openApp } from './app.ts';
import { ask } from './ask.ts';
import type { Cast } from './cast.ts';
import { exchange, requestBytes } from './raw-http.ts';
import { listen, openRawSocket } from './sockets.ts';
import { isSessionLookup, recordStatements } from './statements.ts';
import { gather } from './world.ts';

const LIMIT_MS = 60_000;
/** As many dead tokens as an address may bring before it is told to wait. */
const DEAD_TOKENS = 60;
const UPGRADE = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Version': '13',
};
const statements = recordStatements();
let clock = new TestClock();
let buckets = createMemoryBuckets(() => clock.now().getTime());
const { app, db, close } = await openApp({
  takeFromBucket: (...what) => buckets(...what),
  env: { TRUST_PROXY: 'loopback' },
});
const url = await app.listen({ port: 0, host: '127.0.0.1' });
const port = Number(new URL(url).port);
afterAll(close);

let cast: Cast;
beforeEach(async () => {
  clock = new TestClock();
  buckets = createMemoryBuckets(() => clock.now().getTime());
  cast = await gather(db);
  statements.take();
});

const authOf = (token: unknown) => ({ token, deviceId: newId(), protocol: PROTOCOL_VERSION });
const unknownToken = () => `${newId().replaceAll('-', '')}${'x'.repeat(11)}`;
const connectPacket = () => `40${JSON.stringify(authOf(unknownToken()))}`;
const lookups = () => statements.take().filter(isSessionLookup).length;

describe('a socket that is not admitted', { timeout: LIMIT_MS }, () => {
  it('asks for one session, however many CONNECT packets it sends', async () => {
    const raw = await openRawSocket(url, undefined);
    for (let index = 0; index < 2_000; index += 1) raw.socket.send(connectPacket());
    await raw.closed;
    expect(lookups()).toBeLessThanOrEqual(1);
  });

  it('is closed with its refusal, which says why', async () => {
    for (const [auth, code] of [
      [authOf(unknownToken()), 'session_dead'],
      [{ ...authOf(unknownToken()), protocol: 99 }, 'upgrade_required'],
      [{}, 'validation'],
    ] as const) {
      const raw = await openRawSocket(url, auth);
      await raw.closed;
      expect(raw.frames.at(-1)).toContain(`"code":"${code}"`);
      expect(raw.frames.at(-1)).toMatch(/^44/);
    }
  });

  it('is closed before anything else than CONNECT is decoded', async () => {
    const parse = vi.spyOn(JSON, 'parse');
    const first = [
      ...['40/admin,{}', '40/admin', '40/', '42["stored",{}]', '41', '43[]', '44{}', '47'],
      ...['451-["x",{"_placeholder":true,"num":0}]', '461-[]', 'bAAAA', '2', '3', '5', '6', ''],
      ...[`40{"token":"${'x'.repeat(60_000)}"}`, new Uint8Array([0x34, 0x30]), new Uint8Array(60_000)],
    ];
    for (const packet of first) {
      const raw = await openRawSocket(url, undefined);
      parse.mockClear();
      raw.socket.send(packet);
      await raw.closed;
      // What came before is the server's own first packet.
      expect(raw.frames.slice(1), String(packet)).toEqual([]);
      expect(parse.mock.calls, String(packet)).toEqual([]);
    }
    parse.mockRestore();
    expect(lookups()).toBe(0);
  });

  it('may send nothing between CONNECT and its admission', async () => {
    const raw = await openRawSocket(url, undefined);
    raw.socket.send(`40${JSON.stringify(authOf(cast.tokens.O))}`);
    raw.socket.send('451-["stored",{"_placeholder":true,"num":0}]');
    await raw.closed;
    expect(raw.frames.slice(1)).toEqual([]);
  });

  it('is closed when it pings more than a client would', async () => {
    let received = 0;
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(
          requestBytes({ target: '/socket.io/?EIO=4&transport=websocket', headers: { ...UPGRADE } }),
        );
        socket.once('data', () => {
          // RFC 6455 §5.5.2, under a mask of zeros: each is answered by a pong of two bytes.
          const ping = Buffer.from([0x89, 0x80, 0, 0, 0, 0]);
          socket.write(Buffer.concat(Array(10_000).fill(ping)));
          socket.on('data', (bytes) => {
            received += bytes.length;
          });
        });
      });
      socket.on('error', () => undefined);
      socket.on('close', () => resolve());
    });
    expect(received).toBeLessThan(1_000);
  });

  it('cannot be given a second transport, past the limits of its address', async () => {
    const raw = await openRawSocket(url, undefined);
    await raw.until((frame) => frame.startsWith('0{'));
    const { sid } = JSON.parse(raw.frames[0]?.slice(1) ?? '');
    const target = `/socket.io/?EIO=4&transport=websocket&sid=${sid}`;
    const answer = await exchange(port, requestBytes({ target, headers: { ...UPGRADE } }));
    expect(answer.status).toBe(400);
    raw.socket.close();
  });
});

describe('a socket that is admitted', { timeout: LIMIT_MS }, () => {
  it.each(['40{}', '40', '40/admin,{}'])('is closed at the next CONNECT packet: %s', async (packet) => {
    const raw = await openRawSocket(url, authOf(cast.tokens.O));
    await raw.until((frame) => frame.startsWith('42["heads"'));
    const before = raw.frames.length;
    statements.take();
    raw.socket.send(packet);
    await raw.closed;
    expect(raw.frames.slice(before)).toEqual([]);
    expect(lookups()).toBe(0);
  });

  it('does not outlive its own sign-off', async () => {
    const raw = await openRawSocket(url, authOf(cast.tokens.O));
    await raw.until((frame) => frame.startsWith('42["heads"'));
    raw.socket.send('41');
    await raw.closed;
  });

  it('is closed when it floods, before what it sends is decoded', async () => {
    const raw = await openRawSocket(url, authOf(cast.tokens.O));
    await raw.until((frame) => frame.startsWith('42["heads"'));
    const parse = vi.spyOn(JSON, 'parse');
    // An answer to a question that was never put: no event, and no handler is asked.
    for (let index = 0; index < 1_000; index += 1) raw.socket.send('439["x"]');
    await raw.closed;
    expect(parse.mock.calls.length).toBeLessThanOrEqual(30);
    parse.mockRestore();
  });
});

describe('unknown tokens', { timeout: LIMIT_MS }, () => {
  const headers = (address: string) => ({ 'x-forwarded-for': address });
  const verify = (token: string | undefined, address: string) =>
    ask(app, 'GET /api/v1/auth/verify', { headers: headers(address) }, token);

  it('are not looked up any more when an address has brought too many, by HTTP or socket', async () => {
    const address = '198.51.100.1';
    const known = await verify(cast.tokens.M, address);
    expect(known.statusCode).toBe(200);
    statements.take();
    const answers = [];
    for (let index = 0; index < 500; index += 1)
      answers.push((await verify(unknownToken(), address)).statusCode);
    expect(answers).toEqual([...Array(DEAD_TOKENS).fill(401), ...Array(500 - DEAD_TOKENS).fill(429)]);
    // A site's token is looked for, too.
    expect(lookups()).toBe(2 * DEAD_TOKENS);
    const refused = await verify(unknownToken(), address);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    // Known here, and another address.
    expect((await verify(cast.tokens.M, address)).statusCode).toBe(200);
    expect((await verify(unknownToken(), '198.51.100.2')).statusCode).toBe(401);
  });

  it('of refused handshakes are counted with those of requests', async () => {
    for (let index = 0; index < DEAD_TOKENS; index += 1) {
      const raw = await openRawSocket(url, authOf(unknownToken()));
      await raw.closed;
    }
    expect(lookups()).toBe(DEAD_TOKENS);
    expect((await verify(unknownToken(), '127.0.0.1')).statusCode).toBe(429);
    const late = listen(url, unknownToken());
    expect(await late.cut).toContain('rate_limited');
    expect(lookups()).toBe(0);
    clock.advance(1_000);
    expect((await verify(unknownToken(), '127.0.0.1')).statusCode).toBe(401);
  });

  // The price of the bound: a member behind the same address, and new to this process, waits. 429 signs no device out.
  it('make a member wait whose token this process has not seen, at the same address alone', async () => {
    const address = '198.51.100.3';
    for (let index = 0; index < DEAD_TOKENS; index += 1) await verify(unknownToken(), address);
    const waiting = await verify(cast.tokens.F, address);
    expect([waiting.statusCode, waiting.headers['retry-after']]).toEqual([429, '1']);
    expect((await verify(cast.tokens.O, '198.51.100.4')).statusCode).toBe(200);
    clock.advance(1_000);
    expect((await verify(cast.tokens.F, address)).statusCode).toBe(200);
  });

  it('leave a member with a session as it was', async () => {
    expect((await verify(cast.tokens.M, '127.0.0.1')).statusCode).toBe(200);
    const member = listen(url, cast.tokens.M ?? '');
    await member.ready;
    for (let index = 0; index < 2 * DEAD_TOKENS; index += 1) await verify(unknownToken(), '127.0.0.1');
    const again = listen(url, cast.tokens.M ?? '');
    await again.ready;
    for (const { socket } of [member, again]) socket.disconnect();
  });
});
