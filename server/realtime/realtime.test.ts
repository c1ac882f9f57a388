import { request } from 'node:http';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  chatScope,
  friendshipId,
  newId,
  PROTOCOL_VERSION,
  privateChatId,
  type ScopeEntry,
  serverEvents,
  userScope,
} from '../../protocol/index.ts';
import { memberships } from '../db/schema.ts';
import { type OpenedDatabase, openMemoryDatabase } from '../testing/open-database.ts';
import { nextEvent, openSockets, type TestSocket } from '../testing/sockets.ts';
import { World } from '../testing/world.ts';

let opened: OpenedDatabase;
let world: World;
let sockets: Awaited<ReturnType<typeof openSockets>>;
beforeAll(async () => {
  opened = await openMemoryDatabase();
});
beforeEach(async () => {
  world = new World(opened.db);
  sockets = await openSockets(world);
});
afterEach(() => sockets.close());
afterAll(() => opened.close());

const entriesAt = (socket: TestSocket): ScopeEntry[] => {
  const entries: ScopeEntry[] = [];
  socket.on('changes', (entry) => entries.push(entry));
  return entries;
};
const refusal = (socket: TestSocket): Promise<unknown> =>
  new Promise((resolve) => {
    socket.once('connect_error', (error) => resolve('data' in error ? error.data : error.message));
  });
const disconnected = (socket: TestSocket): Promise<string> =>
  new Promise((resolve) => {
    socket.once('disconnect', resolve);
  });
/** Something that comes after all that was sent before it: the heads of a beat. */
const settled = async (...listeners: TestSocket[]): Promise<void> => {
  const heads = listeners.map((socket) => nextEvent(socket, 'heads'));
  await sockets.realtime.beat();
  await Promise.all(heads);
};

