import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mutations, newId, PROTOCOL_VERSION, privateChatId, pushResponse } from '../../protocol/index.ts';
import type { OpenDatabase } from '../../server/db/database.ts';
import { openPostgres } from '../../server/db/open-postgres.ts';
import { messages } from '../../server/db/schema.ts';
import { createSession } from '../../server/modules/auth/sessions.ts';
import { World } from '../../server/testing/world.ts';
import { listen, mentions } from '../security/sockets.ts';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../support/services.ts';
import { until } from './support/process.ts';
import { canRunRedis, createRedisServer, type RedisServer } from './support/redis-server.ts';
import { type ServerProcess, startServer } from './support/server-process.ts';

const PORTS = { one: 4354, two: 4355, redis: 4356 };
const LIMIT_MS = 240_000;
const TURNS_MAX = 50;

/** Two processes as an operator runs them: one database, one Redis, nothing else in common. */
describe.skipIf(!(hasPostgres && canRunRedis))('two nodes', { timeout: LIMIT_MS }, () => {
  let database: TestDatabase;
  let redis: RedisServer;
  let directory: string;
  let one: ServerProcess;
  let two: ServerProcess;
  let opened: OpenDatabase;
  let ana: { id: string; token: string };
  let ben: { id: string; token: string };

  beforeAll(async () => {
    database = await createTestDatabase();
    directory = await mkdtemp(join(tmpdir(), 'tambay-nodes-'));
    redis = await createRedisServer(PORTS.redis);
    const settings = { DATA_DIR: directory, DATABASE_URL: database.url, REDIS_URL: redis.url };
    // At the same moment, on an empty database: one migrates, and the other waits for it.
    [one, two] = await Promise.all([startServer(PORTS.one, settings), startServer(PORTS.two, settings)]);
    opened = await openPostgres(database.url);
    const friends = await new World(opened.db).friends();
    const signIn = async ({ id }: { id: string }) => ({
      id,
      token: (await createSession(opened.db, id, 'A test', new Date())).accessToken,
    });
    [ana, ben] = [await signIn(friends.ana), await signIn(friends.ben)];
  }, LIMIT_MS);

  afterAll(async () => {
    await Promise.all([one.end('SIGKILL'), two.end('SIGKILL')]);
    await opened.close();
    await redis.dispose();
    await database.drop();
    await rm(directory, { recursive: true, force: true });
  });

  const post = (node: ServerProcess, path: string, body: unknown, token?: string) =>
    fetch(`${node.url}/api/v1${path}`, {
      method: 'POST',
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const say = async (node: ServerProcess, content: string) => {
    const path = `/chats/${privateChatId(ana.id, ben.id)}/messages`;
    expect((await post(node, path, { id: newId(), content }, ana.token)).status).toBe(201);
  };
  /** Says it on one node, about once a second (a member's limit), until it is received on the other. */
  const sayUntilReceived = async (words: string, received: () => unknown) => {
    const isReceived = () => (mentions(received(), words) ? true : undefined);
    for (let turn = 0; turn < TURNS_MAX && !isReceived(); turn += 1) {
      await say(one, `${words} ${turn}`);
      await until(words, 1_000, isReceived).catch(() => undefined);
    }
    expect(isReceived()).toBe(true);
  };
  const loginStatus = async (node: ServerProcess, email: string) =>
    (await post(node, '/auth/login', { email, password: 'not the password' })).status;

  it('carry events to each other', async () => {
    const listener = listen(two.url, ben.token);
    await listener.ready;
    await sayUntilReceived('from one node to the other', () => listener.received);
    listener.socket.disconnect();
  });

  it('tell each other who types and who is there', async () => {
    const atTwo = listen(two.url, ben.token);
    await atTwo.ready;
    atTwo.socket.emit('watch', { userIds: [ana.id] });
    const atOne = listen(one.url, ana.token);
    await atOne.ready;
    await atTwo.waitFor((event, payload) => event === 'presence' && mentions(payload, '"isOnline":true'));
    atOne.socket.emit('typing', { chatId: privateChatId(ana.id, ben.id) });
    await atTwo.waitFor((event, payload) => event === 'typing' && mentions(payload, ana.id));
    atOne.socket.disconnect();
    await atTwo.waitFor((event, payload) => event === 'presence' && mentions(payload, '"isOnline":false'));
    atTwo.socket.disconnect();
  });

  it('match strangers who wait on different nodes, and tell each without a name', async () => {
    const world = new World(opened.db);
    const people = [];
    for (const [node, name] of [
      [one, 'Anastacia'],
      [two, 'Benigno'],
    ] as const) {
      const person = await world.person(name);
      const { accessToken: token } = await createSession(opened.db, person.id, 'A test', new Date());
      const listener = listen(node.url, token);
      await listener.ready;
      await fetch(`${node.url}/api/v1/strangers/settings`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
        body: JSON.stringify({ optedIn: true, language: 'any', interests: [] }),
      });
      people.push({ person, token, node, listener });
    }
    for (const { node, token } of people)
      expect((await post(node, '/strangers/queue', undefined, token)).status).toBe(200);
    for (const { listener } of people) {
      await listener.waitFor((event) => event === 'stranger:changed');
      for (const { person } of people)
        expect(
          mentions(
            listener.received.filter(({ event }) => event.startsWith('stranger')),
            person.id,
          ),
        ).toBe(false);
      listener.socket.disconnect();
    }
  });

  it('act once on a key that reaches both at the same moment, and give both the same verdict', async () => {
    const rounds = 10;
    const { ana: author, chatId } = await new World(opened.db).friends();
    const { accessToken } = await createSession(opened.db, author.id, 'A test', new Date());
    const pushToBoth = async (to: string) => {
      const lane = `chat:${to}`;
      const args = { id: newId(), chatId: to, content: 'Once', writtenAt: new Date().toISOString() };
      const mutation = { id: newId(), name: 'sendMessage', version: mutations.sendMessage.version, args };
      const body = {
        protocol: PROTOCOL_VERSION,
        deviceId: newId(),
        mutations: [{ ...mutation, lane, prev: null }],
      };
      const texts = await Promise.all(
        [one, two].map(async (node) => (await post(node, '/sync/push', body, accessToken)).json()),
      );
      return texts.flatMap((text) => pushResponse.parse(text).answers);
    };
    for (let round = 0; round < rounds; round += 1) {
      const answers = await pushToBoth(chatId);
      expect(answers.map(({ status }) => status)).toEqual(['applied', 'applied']);
      const applied = answers.flatMap((answer) => (answer.status === 'applied' ? [answer] : []));
      expect(applied[0]?.vector).toEqual(applied[1]?.vector);
      // The later node answers what is stored, and has done nothing.
      expect(applied.filter(({ entries }) => entries.length > 0)).toHaveLength(1);
    }
    const stored = await opened.db.$count(messages, eq(messages.chatId, chatId));
    expect(stored).toBe(rounds);
    const [first, second] = await pushToBoth(newId());
    expect(first).toMatchObject({ status: 'rejected', error: { code: 'not_found' } });
    expect(second).toEqual(first);
  });

  it('count together', async () => {
    const email = `${newId()}@example.test`;
    const statuses = [];
    for (const node of [one, two, one, two, one, two, one]) statuses.push(await loginStatus(node, email));
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429]);
  });

  it('go on without Redis: no process ends, commits stand, each counts for itself, and events come back with it', async () => {
    const listener = listen(two.url, ben.token);
    await listener.ready;
    await redis.kill();
    for (const node of [one, two]) await say(node, 'in the dark');
    const email = `${newId()}@example.test`;
    const statuses = [];
    for (let turn = 0; turn < 6; turn += 1) statuses.push(await loginStatus(one, email));
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
    expect(one.isRunning() && two.isRunning()).toBe(true);
    await redis.start();
    await sayUntilReceived('light again', () => listener.received);
    expect(listener.socket.connected).toBe(true);
    listener.socket.disconnect();
  });

  it('end a session for both: its socket on the other node is cut, and its token opens neither', async () => {
    const listener = listen(two.url, ben.token);
    await listener.ready;
    expect((await post(one, '/auth/logout', {}, ben.token)).status).toBe(200);
    await listener.cut;
    expect(listener.received.map(({ event }) => event)).toContain('session:revoked');
    for (const node of [one, two]) {
      const answer = await fetch(`${node.url}/api/v1/auth/verify`, {
        headers: { Authorization: `Bearer ${ben.token}` },
      });
      expect(answer.status).toBe(401);
    }
  });
});
