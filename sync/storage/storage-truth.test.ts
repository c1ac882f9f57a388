import { Dexie, liveQuery, RangeSet } from 'dexie';
import { NEVER } from 'rxjs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { newId, ProtocolError } from '../../protocol/index.ts';
import { assertDatabaseId, ensureDatabaseId } from '../apply/database-id.ts';
import { createUnitRunner } from '../apply/run-unit.ts';
import { openEngine } from '../index.ts';
import { noSocket } from '../platform/no-socket.ts';
import type { Ports, Space } from '../platform/ports.ts';
import { evictHistory, KEPT_MESSAGES } from '../pull/evict.ts';
import { coverageFaults, shadowFaults } from '../testing/laws.ts';
import { createMemoryDisk, openMemoryStorage } from '../testing/memory-storage.ts';
import { createWorld } from '../testing/world.ts';
import { createDexieStorage } from './dexie-storage.ts';
import { LocalDatabase } from './local-database.ts';
import { withRoom } from './make-room.ts';
import { deleteDatabase } from './versioned-database.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const offline: Partial<Ports> = {
  online: { isOnline: () => false, changes: NEVER },
  http: { send: () => Promise.reject(new TypeError('no network')) },
  socket: noSocket,
  channel: { post: () => undefined, messages: NEVER, close: () => undefined },
};

const connectionOf = (db: LocalDatabase): IDBDatabase => {
  const connection = db.backendDB();
  if (connection === null) throw new Error('The database is not open');
  return connection;
};

/** As the browser does when it has lost the database. */
const closeAbnormally = (connection: IDBDatabase): void => {
  connection.dispatchEvent(new IDBVersionChangeEvent('close'));
};

const text = () => ({
  id: newId(),
  chatId: newId(),
  content: 'Tara!',
  writtenAt: '2026-11-20T08:00:00.000Z',
});

const open = (userId: string, ports: Partial<Ports> = {}) =>
  openEngine({
    userId,
    baseUrl: 'http://localhost',
    token: () => 'token',
    ports: { ...offline, ...ports },
  });

/** Breaks connections as WebKit does. */
const watchTransactions = () => {
  const broken = new Set<IDBDatabase>();
  let isAllBroken = false;
  const real = IDBDatabase.prototype.transaction;
  const spy = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
    this: IDBDatabase,
    ...args: Parameters<IDBDatabase['transaction']>
  ) {
    // As WebKit does it: the handle is dead for good, a new one works.
    if (isAllBroken || broken.has(this))
      throw new DOMException('Connection to Indexed Database server lost', 'UnknownError');
    return real.apply(this, args);
  });
  return {
    spy,
    break: (db: IDBDatabase) => broken.add(db),
    breakAll: () => {
      isAllBroken = true;
    },
  };
};

it('[ST5] what is written is asked to reach the disk before it counts as written', async () => {
  const { spy } = watchTransactions();
  const engine = await open(newId());
  spy.mockClear();
  await engine.mutate('sendMessage', text());
  const writes = spy.mock.calls.filter(([, mode]) => mode === 'readwrite');
  expect(writes.length).toBeGreaterThan(0);
  for (const [, , options] of writes) expect(options).toEqual({ durability: 'strict' });
  await engine.close();
});