describe('a socket', () => {
  it('is told where its scopes stand, then what is committed in them', async () => {
    const { ana, ben, chatId } = await world.friends();
    const token = (await sockets.signIn(ben)).accessToken;
    const socket = sockets.connectWith({ token, deviceId: newId(), protocol: PROTOCOL_VERSION });
    const { heads } = await nextEvent(socket, 'heads');
    expect(new Set(Object.keys(heads))).toEqual(new Set([userScope(ben.id), chatScope(chatId)]));
    const changes = nextEvent(socket, 'changes');
    const message = await world.say(ana, chatId, 'Oy!');
    const entry = await changes;
    expect(serverEvents.changes.parse(entry)).toEqual(entry);
    expect(entry).toMatchObject({ scope: chatScope(chatId), prevSeq: heads[chatScope(chatId)]?.seq });
    expect(entry.changes).toContainEqual(expect.objectContaining({ table: 'messages', id: message }));
  });

  it("learns of its own person's mutations by id, and nobody else does", async () => {
    const { ana, ben, chatId } = await world.friends();
    const [mine, other, theirs] = [
      await sockets.connect(ana),
      await sockets.connect(ana),
      await sockets.connect(ben),
    ];
    const [atMine, atOther, atTheirs] = [entriesAt(mine), entriesAt(other), entriesAt(theirs)];
    const id = newId();
    await world.applied(ana, 'sendMessage', world.message(chatId), { id });
    await settled(mine, other, theirs);
    for (const entries of [atMine, atOther])
      expect(entries.map(({ scope, mutationIds }) => [scope, mutationIds])).toEqual([
        [userScope(ana.id), [id]],
        [chatScope(chatId), [id]],
      ]);
    expect(atTheirs.map(({ scope, mutationIds }) => [scope, mutationIds])).toEqual([
      [chatScope(chatId), undefined],
    ]);
  });

  it('is told nothing of messages from before its person joined, and of the rest in order', async () => {
    const { ana, ben } = await world.friends();
    const cora = await world.person('Cora');
    await world.befriend(ana, cora);
    const chatId = newId();
    await world.applied(ana, 'createChat', { id: chatId, type: 'GROUP', name: 'Barkada', users: [ben.id] });
    const old = await world.say(ana, chatId, 'A secret of ours');
    await world.applied(ana, 'addMember', { chatId, userId: cora.id });
    const [bens, coras] = [await sockets.connect(ben), await sockets.connect(cora)];
    const [atBens, atCoras] = [entriesAt(bens), entriesAt(coras)];
    await world.applied(ben, 'reactToMessage', { chatId, messageId: old, emoji: '❤️' });
    await world.applied(ana, 'pinMessage', { chatId, messageId: old, isPinned: true });
    await world.applied(ana, 'editMessage', { chatId, messageId: old, content: 'A better secret' });
    const fresh = await world.say(ana, chatId, 'For all of us');
    await world.applied(ana, 'editMessage', { chatId, messageId: fresh, content: 'For all of us!' });
    await world.applied(ana, 'deleteMessage', { chatId, messageId: old });
    await settled(bens, coras);
    expect(JSON.stringify(atBens)).toContain('A better secret');
    expect(JSON.stringify(atCoras)).not.toContain('secret');
    expect(JSON.stringify(atCoras)).toContain('For all of us!');
    // Each device has every number, in order: nobody has to ask for a gap.
    for (const entries of [atBens, atCoras]) {
      const numbers = entries
        .filter(({ scope }) => scope === chatScope(chatId))
        .map(({ prevSeq }) => prevSeq);
      expect(numbers).toEqual(numbers.map((_, at) => (numbers[0] ?? 0) + at));
      expect(numbers).toHaveLength(6);
    }
    const messages = atCoras.flatMap(({ changes }) => changes.filter(({ table }) => table === 'messages'));
    expect(new Set(messages.map(({ id }) => id))).toEqual(new Set([fresh]));
  });

  it('is told nothing of chats that its person is not in', async () => {
    const { ana, chatId } = await world.friends();
    const stranger = await sockets.connect(await world.person('Cora'));
    const entries = entriesAt(stranger);
    await world.say(ana, chatId);
    await settled(stranger);
    expect(entries).toEqual([]);
  });

  it('enters a chat the moment its person does', async () => {
    const [ana, ben] = [await world.person('Ana'), await world.person('Ben')];
    const socket = await sockets.connect(ana);
    const entries = entriesAt(socket);
    await world.befriend(ana, ben);
    const chatId = privateChatId(ana.id, ben.id);
    await world.say(ben, chatId);
    await settled(socket);
    expect(entries.filter(({ scope }) => scope === chatScope(chatId)).map(({ prevSeq }) => prevSeq)).toEqual([
      0, 1,
    ]);
    expect(entries.at(-1)?.changes.some(({ table }) => table === 'messages')).toBe(true);
  });

  it('is out of a chat at the next beat at the latest, whatever was missed', async () => {
    const { ana, ben, chatId } = await world.friends();
    const socket = await sockets.connect(ben);
    await world.db
      .update(memberships)
      .set({ leftAt: world.clock.now() })
      .where(eq(memberships.userId, ben.id));
    await settled(socket);
    const entries = entriesAt(socket);
    await world.say(ana, chatId);
    await settled(socket);
    expect(entries).toEqual([]);
  });

  it('tells how far it has stored, and becomes "delivered"', async () => {
    const { ana, ben, chatId } = await world.friends();
    const [sender, receiver] = [await sockets.connect(ana), await sockets.connect(ben)];
    const incoming = nextEvent(receiver, 'changes');
    await world.say(ana, chatId);
    const { scope, epoch, seq } = await incoming;
    const told = new Promise<ScopeEntry>((resolve) => {
      sender.on('changes', (entry) => {
        if (entry.changes.some(({ table }) => table === 'members')) resolve(entry);
      });
    });
    const noted = vi.spyOn(sockets.receipts, 'stored');
    const foreign = chatScope(newId());
    receiver.emit('stored', { cursors: { [foreign]: { epoch, seq }, [scope]: { epoch, seq } } });
    await vi.waitFor(() => expect(noted.mock.calls).toEqual([[ben.id, chatId, { epoch, seq }]]));
    await sockets.receipts.flush();
    expect((await told).changes).toMatchObject([{ row: { userId: ben.id, deliveredSeq: 1 } }]);
  });

  it('is cut when its session ends, and its other device stays', async () => {
    const ana = await world.person();
    const { session, accessToken } = await sockets.signIn(ana);
    const [ended, other] = [await sockets.connect(ana, accessToken), await sockets.connect(ana)];
    const revoked = nextEvent(ended, 'session:revoked');
    const gone = disconnected(ended);
    // The adapter of a node that is alone warns when other nodes are to be told.
    const warned = vi.spyOn(console, 'warn');
    sockets.realtime.cutSession(session.id);
    expect(warned).not.toHaveBeenCalled();
    await revoked;
    expect(await gone).toBe('io server disconnect');
    await settled(other);
    expect(other.connected).toBe(true);
  });

  it('of a session that ended unnoticed is cut at the next beat', async () => {
    const socket = await sockets.connect(await world.person());
    const revoked = nextEvent(socket, 'session:revoked');
    await sockets.endAll();
    await sockets.realtime.beat();
    await revoked;
  });

  it('gives way when its person has opened ten newer ones', async () => {
    const ana = await world.person();
    const { accessToken } = await sockets.signIn(ana);
    const first = await sockets.connect(ana, accessToken);
    const gone = disconnected(first);
    for (let n = 0; n < 10; n += 1) await sockets.connect(ana, accessToken);
    expect(await gone).toBe('io server disconnect');
  });
});

