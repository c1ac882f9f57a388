import { filter, map, Observable, Subject } from 'rxjs';
import { type ErrorKind, ProtocolError } from '../../protocol/index.ts';
import { ensureDatabaseId } from '../apply/database-id.ts';
import { createEngine } from '../engine.ts';
import type { EngineRole } from '../engine-status.ts';
import type { EngineCore } from '../engine-types.ts';
import { createClock } from '../platform/clock.ts';
import type { Ports } from '../platform/ports.ts';
import type { Storage } from '../storage/storage.ts';
import { createFakeFiles, freeNetwork, noPageEnd } from './fake-files.ts';
import { createFakeLocks } from './fake-locks.ts';
import {
  createFakeHttp,
  createFakeSocket,
  type FakeSocket,
  type Fate,
  type HttpStep,
} from './fake-network.ts';
import { clearDisk, createMemoryDisk, type MemoryDisk, openMemoryStorage } from './memory-storage.ts';
import type { ModelServer } from './model-server.ts';
import type { VirtualTime } from './virtual-time.ts';

export type Tab = {
  engine: EngineCore;
  kill(): void;
  isAlive(): boolean;
  setVisible(isVisible: boolean): void;
  /** A frozen tab receives nothing and keeps its locks; on thawing it receives everything. */
  setFrozen(isFrozen: boolean): void;
  /** A newer release is out, which the server insists on. */
  isOutdated(): boolean;
  /** Its database is another by now. */
  isLost(): boolean;
};

export type Device = {
  readonly userId: string;
  readonly deviceId: string;
  token(): string;
  readonly disk: MemoryDisk;
  readonly tabs: Tab[];
  errors: unknown[];
  isOnline(): boolean;
  setOnline(isOnline: boolean): void;
  /** The files that have arrived whole, in order. */
  readonly arrivedFiles: readonly string[];
  openTab(): Promise<Tab>;
  /** The engine without a screen: opens, sends, pulls, and is gone. */
  wakeWorker(): Promise<void>;
  /** Signs the owner in again, or somebody else over the open tabs. */
  signIn(userId?: string): void;
  clearStorage(): void;
  /** The server has gone and comes back. */
  dropSockets(): void;
};

export type DeviceOptions = {
  userId: string;
  server: ModelServer;
  time: VirtualTime;
  random: () => number;
  newId: () => string;
  fate?: (path: string) => Fate;
  copies?: () => number;
  /** Runs at each storage operation of a tab; true kills the tab right there. */
  isFatal?: () => boolean;
  /** Runs at each step of a request of a tab, which waits there for what it answers. */
  onHttpStep?: (step: HttpStep, path: string, tab: { kill(): void }) => Promise<void> | undefined;
  /** Whether the disk is full at this write. */
  isFull?: () => boolean;
  /** Stands between the engine and its disk: where a test stops a transaction. */
  storage?: (storage: Storage) => Storage;
  /** What the browser says of the network, where that is not the truth. */
  saysOnline?: () => boolean;
  /** A proxy on the way lets no socket through. */
  blocksSockets?: boolean;
  /** How many bytes of a file come through at each attempt, before the connection breaks. */
  cutsFilesAfter?: () => number;
  /** The platform can tell the same bytes again. */
  hasDigest?: boolean;
  /** What the server says to a file instead of taking it. */
  refusesFile?: (fileId: string) => ErrorKind | null;
  /** Told of steals and of events that overtook each other. */
  onNotice?: (name: string) => void;
};

