import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clientEvents, newId, PROTOCOL_VERSION, privateChatId } from '../../protocol/index.ts';
import { members, sessions } from '../../server/db/schema.ts';
import { openApp } from './app.ts';
import { ask } from './ask.ts';
import type { Actor, Cast } from './cast.ts';
import { hostileTexts, hostileValues } from './corpus.ts';
import { exchange, requestBytes } from './raw-http.ts';
import { type Listener, listen, mentions, openRawSocket } from './sockets.ts';
import { gather } from './world.ts';

const LIMIT_MS = 60_000;
const { app, db, close } = await openApp();
const url = await app.listen({ port: 0, host: '127.0.0.1' });
const port = Number(new URL(url).port);
afterAll(close);

let cast: Cast;
const open: Listener[] = [];
beforeEach(async () => {
  cast = await gather(db);
});
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.disconnect();
});

const tokenOf = (actor: Actor): string => cast.tokens[actor] ?? '';
const listenAs = async (actor: Actor): Promise<Listener> => {
  const listener = listen(url, tokenOf(actor));
  open.push(listener);
  await listener.ready;
  return listener;
};

describe('a handshake', { timeout: LIMIT_MS }, () => {
  const authOf = (token: unknown) => ({ token, deviceId: newId(), protocol: PROTOCOL_VERSION });

  it('is refused without a living session', async () => {
    for (const token of ['', 'x', tokenOf('X'), `${tokenOf('O')}x`]) {
      const listener = listen(url, '', authOf(token));
      open.push(listener);
      expect(await listener.cut).toContain('session_dead');
      expect(listener.received).toEqual([]);
    }
  });

  it('survives hostile words', async () => {
    const { O } = cast.tokens;
    const auths = [
      ...[null, 1, [], {}, { token: O }, { ...authOf(O), deviceId: 'x' }, { ...authOf(O), protocol: 1e308 }],
      ...hostileValues.map(authOf),
    ];
    for (const auth of auths.filter((value) => JSON.stringify(value).length < 60_000)) {
      const raw = await openRawSocket(url, auth);
      await Promise.race([raw.closed, raw.until((frame) => frame.startsWith('44'))]);
      expect(raw.frames.filter((frame) => frame.startsWith('40'))).toEqual([]);
      raw.socket.close();
    }
  });

  it('never takes a token from the address', async () => {
    const raw = await openRawSocket(url, undefined, `&token=${tokenOf('O')}&auth[token]=${tokenOf('O')}`);
    raw.socket.send('40');
    await raw.until((frame) => frame.startsWith('44'));
    expect(raw.frames.filter((frame) => frame.startsWith('40'))).toEqual([]);
    raw.socket.close();
  });

  it.each(['https://evil.test', 'null', 'https://localhost.evil.test', 'file://', 'http://localhost:1'])(
    'is refused to a page from %s',
    async (origin) => {
      const upgrade = {
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
        'Sec-WebSocket-Version': '13',
        Origin: origin,
      };
      const target = '/socket.io/?EIO=4&transport=websocket';
      const answer = await exchange(port, requestBytes({ target, headers: upgrade }));
      expect([400, 403]).toContain(answer.status);
    },
  );

  it('is refused by polling, which a balancer would send to another node', async () => {
    const answer = await exchange(port, requestBytes({ target: '/socket.io/?EIO=4&transport=polling' }));
    expect(answer.status).toBe(400);
  });
});