describe('a lost connection', () => {
  const storageOn = async () => {
    const watch = watchTransactions();
    const db = new LocalDatabase(`lost-${newId()}`);
    const storage = createDexieStorage(db);
    const { databaseId } = await ensureDatabaseId(storage, newId);
    return { db, storage, databaseId, watch };
  };

  it('[ST8] is opened anew once, and the transaction runs again', async () => {
    const { db, storage, databaseId, watch } = await storageOn();
    const before = connectionOf(db);
    watch.break(before);
    await storage.write(['meta'], (tx) => tx.put('meta', [{ key: 'x', value: 1 }]));
    expect(await storage.read(['meta'], (tx) => tx.get('meta', 'x'))).toEqual({ key: 'x', value: 1 });
    await storage.read(['meta'], (tx) => assertDatabaseId(tx, databaseId));
    expect(connectionOf(db)).not.toBe(before);
    await storage.close();
  });

  it('[ST8] that is reported when there is a new one is no loss', async () => {
    const { db, storage, watch } = await storageOn();
    const losses: string[] = [];
    storage.onLost((why) => losses.push(why));
    const before = connectionOf(db);
    watch.break(before);
    await storage.write(['meta'], (tx) => tx.put('meta', [{ key: 'x', value: 1 }]));
    // WebKit has the requests fail first, and tells then that it has closed the connection.
    closeAbnormally(before);
    expect(losses).toEqual(['reopened']);
    expect(await storage.read(['meta'], (tx) => tx.get('meta', 'x'))).toEqual({ key: 'x', value: 1 });
    closeAbnormally(connectionOf(db));
    expect(losses).toEqual(['reopened', 'gone']);
    await expect(storage.read(['meta'], (tx) => tx.get('meta', 'x'))).rejects.toThrow('closed');
    await storage.close();
  });

  it('[ST9] that led to another database is a loss, no matter who has opened that one', async () => {
    const engine = await open(newId());
    const before = connectionOf(engine.db);
    before.close();
    await deleteDatabase(engine.db.name);
    // A screen looks before the page is told that the browser has cleared its data.
    expect(await engine.db.chatDrafts.toArray()).toEqual([]);
    closeAbnormally(before);
    await expect.poll(() => engine.status.value.paused).toBe('storage_lost');
  });

  it('[ST8] is opened anew once, however many find it lost', async () => {
    const { db, storage, watch } = await storageOn();
    watch.break(connectionOf(db));
    const opening = vi.spyOn(indexedDB, 'open');
    const write = (key: string) => storage.write(['meta'], (tx) => tx.put('meta', [{ key, value: 1 }]));
    await Promise.all([write('x'), db.meta.toArray(), write('y'), db.chatDrafts.toArray()]);
    expect(opening).toHaveBeenCalledTimes(1);
    expect((await db.meta.toArray()).map(({ key }) => key)).toEqual(expect.arrayContaining(['x', 'y']));
    await storage.close();
  });

  it('[ST8] is opened anew for what is shown, too', async () => {
    const { db, storage, watch } = await storageOn();
    watch.break(connectionOf(db));
    const shown: number[] = [];
    const failures: unknown[] = [];
    liveQuery(() => db.read(['chatDrafts'], ({ chatDrafts }) => chatDrafts.count())).subscribe(
      (count) => shown.push(count),
      (error) => failures.push(error),
    );
    // Once more when the new connection stands.
    await expect.poll(() => shown.length).toBeGreaterThan(0);
    expect([new Set(shown), failures]).toEqual([new Set([0]), []]);
    await storage.close();
  });

  it('[ST8] that stays lost is said, and nothing seems written', async () => {
    const { storage, watch } = await storageOn();
    watch.breakAll();
    await expect(storage.write(['meta'], (tx) => tx.put('meta', [{ key: 'x', value: 1 }]))).rejects.toThrow(
      'lost',
    );
    await storage.close();
  });

  it('[ST8] a mutation that was kept although its connection broke is there once', async () => {
    const engine = await open(newId());
    await engine.mutate('sendMessage', text());
    const commit = vi.spyOn(IDBTransaction.prototype, 'commit').mockImplementation(function (
      this: IDBTransaction,
    ) {
      commit.mockRestore();
      this.commit();
      throw new DOMException('Connection to Indexed Database server lost', 'UnknownError');
    });
    const id = await engine.mutate('sendMessage', text());
    const rows = await engine.db.outbox.toArray();
    expect(rows.filter((row) => row.id === id)).toHaveLength(1);
    expect(rows).toHaveLength(2);
    await engine.close();
  });
});

it('[ST4] a page that comes back from the page cache to a newer database says so, and its screens stay', async () => {
  const db = new LocalDatabase(`cached-${newId()}`);
  const storage = createDexieStorage(db);
  await ensureDatabaseId(storage, newId);
  const losses: string[] = [];
  storage.onLost((why) => losses.push(why));
  const failures: unknown[] = [];
  const shown: number[] = [];
  liveQuery(() => db.read(['chatDrafts'], ({ chatDrafts }) => chatDrafts.count())).subscribe(
    (count) => shown.push(count),
    (error) => failures.push(error),
  );
  await expect.poll(() => shown).toEqual([0]);
  // While it lay there it held nothing open, so that nobody told it of the upgrade.
  db.close({ disableAutoOpen: false });
  const newer = new Dexie(db.name);
  newer.version(99).stores({ meta: 'key' });
  await newer.open();
  Dexie.on.storagemutated.fire({ all: new RangeSet(Number.NEGATIVE_INFINITY, [[]]) });
  const reading = storage.read(['meta'], (tx) => tx.getAll('meta'));
  await expect(reading).rejects.toMatchObject({ kind: 'upgrade_required' });
  expect(losses).toEqual(['upgraded']);
  expect(failures).toEqual([]);
  newer.close();
  await storage.close();
});

describe('protection', () => {
  const spaceOf = (isKept: boolean | null) => {
    const asked: string[] = [];
    const space: Space = {
      estimate: async () => ({ usage: 5, quota: 10 }),
      isKept: async () => isKept,
      async keep() {
        asked.push('keep');
        return true;
      },
      freeMedia: async () => false,
    };
    return { space, asked };
  };

  it('[ST7] is asked for at the first thing written, once, and not at the start', async () => {
    const { space, asked } = spaceOf(false);
    const engine = await open(newId(), { space });
    expect(asked).toEqual([]);
    await engine.mutate('sendMessage', text());
    await engine.mutate('sendMessage', text());
    await expect.poll(() => asked).toEqual(['keep']);
    expect(await engine.diagnose()).toMatchObject({
      isProtected: false,
      storage: { usage: 5, quota: 10 },
    });
    await engine.close();
  });

  it('[ST7] is not asked for where it is granted or unknown', async () => {
    for (const isKept of [true, null]) {
      const { space, asked } = spaceOf(isKept);
      const engine = await open(newId(), { space });
      await engine.mutate('sendMessage', text());
      await engine.diagnose();
      expect(asked).toEqual([]);
      await engine.close();
    }
  });
});

