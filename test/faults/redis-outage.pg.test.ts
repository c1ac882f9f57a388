import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { chatScope, privateChatId, type ScopeEntry } from '../../protocol/index.ts';
import { type OpenedDatabase, openPostgresDatabase } from '../../server/testing/open-database.ts';
import { nextEvent, openSockets, type TestSocket } from '../../server/testing/sockets.ts';
import { World } from '../../server/testing/world.ts';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../support/services.ts';
import { canRunRedis, createRedisServer, type RedisServer } from './support/redis-server.ts';

const REDIS_PORT = 4_290;
/** Longer than a lost event may take to be given up and a connection to come back. */
const WAIT_OPTIONS = { timeout: 15_000, interval: 100 };

type Node = {
  world: World;
  sockets: Awaited<ReturnType<typeof openSockets>>;
  /** How often it was told that a session has ended on another node. */
  endedElsewhere: () => number;
};

const messagesOf = (entries: readonly ScopeEntry[]): (string | null)[] =>
  entries.flatMap(({ changes }) =>
    changes.flatMap(({ table, row }) => (table === 'messages' && row ? [row.content] : [])),
  );
const entriesAt = (socket: TestSocket): ScopeEntry[] => {
  const entries: ScopeEntry[] = [];
  socket.on('changes', (entry) => entries.push(entry));
  return entries;
};