/** A phone: one disk, one network, several tabs of the real engine. */
export const createDevice = (options: DeviceOptions): Device => {
  const { userId, server, time, random, newId } = options;
  const disk = createMemoryDisk();
  const locks = createFakeLocks(() => options.onNotice?.('stolen'));
  let token = server.signIn(userId);
  let hadBirth = false;
  const sockets = new Set<FakeSocket>();
  const deviceId = newId();
  const tabs: Tab[] = [];
  const errors: unknown[] = [];
  const onlineChanges = new Subject<void>();
  const posted = new Subject<{ from: object; message: unknown }>();
  let isOnline = true;
  const files = createFakeFiles(
    () => isOnline,
    options.cutsFilesAfter,
    options.hasDigest,
    options.refusesFile,
  );

  const openAgent = async (role: EngineRole): Promise<Tab> => {
    const agent = {};
    const release = server.newestRelease();
    const isOutdated = (): boolean => server.newestRelease() > release;
    let isAlive = true;
    let isVisible = true;
    let tab: Tab | null = null;
    const visibilityChanges = new Subject<void>();
    let deferred: (() => void)[] | null = null;
    const deliver = (action: () => void): void => {
      if (!isAlive) return;
      if (deferred === null) action();
      else deferred.push(action);
    };
    /** What comes while the tab is frozen comes when it goes on; nothing comes to one that was killed. */
    const delivered = <T>(source: Observable<T>): Observable<T> =>
      new Observable((subscriber) => source.subscribe((value) => deliver(() => subscriber.next(value))));
    const handle = { kill: () => kill() };
    const network = {
      deliver,
      time,
      server,
      random,
      isOutdated,
      ...(options.onNotice ? { onNotice: options.onNotice } : {}),
      fate: options.fate ?? (() => 'ok' as const),
      copies: options.copies ?? (() => 1),
      isOnline: () => isOnline,
      isAlive: () => isAlive,
      onHttpStep: (step: HttpStep, path: string) =>
        isAlive ? options.onHttpStep?.(step, path, handle) : undefined,
    };
    const socket = createFakeSocket({
      ...network,
      isOnline: () => isOnline && options.blocksSockets !== true,
    });
    sockets.add(socket);
    const kill = (): void => {
      if (!isAlive) return;
      isAlive = false;
      locks.kill(agent);
      sockets.delete(socket);
      connectivity.unsubscribe();
      tabs.splice(0, tabs.length, ...tabs.filter((one) => one !== tab));
    };
    const connectivity = onlineChanges.subscribe(() => socket.onNetwork());
    const ports: Ports = {
      serverNow: time.now,
      clock: createClock(time.now, (action, delayMs) => time.schedule(() => deliver(action), delayMs)),
      ids: { newId, random },
      online: {
        isOnline: options.saysOnline ?? (() => isOnline),
        changes: delivered(onlineChanges),
      },
      visibility: {
        isVisible: () => isVisible,
        changes: delivered(visibilityChanges),
      },
      locks: locks.forAgent(agent),
      files,
      network: freeNetwork,
      pageEnd: noPageEnd,
      channel: {
        post: (message) => void Promise.resolve().then(() => posted.next({ from: agent, message })),
        messages: delivered(
          posted.pipe(
            filter(({ from }) => from !== agent),
            map(({ message }) => message),
          ),
        ),
        close: () => undefined,
      },
      http: createFakeHttp(network),
      socket,
      space: {
        estimate: async () => null,
        isKept: async () => null,
        keep: async () => null,
        freeMedia: async () => false,
      },
    };
    const memory = openMemoryStorage(disk, {
      isKilled: () => !isAlive,
      onOperation(operation) {
        if (options.isFatal?.()) kill();
        if (operation === 'put' && options.isFull?.()) throw new ProtocolError('storage_full');
      },
    });
    const storage = options.storage?.(memory) ?? memory;
    const { databaseId, isNew } = await ensureDatabaseId(storage, newId);
    const wasDeleted = isNew && hadBirth;
    hadBirth = true;
    const engine = await createEngine({
      userId,
      deviceId,
      databaseId,
      wasDeleted,
      role,
      token: () => token,
      storage,
      ports,
      onSessionDead: () => undefined,
      onError: (error) => errors.push(error),
    });
    const opened: Tab = {
      engine,
      kill,
      isAlive: () => isAlive,
      setVisible(next) {
        isVisible = next;
        visibilityChanges.next();
      },
      setFrozen(isFrozen) {
        const waiting = deferred ?? [];
        deferred = isFrozen ? waiting : null;
        if (!isFrozen) for (const action of waiting) deliver(action);
      },
      isOutdated,
      isLost: () => disk.stores.meta.get('birth')?.value !== databaseId,
    };
    tab = opened;
    // Killed in the last step of opening: it never was.
    if (isAlive && role === 'page') tabs.push(opened);
    return opened;
  };

  return {
    userId,
    deviceId,
    token: () => token,
    disk,
    tabs,
    errors,
    isOnline: () => isOnline,
    setOnline(next) {
      if (isOnline === next) return;
      isOnline = next;
      onlineChanges.next();
    },
    arrivedFiles: files.arrived,
    openTab: () => openAgent('page'),
    async wakeWorker() {
      const worker = await openAgent('worker');
      await worker.engine.flush(new AbortController().signal);
      await worker.engine.close();
      worker.kill();
    },
    signIn(who = userId) {
      token = server.signIn(who);
      if (who === userId) for (const tab of tabs) void tab.engine.sync();
    },
    clearStorage: () => clearDisk(disk),
    dropSockets() {
      for (const socket of sockets) socket.drop();
    },
  };
};
