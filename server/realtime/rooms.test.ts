import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chatScope, newId, PROTOCOL_VERSION, privateChatId, userScope } from '../../protocol/index.ts';
import { memberships } from '../db/schema.ts';
import { createSession } from '../modules/auth/sessions.ts';
import { type OpenedDatabase, openMemoryDatabase } from '../testing/open-database.ts';
import { type Person, World } from '../testing/world.ts';
import { refreshSockets } from './rooms.ts';

let opened: OpenedDatabase;
let world: World;
beforeAll(async () => {
  opened = await openMemoryDatabase();
  world = new World(opened.db);
});
afterAll(() => opened.close());

/** A socket as far as rooms go; `meanwhile` happens after the database was read and before the socket moves. */
const socketOf = async (person: Person, rooms: string[], meanwhile: () => Promise<unknown>) => {
  const { session } = await createSession(world.db, person.id, 'Test device', world.clock.now());
  let isFirst = true;
  const move = async (change: () => void): Promise<void> => {
    if (isFirst) await meanwhile();
    isFirst = false;
    change();
  };
  const socket = {
    data: { sessionId: session.id, userId: person.id, deviceId: newId(), protocol: PROTOCOL_VERSION },
    connected: true,
    rooms: new Set(rooms),
    leave: (room: string) => move(() => socket.rooms.delete(room)),
    join: (list: string[]) =>
      list.length === 0 ? undefined : move(() => list.map((room) => socket.rooms.add(room))),
    heads: [] as object[],
    emit: (_event: string, payload: object) => socket.heads.push(payload),
  };
  return socket;
};

it('a chat that comes while sockets are looked after keeps its live events', async () => {
  const [ana, ben] = [await world.person('Ana'), await world.person('Ben')];
  const room = chatScope(privateChatId(ana.id, ben.id));
  // The commit has put the socket into the room already; the look at the database was before it.
  const socket = await socketOf(ana, [room], () => world.befriend(ana, ben));
  await refreshSockets(world, [socket as never]);
  expect(socket.rooms).toContain(room);
  expect(socket.heads).toEqual([{ heads: expect.objectContaining({ [room]: expect.anything() }) }]);
});

it('nobody is put back into a chat that they leave while sockets are looked after', async () => {
  const { ana, chatId } = await world.friends();
  const leave = () =>
    world.db.update(memberships).set({ leftAt: world.clock.now() }).where(eq(memberships.userId, ana.id));
  const socket = await socketOf(ana, [], leave);
  await refreshSockets(world, [socket as never]);
  expect(socket.rooms).not.toContain(chatScope(chatId));
  expect(JSON.stringify(socket.heads)).not.toContain(chatId);
});

it('tells all heads once, then those that moved, and all again when a chat is gone', async () => {
  const { ana, ben, chatId } = await world.friends();
  const quiet = await world.person('Cora');
  await world.befriend(ana, quiet);
  const socket = await socketOf(ana, [], async () => undefined);
  const beat = async () => {
    socket.heads.length = 0;
    await refreshSockets(world, [socket as never]);
    return socket.heads;
  };
  const room = chatScope(chatId);
  const scopes = (told: unknown) => new Set(Object.keys(Object(told).heads));
  const rest = [userScope(ana.id), chatScope(privateChatId(ana.id, quiet.id))];
  const [first] = await beat();
  expect(first).not.toHaveProperty('isPartial');
  expect(scopes(first)).toEqual(new Set([...rest, room]));
  expect(await beat()).toEqual([{ heads: {}, isPartial: true }]);
  await world.say(ben, chatId);
  expect(await beat()).toEqual([{ heads: { [room]: expect.anything() }, isPartial: true }]);
  await world.db
    .update(memberships)
    .set({ leftAt: world.clock.now() })
    .where(and(eq(memberships.userId, ana.id), eq(memberships.chatId, chatId)));
  const [last] = await beat();
  expect(last).not.toHaveProperty('isPartial');
  expect(scopes(last)).toEqual(new Set(rest));
});

it('tells an older version everything each time', async () => {
  const { ana } = await world.friends();
  const socket = await socketOf(ana, [], async () => undefined);
  socket.data.protocol = 1;
  for (let time = 0; time < 3; time += 1) await refreshSockets(world, [socket as never]);
  expect(socket.heads.length).toBeGreaterThan(1);
  for (const told of socket.heads) expect(told).not.toHaveProperty('isPartial');
});