describe.skipIf(!(hasPostgres && canRunRedis))('two nodes', () => {
  let database: TestDatabase;
  let opened: OpenedDatabase;
  let redis: RedisServer;
  let one: Node;
  let two: Node;
  beforeAll(async () => {
    database = await createTestDatabase();
    opened = await openPostgresDatabase(database.url);
    redis = await createRedisServer(REDIS_PORT);
  });
  beforeEach(async () => {
    const open = async (): Promise<Node> => {
      const world = new World(opened.db);
      let ended = 0;
      const sessionEndedElsewhere = () => {
        ended += 1;
      };
      const sockets = await openSockets(world, { redisUrl: redis.url, sessionEndedElsewhere });
      return { world, sockets, endedElsewhere: () => ended };
    };
    [one, two] = [await open(), await open()];
  });
  afterEach(async () => {
    await one.sockets.close();
    await two.sockets.close();
  });
  afterAll(async () => {
    await opened.close();
    await database.drop();
    await redis.dispose();
  });

  /** Both nodes read from Redis: a word from each has reached the other. */
  const connected = async (): Promise<void> => {
    const { ana, ben, chatId } = await one.world.friends();
    const [here, there] = [await one.sockets.connect(ana), await two.sockets.connect(ben)];
    const [atHere, atThere] = [entriesAt(here), entriesAt(there)];
    await vi.waitFor(async () => {
      await one.world.say(ana, chatId, 'from one');
      await two.world.say(ben, chatId, 'from two');
      expect(messagesOf(atHere)).toContain('from two');
      expect(messagesOf(atThere)).toContain('from one');
    }, WAIT_OPTIONS);
  };

  it('carry messages, new chats and ended sessions to each other', async () => {
    await connected();
    const [ana, ben] = [await one.world.person('Ana'), await one.world.person('Ben')];
    const { session, accessToken } = await two.sockets.signIn(ben);
    const socket = await two.sockets.connect(ben, accessToken);
    const entries = entriesAt(socket);
    await one.world.befriend(ana, ben);
    const chatId = privateChatId(ana.id, ben.id);
    for (let n = 1; n <= 5; n += 1) await one.world.say(ana, chatId, `${n}`);
    await vi.waitFor(() => expect(messagesOf(entries)).toEqual(['1', '2', '3', '4', '5']), WAIT_OPTIONS);
    const inChat = entries.filter(({ scope }) => scope === chatScope(chatId));
    expect(inChat.map(({ prevSeq }) => prevSeq)).toEqual([0, 1, 2, 3, 4, 5]);
    const revoked = nextEvent(socket, 'session:revoked');
    expect([one.endedElsewhere(), two.endedElsewhere()]).toEqual([0, 0]);
    one.sockets.realtime.cutSession(session.id);
    await revoked;
    // What the other node remembers of sessions is forgotten, and nothing is said back.
    await vi.waitFor(() => expect(two.endedElsewhere()).toBe(1), WAIT_OPTIONS);
    expect(one.endedElsewhere()).toBe(0);
  });

  it('take who hides, and whom somebody blocks, from the screens of each other at once', async () => {
    await connected();
    const { ana, ben } = await one.world.friends();
    const [here, there] = [await one.sockets.connect(ana), await two.sockets.connect(ben)];
    const watch = async (watcher: TestSocket, userId: string): Promise<boolean> => {
      const answer = nextEvent(watcher, 'presence');
      watcher.emit('watch', { userIds: [userId] });
      return (await answer).isOnline;
    };
    expect(await watch(there, ana.id)).toBe(true);
    const hidden = nextEvent(there, 'presence');
    await one.world.applied(ana, 'updateSettings', { showPresence: false });
    expect(await hidden).toEqual({ userId: ana.id, isOnline: false });

    await one.world.applied(ana, 'updateSettings', { showPresence: true });
    expect([await watch(there, ana.id), await watch(here, ben.id)]).toEqual([true, true]);
    const gone = Promise.all([nextEvent(here, 'presence'), nextEvent(there, 'presence')]);
    await two.world.applied(ben, 'setBlock', { userId: ana.id, blocked: true });
    expect(await gone).toEqual([
      { userId: ben.id, isOnline: false },
      { userId: ana.id, isOnline: false },
    ]);
  });

  /** Ben on both nodes, with what each socket is told of the chat. */
  const listening = async () => {
    const { ana, ben, chatId } = await one.world.friends();
    const [near, far] = [await one.sockets.connect(ben), await two.sockets.connect(ben)];
    const [atNear, atFar] = [entriesAt(near), entriesAt(far)];
    const told = new Map<string, number>();
    far.on('heads', ({ heads }) => {
      for (const [scope, { seq }] of Object.entries(heads)) told.set(scope, seq);
    });
    return { ana, chatId, near, far, atNear, atFar, told };
  };

  it('go on without Redis: commits stand, the own node is told, the other learns by heads, both recover', async () => {
    await connected();
    const { ana, chatId, near, far, atNear, atFar, told } = await listening();
    await redis.kill();
    await one.world.say(ana, chatId, 'in the dark');
    await vi.waitFor(() => expect(messagesOf(atNear)).toEqual(['in the dark']), WAIT_OPTIONS);
    expect(messagesOf(atFar)).toEqual([]);
    // By themselves: they come every few seconds while Redis is away.
    const entry = atNear.find(({ scope }) => scope === chatScope(chatId));
    await vi.waitFor(() => expect(told.get(chatScope(chatId))).toBe(entry?.seq), WAIT_OPTIONS);
    await redis.start();
    await vi.waitFor(async () => {
      await one.world.say(ana, chatId, 'and light again');
      expect(messagesOf(atFar)).toContain('and light again');
    }, WAIT_OPTIONS);
    expect(near.connected && far.connected).toBe(true);
  });

  it('go on with a Redis that hangs as if it were away, and as before once it answers', async () => {
    await connected();
    const { ana, chatId, near, far, atNear, atFar, told } = await listening();
    redis.hang();
    await one.world.say(ana, chatId, 'in the dark');
    await vi.waitFor(() => expect(messagesOf(atNear)).toEqual(['in the dark']), WAIT_OPTIONS);
    const entry = atNear.find(({ scope }) => scope === chatScope(chatId));
    await vi.waitFor(() => expect(told.get(chatScope(chatId))).toBe(entry?.seq), WAIT_OPTIONS);
    redis.resume();
    await vi.waitFor(async () => {
      await one.world.say(ana, chatId, 'and light again');
      expect(messagesOf(atFar)).toContain('and light again');
    }, WAIT_OPTIONS);
    expect(near.connected && far.connected).toBe(true);
  });
});
