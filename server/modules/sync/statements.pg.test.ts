import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Cursor,
  mutations,
  newId,
  PROTOCOL_VERSION,
  privateChatId,
  z,
} from '../../../protocol/index.ts';
import { hasPostgres } from '../../../test/support/services.ts';
import { useTestPostgres } from '../../../test/support/test-postgres.ts';
import { nextEvent, openSockets } from '../../testing/sockets.ts';
import { type Sent, watchStatements } from '../../testing/statements.ts';
import { type Person, World } from '../../testing/world.ts';
import { createSession, findSession } from '../auth/sessions.ts';
import { push } from './push.ts';

const TOGETHER = 20;

describe.skipIf(!hasPostgres)('statements on hot paths', () => {
  const postgres = useTestPostgres();
  let world: World;
  beforeAll(async () => {
    world = new World(postgres.opened.db);
  });

  const unprepared = ({ statements }: Sent): string[] =>
    statements.filter(({ isPrepared }) => !isPrepared).map(({ text }) => text);
  const countsOf = (sent: Sent) => ({ statements: sent.statements.length, roundTrips: sent.roundTrips });

  /** Somebody with friends to talk to, and cursors of a device that has everything. */
  const settle = async (friendCount: number) => {
    const ana = await world.person('Ana');
    const friends: Person[] = [];
    for (let n = 0; n < friendCount; n += 1) {
      const friend = await world.person('Ben');
      await world.befriend(ana, friend);
      friends.push(friend);
    }
    const deviceId = newId();
    const cursors: Record<string, Cursor> = {};
    const take = async () => {
      const { scopes } = await world.pull(ana, cursors, { deviceId });
      for (const { scope, epoch, to } of scopes) cursors[scope] = { epoch, seq: to };
    };
    await take();
    const pull = () => world.pull(ana, cursors, { deviceId });
    const epoch = Object.values(cursors)[0]?.epoch ?? '';
    return { ana, friends, epoch, pull, take, chats: friends.map(({ id }) => privateChatId(ana.id, id)) };
  };
  const pushing = (ana: Person, epoch: string, chatIds: readonly string[]) => {
    const { version } = mutations.sendMessage;
    const sent = chatIds.map((chatId) => ({
      ...{ id: newId(), name: 'sendMessage', version, lane: `chat:${chatId}`, prev: null },
      args: z.json().parse(world.message(chatId)),
    }));
    const body = { protocol: PROTOCOL_VERSION, deviceId: newId(), epoch, mutations: sent };
    return push(world.services, ana.id, body, { error: () => undefined });
  };

  it('of a pull with nothing new', async () => {
    const { pull } = await settle(3);
    const sent = await watchStatements(pull);
    expect(unprepared(sent)).toEqual([]);
    expect(countsOf(sent)).toEqual({ statements: 2, roundTrips: 2 });
  });

  it('of a pull that brings a message, and of one that brings many', async () => {
    const { ana, friends, pull, take, chats } = await settle(6);
    const first = friends[0] ?? ana;
    await world.say(first, chats[0] ?? '');
    const one = await watchStatements(pull);
    await take();
    for (const [index, friend] of friends.entries()) await world.say(friend, chats[index] ?? '');
    const many = await watchStatements(pull);
    // The device, whether it is behind, BEGIN with heads and log, the rows, COMMIT.
    expect(countsOf(one)).toEqual({ statements: 6, roundTrips: 5 });
    expect(countsOf(many)).toEqual({ statements: 6, roundTrips: 5 });
    expect([...unprepared(one), ...unprepared(many)]).toEqual([]);
  });

  it('of a first pull', async () => {
    const { ana } = await settle(3);
    const sent = await watchStatements(() => world.pull(ana));
    expect(sent.statements.length).toBe(21);
    // The people of the chats may be asked for before or after the people of the own scope.
    expect(sent.roundTrips).toBeLessThanOrEqual(6);
    expect(unprepared(sent)).toEqual([]);
  });

  it('of a push', async () => {
    const { ana, chats, epoch } = await settle(2);
    const [one = ''] = chats;
    const single = await watchStatements(() => pushing(ana, epoch, [one]));
    const many = await watchStatements(() =>
      pushing(
        ana,
        epoch,
        Array.from({ length: 40 }, (_, n) => chats[n % 2] ?? one),
      ),
    );
    // The epoch, BEGIN with what is loaded, the numbers, the rows with COMMIT; however many messages there are.
    expect(countsOf(single)).toEqual({ statements: 7, roundTrips: 4 });
    expect(countsOf(many)).toEqual({ statements: 7, roundTrips: 4 });
    expect([...unprepared(single), ...unprepared(many)]).toEqual([]);
  });

  it('of looking a session up', async () => {
    const ana = await world.person();
    const { accessToken } = await createSession(postgres.opened.db, ana.id, 'A test', world.clock.now());
    const sent = await watchStatements(() => findSession(postgres.opened.db, accessToken, world.clock.now()));
    expect(countsOf(sent)).toEqual({ statements: 1, roundTrips: 1 });
    expect(unprepared(sent)).toEqual([]);
  });

  it('of sockets that connect together, and of their beat', async () => {
    const sockets = await openSockets(world);
    const { ana, friends } = await settle(TOGETHER);
    const tokens: string[] = [];
    for (const friend of friends) tokens.push((await sockets.signIn(friend)).accessToken);
    const opening: ReturnType<typeof sockets.connectWith>[] = [];
    // The first one is being taken in until all others have come.
    const allCame = Promise.withResolvers<void>();
    const sent = await watchStatements(
      async () => {
        for (const token of tokens)
          opening.push(sockets.connectWith({ token, deviceId: newId(), protocol: PROTOCOL_VERSION }));
        const told = opening.map((socket) => nextEvent(socket, 'heads'));
        await Promise.all(
          opening.map((socket) => new Promise((resolve) => socket.once('connect', () => resolve(null)))),
        );
        allCame.resolve();
        await Promise.all(told);
      },
      (text) => (text.includes('with asked as') ? allCame.promise : null),
    );
    // A session look-up for each, and for two groups what they hold, twice, and whether they show that they are here.
    expect(sent.statements.length).toBeLessThanOrEqual(TOGETHER + 2 * 5);
    const watching = await watchStatements(async () => {
      const seen = opening.map((socket) => nextEvent(socket, 'presence'));
      for (const socket of opening) socket.emit('watch', { userIds: [ana.id] });
      await Promise.all(seen);
    });
    const beat = await watchStatements(() => sockets.realtime.beat());
    expect(beat.statements.length).toBe(4);
    await sockets.close();
    expect([sent, watching, beat].flatMap(unprepared)).toEqual([]);
  });
});
