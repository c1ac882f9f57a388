import { openDeviceStore } from './device/device-store.ts';
import { createEngine } from './engine.ts';
import type { EngineRole } from './engine-status.ts';
import type { Engine } from './engine-types.ts';
import { openStart, rememberDevice } from './outbox/read-start.ts';
import { createBrowserPorts, type GivenPorts, systemIds, watchedNetwork } from './platform/browser-ports.ts';
import { createIoSocket } from './platform/io-socket.ts';
import { noSocket } from './platform/no-socket.ts';
import type { Ports } from './platform/ports.ts';
import { createTusSender } from './platform/tus-sender.ts';
import { createDexieStorage } from './storage/dexie-storage.ts';
import { databaseNameFor } from './storage/local-database.ts';
import { openLocalDatabase } from './storage/open-database.ts';
import type { Storage } from './storage/storage.ts';

export type OpenEngineOptions = {
  /** Whose data these are: the member that the token belongs to. */
  userId: string;
  /** Where the API is: an origin, without `/api/v1`. */
  baseUrl: string;
  /** Read at each request; null while no member is signed in. */
  token: () => string | null;
  /** The IndexedDB database; by default `tambay-<userId>`, as the app names it. */
  databaseName?: string;
  /** The small database beside it, with the device's own id. */
  deviceDatabaseName?: string;
  onSessionDead?: () => void;
  /** Faults that somebody must look at. Being offline is none. */
  onError?: (error: unknown) => void;
  /** Told how many bytes have come over the socket, about: what is fetched the browser counts itself. */
  onReceived?: ((bytes: number) => void) | undefined;
  /** How much unsent work the page saw vanish with a database, unless it is there again: it was only closed then. */
  knownLost?: { readonly databaseId: string; readonly unsent: number };
  /** Parts of the world to be used instead of the browser's own: see `platform/ports.ts`. */
  ports?: Partial<Ports>;
  /** Stands between the engine and the world: the network lab puts its faults there. */
  wrap?: EngineWrap;
};

/** Everything that can go wrong goes wrong in these two. */
export type EngineWrap = { ports(ports: Ports): Ports; storage(storage: Storage): Storage };

const AS_IT_IS: EngineWrap = { ports: (ports) => ports, storage: (storage) => storage };

/**
 * Opens a member's engine in a page or in a test, inside the app or anywhere else. It works at once from what the device
 * holds; network and socket follow by themselves.
 *
 * ```ts
 * const engine = await openEngine({ userId, baseUrl: location.origin, token: () => token });
 *
 * // Writes: resolves when it is durable and visible, whatever the network does.
 * await engine.mutate('sendMessage', { id: newId(), chatId, content: 'Tara!', writtenAt: new Date().toISOString() });
 *
 * // Live queries over the tables by Dexie: `useLiveQuery` in React. Only the engine writes the tables.
 * liveQuery(() =>
 *   engine.db.messages.where('[chatId+order]').between([chatId, 0], [chatId, Infinity]).toArray(),
 * ).subscribe(show);
 *
 * // How it stands: what waits, whether the server can be reached, why nothing is sent.
 * engine.status.subscribe((status) => console.log(status));
 *
 * await engine.close();
 * ```
 * Several may be open on one database, in several tabs: correctness does not rest on there being one.
 * @throws ProtocolError `upgrade_required` when newer code has written the database
 */
export const openEngine = (options: OpenEngineOptions): Promise<Engine> =>
  open(options, 'page', {
    ...options.ports,
    socket: options.ports?.socket ?? createIoSocket(options.baseUrl, { onReceived: options.onReceived }),
    files: options.ports?.files ?? createTusSender(options),
  });

/**
 * Opens it in the service worker, without the library of the socket: what a push starts has to start fast. That of uploads is
 * loaded when `flush` finds a file to send.
 */
export const openWorkerEngine = (options: OpenEngineOptions): Promise<Engine> =>
  open(options, 'worker', {
    socket: noSocket,
    files: createTusSender(options),
    network: watchedNetwork,
    ...options.ports,
  });

const openStorage = async (name: string) => {
  const db = await openLocalDatabase(name);
  const storage = createDexieStorage(db);
  return { db, storage, ...(await openStart(storage, systemIds.newId)) };
};

/** What is known of the database beside it: on which device it is, and whether it stands where another one has vanished. */
const recognise = async (
  { storage, databaseId, start }: Awaited<ReturnType<typeof openStorage>>,
  name: string,
  deviceDatabaseName: string | undefined,
): Promise<{ deviceId: string; wasDeleted: boolean }> => {
  if (start.deviceId !== null) return { deviceId: start.deviceId, wasDeleted: false };
  const store = openDeviceStore(deviceDatabaseName);
  try {
    const { device, knownDatabaseId } = await store.readFor(name);
    if (knownDatabaseId !== databaseId) await store.rememberDatabaseId(name, databaseId);
    await rememberDevice(storage, databaseId, device.deviceId);
    return {
      deviceId: device.deviceId,
      wasDeleted: knownDatabaseId !== undefined && knownDatabaseId !== databaseId,
    };
  } finally {
    store.close();
  }
};

const open = async (options: OpenEngineOptions, role: EngineRole, given: GivenPorts): Promise<Engine> => {
  const { userId, baseUrl, token } = options;
  const name = options.databaseName ?? databaseNameFor(userId);
  const opened = await openStorage(name);
  const { db, storage, databaseId, start } = opened;
  const { deviceId, wasDeleted } = await recognise(opened, name, options.deviceDatabaseName);
  const { wrap = AS_IT_IS, knownLost } = options;
  const ports = createBrowserPorts({ baseUrl, channelName: name }, given);
  const core = await createEngine({
    userId,
    deviceId,
    databaseId,
    start,
    wasDeleted,
    ...(knownLost === undefined || knownLost.databaseId === databaseId
      ? {}
      : { knownLost: knownLost.unsent }),
    role,
    token,
    storage: wrap.storage(storage),
    ports: wrap.ports(ports),
    onSessionDead: options.onSessionDead ?? (() => undefined),
    onError: options.onError ?? (() => undefined),
  });
  return { ...core, db };
};
