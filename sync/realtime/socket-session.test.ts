import { describe, expect, it } from 'vitest';
import {
  type Cursor,
  chatScope,
  clientEvents,
  newId,
  PROTOCOL_VERSION,
  type ScopeId,
  z,
} from '../../protocol/index.ts';
import type { SocketHandlers } from '../platform/ports.ts';
import { createVirtualTime } from '../testing/virtual-time.ts';
import type { Inbox } from './inbox.ts';
import { createLive } from './live.ts';
import { openSocketSession } from './socket-session.ts';

/** What the server takes in one message (`server/realtime`). */
const SOCKET_BYTES_MAX = 64 * 1_024;
const stored = z.tuple([z.literal('stored'), clientEvents.stored]);

const epoch = newId();
const scope = chatScope(newId());
const deviceId = newId();

const setup = () => {
  const time = createVirtualTime();
  const log: unknown[] = [];
  const emitted: unknown[] = [];
  const cursors = new Map<ScopeId, Cursor>([[scope, { epoch, seq: 3 }]]);
  let handlers: SocketHandlers | undefined;
  let auth: unknown;
  const inbox: Inbox = {
    receive: (entry) => log.push(['receive', entry.seq]),
    hold: () => undefined,
    compare: () => log.push('compare'),
    beforePull: () => undefined,
    afterPull: () => undefined,
    close: () => undefined,
  };
  const session = openSocketSession({
    clock: time,
    inbox,
    live: createLive(time),
    deviceId,
    token: () => 'secret',
    socket: {
      open(ask, given) {
        auth = ask();
        handlers = given;
        return {
          emit: (event, payload) => emitted.push([event, payload]),
          hurry: () => undefined,
          close: () => log.push('closed'),
        };
      },
    },
    readCursors: async () => cursors,
    onConnection: (isConnected) => log.push(isConnected ? 'up' : 'down'),
    onNeedsPull: () => log.push('pull'),
  });
  if (handlers === undefined) throw new Error('not opened');
  return { time, log, emitted, cursors, handlers, auth, session };
};

describe('a socket', () => {
  it('[SO3] tells the server how far the tables are, at most every two seconds', async () => {
    const { time, emitted, cursors, handlers, session } = setup();
    handlers.onConnect();
    for (let index = 0; index < 50; index += 1) {
      cursors.set(scope, { epoch, seq: 3 + index });
      session.moved();
      await time.advance(100);
    }
    await time.advance(2_000);
    expect(emitted).toHaveLength(3);
    expect(emitted[0]).toEqual(['stored', { cursors: { [scope]: { epoch, seq: 22 } } }]);
    handlers.onDisconnect();
    session.moved();
    await time.advance(10_000);
    expect(emitted).toHaveLength(3);
  });

  it('[SO3] tells of a thousand chats in parts that the server takes, and then only of those that moved', async () => {
    const { time, emitted, cursors, handlers, session } = setup();
    for (let index = 0; index < 1_000; index += 1) cursors.set(chatScope(newId()), { epoch, seq: 7 });
    handlers.onConnect();
    await time.advance(3_000);
    const parts = emitted.map((one) => stored.parse(one)[1]);
    expect(Object.assign({}, ...parts.map((part) => part.cursors))).toEqual(Object.fromEntries(cursors));
    for (const part of parts) expect(JSON.stringify(part).length).toBeLessThan(SOCKET_BYTES_MAX / 2);
    emitted.length = 0;
    cursors.set(scope, { epoch, seq: 4 });
    session.moved();
    await time.advance(3_000);
    expect(emitted).toEqual([['stored', { cursors: { [scope]: { epoch, seq: 4 } } }]]);
    emitted.length = 0;
    handlers.onDisconnect();
    handlers.onConnect();
    await time.advance(3_000);
    expect(emitted).toHaveLength(parts.length);
  });

  it('[SO1] gives on what fits the protocol, and pulls for what does not', async () => {
    const { log, handlers, auth } = setup();
    expect(auth).toEqual({ token: 'secret', deviceId, protocol: PROTOCOL_VERSION });
    handlers.onConnect();
    handlers.onEvent('changes', { scope, epoch, prevSeq: 3, seq: 4, changes: [] });
    handlers.onEvent('changes', { scope: 'everything', rows: [] });
    handlers.onEvent('heads', { heads: { [scope]: { epoch, seq: 4 } } });
    handlers.onEvent('weather', { rain: true });
    // Only an answer over HTTP ends a session.
    handlers.onEvent('session:revoked', {});
    expect(log).toEqual(['up', ['receive', 4], 'pull', 'compare', 'pull']);
  });

  it('[SO2] pulls when no heads come after a connection', async () => {
    const { time, log, handlers } = setup();
    handlers.onConnect();
    await time.advance(2_900);
    expect(log).toEqual(['up']);
    await time.advance(200);
    expect(log).toEqual(['up', 'pull']);
  });
});