describe('events', { timeout: LIMIT_MS }, () => {
  it('of a chat reach its members, and nobody else', async () => {
    const outsiders = await Promise.all((['S', 'P', 'F', 'E'] as const).map(listenAs));
    const member = await listenAs('M');
    const words = `canary ${newId()}`;
    const params = { id: cast.groupId };
    await ask(
      app,
      'POST /api/v1/chats/:id/messages',
      { params, body: { id: newId(), content: words } },
      tokenOf('O'),
    );
    await member.waitFor((event, payload) => event === 'changes' && mentions(payload, words));
    // What each outsider may receive comes after what they may not: once it is here, the other would have been.
    for (const outsider of outsiders) {
      const { uniqueCode } = await personOf(outsider);
      await ask(app, 'POST /api/v1/users/friends', { body: { uniqueCode } }, tokenOf('M'));
      await outsider.waitFor((event, payload) => event === 'changes' && mentions(payload, cast.people.M.id));
      expect(mentions(outsider.received, words)).toBe(false);
      expect(mentions(outsider.received, cast.groupId)).toBe(false);
    }

    async function personOf(listener: Listener) {
      const index = outsiders.indexOf(listener);
      const { S, P, F, E } = cast.people;
      return [S, P, F, E][index] ?? S;
    }
  });

  it('name the mutation only to the sockets of the member who made it', async () => {
    const [owner, member] = [await listenAs('O'), await listenAs('M')];
    const key = newId();
    const headers = { 'idempotency-key': key };
    const call = { params: { id: cast.groupId }, body: { id: newId(), content: 'x' }, headers };
    await ask(app, 'POST /api/v1/chats/:id/messages', call, tokenOf('O'));
    await owner.waitFor((event, payload) => event === 'changes' && mentions(payload, key));
    await member.waitFor((event, payload) => event === 'changes' && mentions(payload, call.body.id));
    expect(mentions(member.received, key)).toBe(false);
  });

  it('of a private chat do not reach a blocked person', async () => {
    const blocked = await listenAs('B');
    const body = { id: newId(), content: 'canary after the block' };
    const answer = await ask(
      app,
      'POST /api/v1/chats/:id/messages',
      { params: { id: chatWithB() }, body },
      tokenOf('O'),
    );
    expect(answer.statusCode).toBe(404);
    await ask(
      app,
      'PATCH /api/v1/chats/:id/seen',
      { params: { id: cast.groupId }, body: { seq: 1 } },
      tokenOf('B'),
    );
    await blocked.waitFor((event) => event === 'changes');
    expect(mentions(blocked.received, 'canary after')).toBe(false);
  });

  it('stop with the session: the socket is told and cut', async () => {
    const listener = await listenAs('O');
    const answer = await ask(app, 'POST /api/v1/auth/logout', {}, tokenOf('O'));
    expect(answer.statusCode).toBe(200);
    await listener.cut;
    expect(listener.received.map(({ event }) => event)).toContain('session:revoked');
    expect(listener.socket.connected).toBe(false);
    const again = listen(url, tokenOf('O'));
    open.push(again);
    expect(await again.cut).toContain('session_dead');
    const [stored] = await db.select().from(sessions).where(eq(sessions.userId, cast.people.O.id));
    expect(stored).toBeDefined();
  });

  it('of somebody who types to a stranger reach that stranger alone, without a name', async () => {
    const chatId = cast.strangerChatId;
    const [owner, stranger, outsider] = [await listenAs('O'), await listenAs('M'), await listenAs('S')];
    for (const payload of [
      { chatId: newId() },
      { chatId: 'x' },
      null,
      {},
      { chatId, userId: cast.people.M.id },
    ])
      outsider.socket.emit('stranger:typing', payload);
    outsider.socket.emit('stranger:typing', { chatId });
    owner.socket.emit('stranger:typing', { chatId });
    const told = await stranger.waitFor((event) => event === 'stranger:typing');
    expect(told).toEqual({ chatId });
    // What each may receive comes after what they may not.
    const call = { params: { id: chatId }, body: { how: 'end' as const } };
    await ask(app, 'POST /api/v1/strangers/chats/:id/end', call, tokenOf('O'));
    await stranger.waitFor((event) => event === 'stranger:changed');
    owner.socket.emit('stranger:typing', { chatId });
    const words = `after the end ${newId()}`;
    const said = { params: { id: cast.groupId }, body: { id: newId(), content: words } };
    await ask(app, 'POST /api/v1/chats/:id/messages', said, tokenOf('O'));
    await stranger.waitFor((event, payload) => event === 'changes' && mentions(payload, words));
    const typed = (listener: Listener) =>
      listener.received.filter(({ event }) => event === 'stranger:typing');
    expect([typed(owner), typed(stranger).length, typed(outsider)]).toEqual([[], 1, []]);
  });

  it('go to ten sockets of a person at most: the oldest gives way', async () => {
    const first = await listenAs('O');
    for (let index = 0; index < 10; index += 1) await listenAs('O');
    await first.cut;
    expect(open.filter(({ socket }) => socket.connected)).toHaveLength(10);
  });
});

const chatWithB = () => privateChatId(cast.people.O.id, cast.people.B.id);

const deliveries = () =>
  db
    .select({ id: members.id, deliveredSeq: members.deliveredSeq })
    .from(members)
    .where(eq(members.chatId, cast.groupId))
    .orderBy(members.id);

/** A value in place of what an event says, of each of its fields, and of what a list in a field holds. */
const hostileSayings = (event: keyof typeof clientEvents, value: unknown): unknown[] => [
  value,
  ...Object.keys(clientEvents[event].shape).flatMap((field) => [
    { ...SOUND[event], [field]: value },
    { ...SOUND[event], [field]: [value] },
  ]),
];
/** The other fields of an event that has several: one that is refused would hide what another does. */
const SOUND: Partial<Record<keyof typeof clientEvents, object>> = { look: { postIds: [], isFeed: true } };
const CLIENT_EVENTS = ['stored', 'typing', 'stranger:typing', 'watch', 'look'] as const;
/** Beyond a ping, a beat, and that an id of the corpus, which is a sound one and nobody's, is not there. */
const isTelling = (sent: string): boolean =>
  sent !== '2' && !sent.startsWith('42["heads"') && !/^42\["presence",.*"isOnline":false\}\]$/.test(sent);