describe('a handshake', () => {
  const auth = async (changed: Record<string, unknown> = {}) => ({
    token: (await sockets.signIn(await world.person())).accessToken,
    deviceId: newId(),
    protocol: PROTOCOL_VERSION,
    ...changed,
  });

  it('is refused by kind', async () => {
    const kinds = [];
    for (const changed of [{ token: 'x'.repeat(43) }, { protocol: 99 }, { deviceId: 'phone' }, { token: 7 }])
      kinds.push(await refusal(sockets.connectWith(await auth(changed))));
    kinds.push(await refusal(sockets.connectWith({})));
    expect(kinds).toMatchObject([
      { code: 'session_dead' },
      { code: 'upgrade_required' },
      { code: 'validation' },
      { code: 'validation' },
      { code: 'validation' },
    ]);
  });

  it('from a page of another origin is refused, from ours and from none it is not', async () => {
    expect(await refusal(sockets.connectWith(await auth(), { origin: 'https://evil.test' }))).toContain(
      'error',
    );
    for (const headers of [{ origin: 'https://app.example' }, {}])
      await nextEvent(sockets.connectWith(await auth(), headers), 'heads');
  });

  it('says "unavailable" and not "session dead" when the database does not answer', async () => {
    const given = await auth();
    await opened.executeSql('alter table sessions rename to sessions_away');
    expect(await refusal(sockets.connectWith(given))).toMatchObject({ code: 'unavailable' });
    await opened.executeSql('alter table sessions_away rename to sessions');
    expect(sockets.errors.length).toBe(1);
  });
});

describe('a hostile socket', () => {
  it('is not harmed by, and does not harm with, payloads that nobody asked for', async () => {
    const { ana, ben, chatId } = await world.friends();
    const socket = await sockets.connect(ana);
    const hostile: unknown[] = [null, 7, 'x', [], {}, { cursors: null }, { cursors: { 'chat:x': 1 } }];
    // The types of the client's events are ours; an attacker has none.
    const emit = socket.emit.bind(socket) as (event: string, ...payload: unknown[]) => void;
    for (const payload of hostile) emit('stored', payload);
    for (const name of ['connected', 'join', '__proto__', 'changes', 'heads'])
      emit(name, { scope: 'user:x' });
    await settled(socket);
    const entries = entriesAt(socket);
    await world.say(ben, chatId);
    await settled(socket);
    expect(entries.length).toBe(1);
  });

  it('is cut when it floods', async () => {
    const socket = await sockets.connect(await world.person());
    const gone = disconnected(socket);
    for (let n = 0; n < 40; n += 1) socket.emit('stored', { cursors: {} });
    expect(await gone).toBe('io server disconnect');
  });

  it('is cut when it sends more than 64 KB at once', async () => {
    const socket = await sockets.connect(await world.person());
    const gone = disconnected(socket);
    const emit = socket.emit.bind(socket) as (event: string, ...payload: unknown[]) => void;
    emit('stored', 'x'.repeat(70_000));
    expect(await gone).toBe('transport close');
  });
});

it('a friend request reaches the other person at once, with who is asking', async () => {
  const [ana, ben] = [await world.person('Ana'), await world.person('Ben')];
  const socket = await sockets.connect(ben);
  const incoming = nextEvent(socket, 'changes');
  await world.applied(ana, 'requestFriend', { uniqueCode: ben.uniqueCode });
  const { changes } = await incoming;
  expect(changes).toMatchObject([
    { table: 'friendships', id: friendshipId(ana.id, ben.id), row: { status: 'PENDING' } },
    { table: 'users', id: ana.id, row: { firstName: 'Ana' } },
  ]);
});

it('turns away who knocks too often, with 429 and a time, and lets others in', async () => {
  let left = 1;
  const limited = await openSockets(world, {
    takeHandshake: async () => {
      left -= 1;
      return left < 0 ? 1_500 : 0;
    },
  });
  try {
    const ana = await world.person();
    await limited.connect(ana);
    const answer = await new Promise<{ status: number | undefined; wait: string | undefined }>(
      (resolve, reject) => {
        const asked = request(`${limited.url}/socket.io/?EIO=4&transport=websocket`, {
          headers: {
            connection: 'Upgrade',
            upgrade: 'websocket',
            'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
            'sec-websocket-version': '13',
          },
        });
        asked.on('response', ({ statusCode, headers }) =>
          resolve({ status: statusCode, wait: headers['retry-after'] }),
        );
        asked.on('error', reject);
        asked.end();
      },
    );
    expect(answer).toEqual({ status: 429, wait: '2' });
  } finally {
    await limited.close();
  }
});
