import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newId, PROTOCOL_VERSION, userScope } from '../../protocol/index.ts';
import { createMemoryBuckets } from '../../server/plugins/buckets.ts';
import { TestClock } from '../../server/testing/world.ts';
import { openApp } from './app.ts';
import { ask } from './ask.ts';
import type { Cast } from './cast.ts';
import { requestBytes } from './raw-http.ts';
import { listen, mentions, openRawSocket } from './sockets.ts';
import { gather } from './world.ts';

/** docs/threat-model.md T12, with the real numbers of the table and a clock that stands still until it is moved. */
const LIMIT_MS = 60_000;
const PLACES = 6;
const HANDSHAKE = {
  target: '/socket.io/?EIO=4&transport=websocket',
  headers: {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Version': '13',
  },
};

let clock = new TestClock();
const buckets = createMemoryBuckets(() => clock.now().getTime());
const { app, db, realtime, close } = await openApp({
  takeFromBucket: buckets,
  env: { SOCKETS_PER_ADDRESS: String(PLACES), TRUST_PROXY: 'loopback' },
});
const url = await app.listen({ port: 0, host: '127.0.0.1' });
const port = Number(new URL(url).port);
afterAll(close);

let cast: Cast;
const open: { socket: { close: () => unknown } }[] = [];
beforeEach(async () => {
  clock = new TestClock();
  cast = await gather(db);
});
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.close();
});

const auth = () => ({ token: cast.tokens.M, deviceId: newId(), protocol: PROTOCOL_VERSION });
const member = async () => {
  const listener = listen(url, cast.tokens.M ?? '');
  open.push(listener);
  await listener.ready;
  return listener;
};
/** Shakes hands from an address and hangs up at the answer. @returns its first line and headers */
const knockFrom = (address: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const headers = { ...HANDSHAKE.headers, 'X-Forwarded-For': address };
    const socket = connect(port, '127.0.0.1', () => socket.write(requestBytes({ ...HANDSHAKE, headers })));
    socket.once('error', reject);
    socket.once('data', (bytes) => {
      socket.destroy();
      resolve(bytes.toString());
    });
  });
const sayInGroup = async () => {
  const words = `canary ${newId()}`;
  const call = { params: { id: cast.groupId }, body: { id: newId(), content: words } };
  expect((await ask(app, 'POST /api/v1/chats/:id/messages', call, cast.tokens.O)).statusCode).toBe(201);
  return words;
};

/** A connection that says what a socket says, and reads only when it is told to. */
const openByHand = (socketAuth: object): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(requestBytes(HANDSHAKE));
      socket.once('data', () => {
        socket.write(textFrame(`40${JSON.stringify(socketAuth)}`));
        resolve(socket);
      });
    });
    socket.once('error', reject);
  });

/** A client's frame (RFC 6455 §5.2): up to 64 KB of text under a mask of zeros. */
const textFrame = (text: string): Buffer => {
  const payload = Buffer.from(text);
  const head = Buffer.from([0x81, 0xfe, payload.length >> 8, payload.length & 0xff, 0, 0, 0, 0]);
  return Buffer.concat([head, payload]);
};

describe('an address', { timeout: LIMIT_MS }, () => {
  it('holds as many sockets as it may, and one more as soon as one is closed', async () => {
    const raw = [];
    // A client that never says who it is holds a place, too.
    for (let index = 0; index < PLACES; index += 1) raw.push(await openRawSocket(url, undefined));
    open.push(...raw);
    expect(await knockFrom('127.0.0.1')).toMatch(/^HTTP\/1\.1 429 .*\r\nRetry-After: 30\r\n/s);
    // Not counted with them: another home.
    expect(await knockFrom('203.0.113.9')).toMatch(/^HTTP\/1\.1 101 /);
    raw[0]?.socket.close();
    await raw[0]?.closed;
    const again = await openRawSocket(url, undefined);
    open.push(again);
    expect(again.socket.readyState).toBe(WebSocket.OPEN);
  });

  it('that knocks thousands of times gets 429, and members get their messages', async () => {
    const listener = await member();
    const answers = [];
    for (let index = 0; index < 1_000; index += 1)
      answers.push((await knockFrom('198.51.100.7')).slice(9, 12));
    expect(answers).toEqual([...Array(120).fill('101'), ...Array(880).fill('429')]);
    const words = await sayInGroup();
    await listener.waitFor((event, payload) => event === 'changes' && mentions(payload, words));
  });
});

describe('a socket', { timeout: LIMIT_MS }, () => {
  it('that never says who it is, or says it wrong, is closed', async () => {
    const mute = await openRawSocket(url, undefined);
    const wrong = await openRawSocket(url, { ...auth(), token: 'x'.repeat(43) });
    await Promise.all([mute.closed, wrong.closed]);
    expect(mute.frames.filter((frame) => frame.startsWith('4'))).toEqual([]);
    expect(wrong.frames.filter((frame) => frame.startsWith('42'))).toEqual([]);
  });

  it('that does not read what it is sent is closed before it has cost more than its share', async () => {
    const scope = userScope(cast.people.M.id);
    const listener = await member();
    const deaf = await openByHand(auth());
    let received = 0;
    deaf.on('data', (bytes) => {
      received += bytes.length;
    });
    // It is in its rooms when it has been told where they stand.
    await new Promise<void>((resolve) => {
      deaf.on('data', (bytes) => {
        if (bytes.includes('42["heads"')) resolve();
      });
    });
    deaf.pause();
    const ended = new Promise<void>((resolve) => deaf.once('close', () => resolve()));
    const filler = 'x'.repeat(256 * 1_024);
    const entry = { scope, epoch: newId(), prevSeq: 0, seq: 1, changes: [] };
    for (let index = 0; index < 160; index += 1) {
      realtime.publish({
        ...{ entries: [{ ...entry, epoch: filler }], joined: [], left: [], actor: null },
      });
      // The member that reads has room for the next one.
      await listener.waitFor((event) => event === 'changes');
      listener.received.length = 0;
    }
    deaf.resume();
    await ended;
    expect(received).toBeLessThan(160 * filler.length);
  });
});