/** Fewer than a socket may send at once. */
const SAYINGS_PER_SOCKET = 20;

describe('hostile frames', { timeout: LIMIT_MS }, () => {
  const auth = () => ({ token: tokenOf('S'), deviceId: newId(), protocol: PROTOCOL_VERSION });
  const frames = [
    ...['42', '42[', '42["stored",{bad', '42[]', '42{}', '42null', '42"x"', '42[null]', '42[1]', '42[{}]'],
    ...[
      '49999',
      '4599-["m"]',
      '450-["m"]',
      '451-["a",{"_placeholder":true,"num":0}]',
      '43',
      '431[]',
      '44',
      '45',
      '46',
    ],
    ...[
      '42["__proto__",{}]',
      '42["constructor"]',
      '42["connect"]',
      '42["disconnect"]',
      '42["newListener",1]',
    ],
    ...[
      '42["error"]',
      '42["connect_error"]',
      '42["removeListener"]',
      '42/admin,["x"]',
      '40/admin,{}',
      '41/x,',
    ],
    ...[
      '42["changes",{}]',
      '42["heads",{}]',
      '42["session:revoked",{}]',
      '421["stored"]',
      '429007199254740993["stored",{}]',
    ],
    ...[
      '',
      '0',
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
      '7',
      'x',
      'b',
      'bAAAA',
      '\u0000',
      '2probe',
      '3probe',
      '5upgrade',
    ],
    ...hostileTexts.map((text) => `42${JSON.stringify(['stored', text])}`),
    ...hostileTexts.map((text) => `42${JSON.stringify([text, {}])}`),
  ].filter((frame) => frame.length < 60_000);

  it('bring at most one error each, and leave the others in peace', async () => {
    const witness = await listenAs('M');
    for (const frame of frames) {
      const raw = await openRawSocket(url, auth());
      await raw.until((sent) => sent.startsWith('42["heads"'));
      const before = raw.frames.length;
      raw.socket.send(frame);
      await raw.settled();
      const answers = raw.frames.slice(before).filter((sent) => sent !== '2' && !raw.isFence(sent));
      expect(answers.length, frame).toBeLessThanOrEqual(1);
      raw.socket.close();
    }
    expect(witness.socket.connected).toBe(true);
    const words = `after the storm ${newId()}`;
    const call = { params: { id: cast.groupId }, body: { id: newId(), content: words } };
    expect((await ask(app, 'POST /api/v1/chats/:id/messages', call, tokenOf('O'))).statusCode).toBe(201);
    await witness.waitFor((event, payload) => event === 'changes' && mentions(payload, words));
  });

  it('are tried with every event of a client', () => {
    expect(new Set<string>(CLIENT_EVENTS)).toEqual(new Set(Object.keys(clientEvents)));
  });

  it.each(CLIENT_EVENTS)('of %s tell nothing, and cut nobody', async (event) => {
    const sayings = hostileValues
      .flatMap((value) => hostileSayings(event, value))
      .map((said) => `42${JSON.stringify([event, said])}`)
      .filter((frame) => frame.length < 60_000);
    for (let start = 0; start < sayings.length; start += SAYINGS_PER_SOCKET) {
      const raw = await openRawSocket(url, auth());
      await raw.until((sent) => sent.startsWith('42["heads"'));
      const before = raw.frames.length;
      const said = sayings.slice(start, start + SAYINGS_PER_SOCKET);
      for (const frame of said) raw.socket.send(frame);
      const isOpen = await raw.settled();
      expect(isOpen, `cut after ${JSON.stringify(raw.frames.slice(before))}, said:\n${said.join('\n')}`).toBe(
        true,
      );
      const answers = raw.frames.slice(before).filter(isTelling);
      expect(answers, said.join('\n')).toEqual([]);
      raw.socket.close();
    }
  });

  it('cut a socket that sends more than 64 KB at once', async () => {
    const raw = await openRawSocket(url, auth());
    await raw.until((sent) => sent.startsWith('42["heads"'));
    raw.socket.send(`42["stored","${'a'.repeat(70_000)}"]`);
    expect(await raw.closed).toBeGreaterThanOrEqual(1_005);
  });

  it('cut a socket that never stops talking', async () => {
    const raw = await openRawSocket(url, auth());
    await raw.until((sent) => sent.startsWith('42["heads"'));
    for (let index = 0; index < 200; index += 1) raw.socket.send('42["stored",{"cursors":{}}]');
    await raw.closed;
  });

  it('cannot say that others have received what they have not', async () => {
    const raw = await openRawSocket(url, auth());
    await raw.until((sent) => sent.startsWith('42["heads"'));
    const before = await deliveries();
    const cursors = { [`chat:${cast.groupId}`]: { epoch: newId(), seq: 1_000 } };
    raw.socket.send(`42${JSON.stringify(['stored', { cursors }])}`);
    await raw.settled();
    expect(await deliveries()).toEqual(before);
    raw.socket.close();
  });
});
