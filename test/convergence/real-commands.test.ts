import { inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditSum, newId, privateChatId, type TableName } from '../../protocol/index.ts';
import { messages } from '../../server/db/schema.ts';
import { createServer, parseConfig, type TambayServer } from '../../server/index.ts';
import { createSession } from '../../server/modules/auth/sessions.ts';
import { openMemoryDatabase } from '../../server/testing/open-database.ts';
import { type Person, World } from '../../server/testing/world.ts';
import { tableNames } from '../../sync/rebase/row-keys.ts';
import { isEqualValue } from '../../sync/rebase/rows.ts';
import { coverageFaults, scopeFaults, shadowFaults } from '../../sync/testing/laws.ts';
import { createRandom, createVirtualTime, type VirtualTime } from '../../sync/testing/virtual-time.ts';
import { createRealDevice, type RealDevice, type RealFate, restOf, type Work } from './real-device.ts';

/**
 * The simulator's little sister: the real engine over IndexedDB (of memory) and the real server's routes on PGlite, so
 * that neither the memory storage nor the model can hide anything. `REAL_RUNS=50` looks at more seeds, `REAL_SEED=11` begins
 * with another.
 */
const RUNS = Number(process.env['REAL_RUNS'] ?? 3);
const FIRST_SEED = Number(process.env['REAL_SEED'] ?? 1);
const STEPS = 60;
const SECONDS_PER_RUN = 20;

const work: Work = { running: 0 };
let time: VirtualTime;
let server: TambayServer;
let world: World;
beforeAll(async () => {
  time = createVirtualTime(undefined, restOf(work));
  const database = await openMemoryDatabase();
  world = new World(database.db);
  server = await createServer({
    config: parseConfig({ LOG_LEVEL: 'silent' }),
    database,
    clock: { now: () => new Date(time.now()) },
    takeFromBucket: async () => 0,
    eventLoopDelayMaxMs: 0,
  });
  await server.app.ready();
});
afterAll(() => server.close());

const fates: readonly RealFate[] = ['lostRequest', 'lostAnswer', 'late', 'busy'];

/** Told later than they change, by timers of the real clock: profiles, those in comments too, and the counters of posts. */
const LATER: readonly TableName[] = ['users', 'posts', 'comments'];
/** Of members the receipts are left out, for the same reason: the audit of a scope knows which fields those are. */
const isSame = (table: TableName, held: object | null, row: object): boolean => {
  if (LATER.includes(table)) return true;
  if (table !== 'members') return isEqualValue(held, row);
  return auditSum([{ table, row: held }]) === auditSum([{ table, row }]);
};

