import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { friendshipId, newId } from '../../protocol/index.ts';
import { users } from '../db/schema.ts';
import { requestOf } from '../testing/chat-stories.ts';
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
  const received: unknown[] = [];
  socket.on('typing', (payload) => received.push(payload));
  return received;
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
  it('reaches the others of the chat, and nobody else', async () => {
    const { ana, ben, chatId } = await world.friends();
    const cora = await world.person('Cora');
    const [a, b, c] = [await sockets.connect(ana), await sockets.connect(ben), await sockets.connect(cora)];
    const [own, others] = [typingAt(a), typingAt(c)];
    const received = nextEvent(b, 'typing');
    a.emit('typing', { chatId });
    expect(await received).toEqual({ chatId, userId: ana.id });
    c.emit('typing', { chatId });
    c.emit('typing', { chatId: newId() });
    await settled(c, b, ana);
    expect([own, others]).toEqual([[], []]);
  });

  it('is not told across a block, nor of somebody who hides it', async () => {
    const { ana, ben, chatId } = await world.friends();
    const [a, b] = [await sockets.connect(ana), await sockets.connect(ben)];
    const received = typingAt(b);
    await hide(ana);
    a.emit('typing', { chatId });
    await settled(a, b, ben);
    await world.block(ben, ana);
    a.emit('typing', { chatId });
    await settled(a, b, ben);
    expect(received).toEqual([]);
  });

  it('of the recipient of a request is not told to its sender before a yes', async () => {
    const { olga, pia, chatId } = await requestOf(world);
    const [o, p] = [await sockets.connect(olga), await sockets.connect(pia)];
    const received = typingAt(p);
    o.emit('typing', { chatId });
    await settled(o, p, pia);
    expect(received).toEqual([]);
    const asking = nextEvent(o, 'typing');
    p.emit('typing', { chatId });
    expect(await asking).toEqual({ chatId, userId: pia.id });
    await world.applied(olga, 'answerMessageRequest', { chatId, isAccepted: true });
    const accepted = nextEvent(p, 'typing');
    o.emit('typing', { chatId });
    expect(await accepted).toEqual({ chatId, userId: olga.id });
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

  it('goes from the other screen at once when it is switched off, and from one’s own', async () => {
    const { ana, ben } = await world.friends();
    const [a, b] = [await sockets.connect(ana), await sockets.connect(ben)];
    expect([await watch(a, ben), await watch(b, ana)]).toEqual([true, true]);
    const gone = Promise.all([nextEvent(a, 'presence'), nextEvent(b, 'presence')]);
    await world.applied(ana, 'updateSettings', { showPresence: false });
    expect(await gone).toEqual([
      { userId: ben.id, isOnline: false },
      { userId: ana.id, isOnline: false },
    ]);
    const back = nextEvent(a, 'presence');
    await world.applied(ana, 'updateSettings', { showPresence: true });
    expect(await back).toEqual({ userId: ben.id, isOnline: true });
    const seen = nextEvent(b, 'presence');
    await sockets.realtime.beat();
    expect(await seen).toEqual({ userId: ana.id, isOnline: true });
  });

  it('goes at once from the screens of two between whom there is a block, or no friendship any more', async () => {
    const part = {
      setBlock: (other: Person) => ({ userId: other.id, blocked: true }),
      unfriend: (other: Person, own: Person) => ({ friendshipId: friendshipId(own.id, other.id) }),
    } as const;
    for (const name of ['setBlock', 'unfriend'] as const) {
      const { ana, ben } = await world.friends();
      const [a, b] = [await sockets.connect(ana), await sockets.connect(ben)];
      expect([await watch(a, ben), await watch(b, ana)]).toEqual([true, true]);
      const gone = Promise.all([nextEvent(a, 'presence'), nextEvent(b, 'presence')]);
      await world.applied(ben, name, part[name](ana, ben));
      expect(await gone).toEqual([
        { userId: ben.id, isOnline: false },
        { userId: ana.id, isOnline: false },
      ]);
    }
  });

  it('that a lost event left standing goes with the next beat', async () => {
    const { ana, ben } = await world.friends();
    const [a, b] = [await sockets.connect(ana), await sockets.connect(ben)];
    expect([await watch(a, ben), await watch(b, ana)]).toEqual([true, true]);
    await hide(ana);
    const gone = nextEvent(b, 'presence');
    await sockets.realtime.beat();
    expect(await gone).toEqual({ userId: ana.id, isOnline: false });
  });

  it('is told no more to somebody who was blocked meanwhile, from the next beat on', async () => {
    const { ana, ben } = await world.friends();
    const a = await sockets.connect(ana);
    expect(await watch(a, ben)).toBe(false);
    await world.block(ben, ana);
    const told = nextEvent(a, 'presence');
    await sockets.realtime.beat();
    await told;
    const received: unknown[] = [];
    a.on('presence', (payload) => received.push(payload));
    const b = await sockets.connect(ben);
    await watch(b, ana);
    await watch(a, ana);
    expect(received).toEqual([{ userId: ana.id, isOnline: false }]);
  });
});