describe('a full disk', () => {
  const fullFor = (times: number) => {
    let left = times;
    const storage = openMemoryStorage(createMemoryDisk(), {
      onOperation(operation) {
        if (operation !== 'put' || left === 0) return;
        left -= 1;
        throw new ProtocolError('storage_full');
      },
    });
    const steps: string[] = [];
    const step = (name: string, helps: boolean) => async () => {
      steps.push(name);
      return helps;
    };
    return { storage, steps, step };
  };
  const write = (storage: ReturnType<typeof openMemoryStorage>) =>
    storage.write(['meta'], (tx) => tx.put('meta', [{ key: 'x', value: 1 }]));

  it('[ST6] is given room step by step, media first, until the write fits', async () => {
    const { storage, steps, step } = fullFor(2);
    const roomy = withRoom(storage, [
      step('media', true),
      step('nothing there', false),
      step('windows', true),
    ]);
    await write(roomy);
    expect(steps).toEqual(['media', 'nothing there', 'windows']);
    expect(await roomy.read(['meta'], (tx) => tx.get('meta', 'x'))).toEqual({ key: 'x', value: 1 });
  });

  it('[ST6] that stays full is said', async () => {
    const { storage, steps, step } = fullFor(100);
    const roomy = withRoom(storage, [step('media', true), step('windows', true)]);
    await expect(write(roomy)).rejects.toMatchObject({ kind: 'storage_full' });
    expect(steps).toEqual(['media', 'windows']);
    await expect(write(roomy)).rejects.toMatchObject({ kind: 'storage_full' });
  });

  it('[ST6] never costs the outbox, a shadow, or the newest messages', async () => {
    const world = createWorld(1, { snapshotMessages: 50, tailMessages: 200, pullRows: 500 });
    const ana = world.addPerson('Ana');
    const ben = world.addPerson('Ben');
    const chatId = world.befriend(ana, ben);
    const anas = world.addDevice(ana);
    const bens = world.addDevice(ben);
    const tab = await anas.openTab();
    const bensTab = await bens.openTab();
    const say = (engine: typeof tab.engine, content: string) =>
      engine.mutate('sendMessage', {
        id: world.newId(),
        chatId,
        content,
        writtenAt: new Date(world.time.now()).toISOString(),
      });
    for (let index = 1; index <= 130; index += 1) await say(bensTab.engine, `${index}`);
    await world.time.advance(20_000);
    anas.setOnline(false);
    await say(tab.engine, 'unsent');
    const stored = () => [...anas.disk.stores.messages.values()].sort((a, b) => a.order - b.order);
    expect(stored().length).toBeGreaterThan(KEPT_MESSAGES + 1);
    const databaseId = String(anas.disk.stores.meta.get('birth')?.value);
    const runner = createUnitRunner(openMemoryStorage(anas.disk), { userId: ana.id, databaseId }, world.time);
    expect(await evictHistory(runner)).toBe(true);
    expect(await evictHistory(runner)).toBe(false);
    expect(stored().map((row) => row.content)).toEqual([
      ...Array.from({ length: KEPT_MESSAGES }, (_, index) => `${81 + index}`),
      'unsent',
    ]);
    expect([...shadowFaults(anas), ...coverageFaults(anas)]).toEqual([]);
    expect(anas.disk.stores.outbox.size).toBe(1);

    anas.setOnline(true);
    await world.time.advance(5_000);
    const older = tab.engine.loadOlderMessages(chatId);
    await world.time.advance(5_000);
    expect(await older).toBe('loaded');
    expect(stored()[0]?.content).toBe('31');
    expect(coverageFaults(anas)).toEqual([]);
  });
});

it('[ST9] what the page saw vanish with the database before this one is said', async () => {
  const engine = await openEngine({
    userId: newId(),
    baseUrl: 'http://localhost',
    token: () => 'token',
    ports: offline,
    knownLost: { databaseId: newId(), unsent: 2 },
  });
  expect(engine.status.value.lostPending).toBe(2);
  await engine.close();
});

it('[ST9] nothing is said to be lost where the browser has only closed the database', async () => {
  const userId = newId();
  const engine = await open(userId);
  await engine.mutate('sendMessage', text());
  const { databaseId } = engine;
  await engine.close();
  const again = await openEngine({
    userId,
    baseUrl: 'http://localhost',
    token: () => 'token',
    ports: offline,
    knownLost: { databaseId, unsent: 1 },
  });
  expect(again.status.value).toMatchObject({ pending: 1, lostPending: null });
  await again.close();
});