const run = async (seed: number) => {
  const random = createRandom(seed);
  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)];
  let isCalm = false;
  const met = new Map<string, number>();
  const count = (name: string): void => void met.set(name, (met.get(name) ?? 0) + 1);
  const { ana, ben, chatId } = await world.friends();
  const cora = await world.person('Cora');
  await world.befriend(ana, cora);
  const groupId = newId();
  const users = [ben.id, cora.id];
  await world.applied(ana, 'createChat', { id: groupId, type: 'GROUP', name: 'Barkada', users });
  const postId = newId();
  await world.applied(ana, 'createPost', { id: postId, content: 'Tambay', privacy: 'PUBLIC' });

  const addDevice = async (person: Person): Promise<RealDevice> => {
    const { accessToken } = await createSession(world.db, person.id, 'A test', new Date(time.now()));
    const fate = (): RealFate => {
      const chosen = isCalm || random() < 0.7 ? 'ok' : (pick(fates) ?? 'ok');
      count(chosen);
      return chosen;
    };
    return createRealDevice({
      ...{ userId: person.id, token: accessToken, app: server.app, time, work, random, fate },
    });
  };
  const devices = [await addDevice(ana), await addDevice(ana), await addDevice(ben), await addDevice(cora)];
  for (const device of devices) await device.open();
  await time.advance(2_000);

  /** Each message, and what the user has done about it: discarded it, or was told that it is cancelled. */
  const written = new Map<string, 'meant' | 'discarded' | 'cancelled'>();
  const mutate = (device: RealDevice): void => {
    const engine = device.tab?.engine;
    if (engine === undefined) return;
    const roll = random();
    const chat = pick([groupId, privateChatId(ana.id, device.userId === ana.id ? ben.id : ana.id)]) ?? chatId;
    const ids = [...written.keys()];
    const messageId = pick(ids);
    if (roll < 0.55 || messageId === undefined) {
      const id = newId();
      const args = {
        id,
        chatId: chat,
        content: `words ${id}`,
        writtenAt: new Date(time.now()).toISOString(),
      };
      count('sendMessage');
      void engine.mutate('sendMessage', args).then((mutationId) => {
        written.set(id, 'meant');
        if (random() > 0.15) return;
        count('cancel');
        void time.schedule(() => {
          if (device.tab !== null) written.set(id, 'discarded');
          void device.tab?.engine.cancel(mutationId).then((outcome) => {
            if (outcome === 'cancelled') written.set(id, outcome);
          });
        }, 400);
      });
    } else if (roll < 0.65) {
      count('editMessage');
      void engine.mutate('editMessage', { chatId: chat, messageId, content: 'other words' });
    } else if (roll < 0.75) {
      count('reactToMessage');
      void engine.mutate('reactToMessage', { chatId: chat, messageId, emoji: '👍' });
    } else if (roll < 0.78) {
      count('starMessage');
      void engine.mutate('starMessage', { chatId: chat, messageId, isStarred: random() < 0.7 });
      count('pinMessage');
      void engine.mutate('pinMessage', { chatId: chat, messageId, isPinned: random() < 0.7 });
    } else if (roll < 0.8) {
      count('deleteMessage');
      void engine.mutate('deleteMessage', { chatId: chat, messageId });
    } else if (roll < 0.85) {
      count('markSeen');
      void engine.mutate('markSeen', { chatId: chat, seq: 1 + Math.floor(random() * 5) });
    } else if (roll < 0.9) {
      count('setLike');
      void engine.mutate('setLike', { postId, liked: random() < 0.6 });
    } else if (roll < 0.95) {
      count('createComment');
      void engine.mutate('createComment', { id: newId(), postId, content: 'Una!' });
    } else {
      count('updateProfile');
      void engine.mutate('updateProfile', { userId: device.userId, firstName: `Name ${seed}` });
    }
  };

  const faults: string[] = [];
  for (let step = 0; step < STEPS; step += 1) {
    const device = pick(devices);
    if (device === undefined) continue;
    const roll = random();
    if (device.tab === null) void device.open();
    else if (roll < 0.5) mutate(device);
    else if (roll < 0.58) {
      count('kill');
      device.tab.kill();
    } else if (roll < 0.66) {
      count(device.isOnline ? 'offline' : 'online');
      device.isOnline = !device.isOnline;
    } else if (roll < 0.74) void device.tab.engine.sync();
    else if (roll < 0.8) void device.tab.engine.loadOlderMessages(groupId);
    else await time.advance(random() < 0.2 ? 30_000 * random() : 600 * random());
    if (step % 10 === 9) {
      await time.advance(0);
      for (const one of devices) faults.push(...shadowFaults(await one.dump()));
    }
  }

  isCalm = true;
  for (const device of devices) {
    device.isOnline = true;
    if (device.tab === null) void device.open();
  }
  await time.advance(150_000);
  // No socket tells of what others did last.
  for (let turn = 0; turn < 2; turn += 1) {
    for (const device of devices) void device.tab?.engine.sync();
    await time.advance(20_000);
  }

  const fresh = new Map<string, RealDevice>();
  for (const person of [ana, ben, cora]) {
    const device = await addDevice(person);
    await device.open();
    await time.advance(5_000);
    fresh.set(person.id, device);
  }
  for (const device of devices) {
    const held = await device.dump();
    const truth = await fresh.get(device.userId)?.dump();
    if (truth === undefined) throw new Error('Everybody has a fresh device.');
    faults.push(...shadowFaults(held), ...coverageFaults(held), ...scopeFaults(held));
    faults.push(...device.errors.map(String));
    for (const row of held.disk.stores.outbox.values())
      if (row.state !== 'rejected' && row.state !== 'blocked')
        faults.push(`L9 ${row.name} is still ${row.state}`);
    for (const table of tableNames) {
      for (const [id, row] of truth.disk.stores[table])
        if (!isSame(table, held.disk.stores[table].get(id) ?? null, row))
          faults.push(`L3 ${table}:${id} differs`);
    }
  }
  const stored = await world.db
    .select()
    .from(messages)
    .where(inArray(messages.id, [...written.keys(), newId()]));
  const byId = new Map(stored.map((row) => [row.id, row]));
  const rejected = new Set<string>();
  for (const device of devices) {
    for (const row of (await device.dump()).disk.stores.outbox.values())
      if (row.name === 'sendMessage') rejected.add(row.args.id);
  }
  for (const [id, wish] of written) {
    if (wish === 'cancelled' && byId.has(id)) faults.push(`${id} was discarded and acted all the same`);
    if (wish === 'meant' && !byId.has(id) && !rejected.has(id)) faults.push(`L2 ${id} is lost`);
  }
  for (const device of [...devices, ...fresh.values()]) device.tab?.kill();
  return { faults, met };
};

it('L1–L9 hold over IndexedDB and the real commands', {
  timeout: RUNS * SECONDS_PER_RUN * 1_000,
}, async () => {
  const met = new Map<string, number>();
  for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) {
    const one = await run(seed);
    expect({ seed, faults: one.faults }).toEqual({ seed, faults: [] });
    for (const [name, times] of one.met) met.set(name, (met.get(name) ?? 0) + times);
  }
  for (const name of [...fates, 'sendMessage', 'cancel', 'kill', 'offline'])
    expect(met.get(name), name).toBeGreaterThan(0);
});
