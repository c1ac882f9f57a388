import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../protocol/index.ts';
import { users } from '../db/schema.ts';
import { type OpenedDatabase, openMemoryDatabase } from '../testing/open-database.ts';
import { nextEvent, openSockets, type TestSocket } from '../testing/sockets.ts';
import { type Person, World } from '../testing/world.ts';

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

const hide = ({ id }: Person) =>
  world.db
    .update(users)
    .set({ settings: sql`${users.settings} || '{"showPresence": false}'::jsonb` })
    .where(eq(users.id, id));
const typingAt = (socket: TestSocket): unknown[] => {
  const heard: unknown[] = [];
  socket.on('typing', (payload) => heard.push(payload));
  return heard;
};
/** What somebody is told about one person whom they watch: what comes with the answer to the watch. */
const watch = async (watcher: TestSocket, { id }: Person): Promise<boolean> => {
  const answer = nextEvent(watcher, 'presence');
  watcher.emit('watch', { userIds: [id] });
  return (await answer).isOnline;
};
/** A question that is answered after everything that was said before on the same socket. */
const settled = async (speaker: TestSocket, listener: TestSocket, person: Person): Promise<void> => {
  await watch(speaker, person);
  await watch(listener, person);
};

describe('typing', () => {
  it('is heard by the others of the chat, and by nobody else', async () => {
    const { ana, ben, chatId } = await world.friends();
    const cora = await world.person('Cora');
    const [a, b, c] = [await sockets.connect(ana), await sockets.connect(ben), await sockets.connect(cora)];
    const [own, others] = [typingAt(a), typingAt(c)];
    const heard = nextEvent(b, 'typing');
    a.emit('typing', { chatId });
    expect(await heard).toEqual({ chatId, userId: ana.id });
    c.emit('typing', { chatId });
    c.emit('typing', { chatId: newId() });
    await settled(c, b, ana);
    expect([own, others]).toEqual([[], []]);
  });

  it('is not told across a block, nor of somebody who hides it', async () => {
    const { ana, ben, chatId } = await world.friends();
    const [a, b] = [await sockets.connect(ana), await sockets.connect(ben)];
    const heard = typingAt(b);
    await hide(ana);
    a.emit('typing', { chatId });
    await settled(a, b, ben);
    await world.block(ben, ana);
    a.emit('typing', { chatId });
    await settled(a, b, ben);
    expect(heard).toEqual([]);
  });
});

describe('presence', () => {
  it('is told to friends, when they look and when it changes', async () => {
    const { ana, ben } = await world.friends();
    const a = await sockets.connect(ana);
    expect(await watch(a, ben)).toBe(false);
    const came = nextEvent(a, 'presence');
    await sockets.connect(ben);
    expect(await came).toEqual({ userId: ben.id, isOnline: true });
    expect(await watch(a, ben)).toBe(true);
  });

  it('is nobody else’s business, and goes both ways', async () => {
    const { ana, ben } = await world.friends();
    const cora = await world.person('Cora');
    const [a, b, c] = [await sockets.connect(ana), await sockets.connect(ben), await sockets.connect(cora)];
    expect(await watch(c, ben)).toBe(false);
    expect(await watch(a, ben)).toBe(true);
    await hide(ana);
    expect([await watch(a, ben), await watch(b, ana)]).toEqual([false, false]);
  });

  it('is told no more to somebody who was blocked meanwhile, from the next beat on', async () => {
    const { ana, ben } = await world.friends();
    const a = await sockets.connect(ana);
    expect(await watch(a, ben)).toBe(false);
    await world.block(ben, ana);
    await sockets.realtime.beat();
    const heard: unknown[] = [];
    a.on('presence', (payload) => heard.push(payload));
    const b = await sockets.connect(ben);
    await watch(b, ana);
    await watch(a, ana);
    expect(heard).toEqual([{ userId: ana.id, isOnline: false }]);
  });
});
