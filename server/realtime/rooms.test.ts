import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chatScope, newId, privateChatId } from '../../protocol/index.ts';
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
    data: { sessionId: session.id, userId: person.id, deviceId: newId() },
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
