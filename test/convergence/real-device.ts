import { NEVER } from 'rxjs';
import 'fake-indexeddb/auto';
import type { FastifyInstance } from 'fastify';
import { newId, z } from '../../protocol/index.ts';
import { ensureDatabaseId } from '../../sync/apply/database-id.ts';
import { createEngine } from '../../sync/engine.ts';
import type { EngineCore } from '../../sync/engine-types.ts';
import { createClock } from '../../sync/platform/clock.ts';
import { noSocket } from '../../sync/platform/no-socket.ts';
import type { Http, HttpAnswer, HttpRequest, Ports } from '../../sync/platform/ports.ts';
import { createDexieStorage } from '../../sync/storage/dexie-storage.ts';
import { LocalDatabase } from '../../sync/storage/local-database.ts';
import type { StoreName } from '../../sync/storage/rows.ts';
import type { Storage } from '../../sync/storage/storage.ts';
import { createFakeFiles, freeNetwork, noPageEnd } from '../../sync/testing/fake-files.ts';
import { createFakeLocks } from '../../sync/testing/fake-locks.ts';
import { createMemoryDisk, type MemoryDisk, openMemoryStorage } from '../../sync/testing/memory-storage.ts';
import type { VirtualTime } from '../../sync/testing/virtual-time.ts';

/** What becomes of a request. A late one acts when nobody waits for it any more. */
export type RealFate = 'ok' | 'lostRequest' | 'lostAnswer' | 'late' | 'busy';

/** Everything that runs outside the virtual clock: requests in the real server, transactions in the database. */
export type Work = { running: number };

const count = async <R>(work: Work, action: () => Promise<R>): Promise<R> => {
  work.running += 1;
  try {
    return await action();
  } finally {
    work.running -= 1;
  }
};

const TURNS = 4;
/** Rests when nothing has run for some turns of the loop: Dexie and the server take a few between two steps. */
export const restOf = (work: Work) => async (): Promise<void> => {
  for (let quiet = 0; quiet < TURNS; quiet = work.running === 0 ? quiet + 1 : 0)
    await new Promise((resolve) => void setImmediate(resolve));
};

export type RealTab = { engine: EngineCore; kill(): void };

export type RealDevice = {
  readonly userId: string;
  tab: RealTab | null;
  errors: unknown[];
  isOnline: boolean;
  open(): Promise<RealTab>;
  /** What its database holds, in the form that the laws look into. */
  dump(): Promise<{ userId: string; disk: MemoryDisk }>;
};

type Options = {
  userId: string;
  token: string;
  app: FastifyInstance;
  time: VirtualTime;
  work: Work;
  random: () => number;
  fate: () => RealFate;
};

const busy: HttpAnswer = { status: 503, json: undefined, retryAfterMs: 1_000 };
const TIMEOUT_MS = 15_000;

const createInjectedHttp = (device: { isOnline: boolean }, options: Options): Http => {
  const { app, time, work, random, fate } = options;
  const ask = ({ method, path, headers, body }: HttpRequest): Promise<HttpAnswer> =>
    count(work, async () => {
      const payload = body === undefined ? {} : { payload: JSON.stringify(body) };
      const type = body === undefined ? {} : { 'content-type': 'application/json' };
      const answer = await app.inject({ method, url: path, headers: { ...headers, ...type }, ...payload });
      return { status: answer.statusCode, json: z.json().parse(answer.json()), retryAfterMs: undefined };
    });
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        const fail = (): void => reject(new TypeError('no network'));
        const after = (ms: number, action: () => void): void => void time.schedule(action, ms);
        const act = (): void => void ask(request).catch(fail);
        request.signal.addEventListener('abort', fail);
        const chosen = device.isOnline ? fate() : 'lostRequest';
        const travelMs = 5 + random() * 200;
        if (chosen === 'busy') after(travelMs, () => resolve(busy));
        else if (chosen === 'ok') {
          after(
            travelMs,
            () => void ask(request).then((got) => after(5 + random() * 200, () => resolve(got)), fail),
          );
        } else {
          if (chosen === 'lostAnswer') after(travelMs, act);
          if (chosen === 'late') after(TIMEOUT_MS + random() * 60_000, act);
          after(device.isOnline ? TIMEOUT_MS : 1, fail);
        }
      }),
  };
};

/** A phone with a real IndexedDB (of memory) in front of the real server's routes; what a killed tab began never comes to an end. */
export const createRealDevice = (options: Options): RealDevice => {
  const { userId, token, time, work, random } = options;
  const db = new LocalDatabase(`real-${newId()}`);
  const locks = createFakeLocks();
  const deviceId = newId();
  const dexie = createDexieStorage(db);

  const open = async (): Promise<RealTab> => {
    const agent = {};
    let isAlive = true;
    const never = new Promise<never>(() => undefined);
    const alive = async <R>(action: () => Promise<R>): Promise<R> => {
      if (!isAlive) return never;
      const result = await count(work, action);
      return isAlive ? result : never;
    };
    const storage: Storage = {
      ...dexie,
      read: (stores, action) => alive(() => dexie.read(stores, action)),
      write: (stores, action) => alive(() => dexie.write(stores, action)),
      writeBlind: (stores, action) => alive(() => dexie.writeBlind(stores, action)),
      reopen: async () => undefined,
      close: async () => undefined,
    };
    const ports: Ports = {
      serverNow: time.now,
      clock: createClock(time.now, (action, ms) => time.schedule(() => isAlive && action(), ms)),
      ids: { newId, random },
      online: { isOnline: () => device.isOnline, changes: NEVER },
      visibility: { isVisible: () => true, changes: NEVER },
      locks: locks.forAgent(agent),
      channel: { post: () => undefined, messages: NEVER, close: () => undefined },
      http: createInjectedHttp(device, options),
      socket: noSocket,
      space: {
        estimate: async () => null,
        isKept: async () => null,
        keep: async () => null,
        freeMedia: async () => false,
      },
      files: createFakeFiles(() => device.isOnline),
      network: freeNetwork,
      pageEnd: noPageEnd,
    };
    const { databaseId } = await ensureDatabaseId(storage, newId);
    const engine = await createEngine({
      ...{ userId, deviceId, databaseId, wasDeleted: false, role: 'page', storage, ports },
      token: () => token,
      onSessionDead: () => device.errors.push('session dead'),
      onError: (error) => device.errors.push(error),
    });
    const tab: RealTab = {
      engine,
      kill() {
        isAlive = false;
        locks.kill(agent);
        device.tab = null;
      },
    };
    device.tab = tab;
    return tab;
  };

  const dump = async () => {
    const disk = createMemoryDisk();
    const isStore = (name: string): name is StoreName => Object.hasOwn(disk.stores, name);
    const names = Object.keys(disk.stores).filter(isStore);
    const copy = openMemoryStorage(disk);
    const copyStore = async <S extends StoreName>(store: S): Promise<void> => {
      const rows = await dexie.read([store], (tx) => tx.getAll(store));
      await copy.write([store], (tx) => tx.put(store, rows));
    };
    for (const name of names) await copyStore(name);
    return { userId, disk };
  };

  const device: RealDevice = { userId, tab: null, errors: [], isOnline: true, open, dump };
  return device;
};
