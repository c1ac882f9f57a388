import { ensureBirth } from './apply/birth.ts';
import { openDeviceStore } from './device/device-store.ts';
import { createEngine } from './engine.ts';
import type { Engine, EngineRole } from './engine-types.ts';
import { createBrowserPorts, systemIds } from './platform/browser-ports.ts';
import type { Ports } from './platform/ports.ts';
import { createDexieStorage } from './storage/dexie-storage.ts';
import { databaseNameFor } from './storage/local-database.ts';
import { openLocalDatabase } from './storage/user-databases.ts';

export type OpenEngineOptions = {
  userId: string;
  /** Where the API is: an origin, without `/api/v1`. */
  baseUrl: string;
  /** Asked at each request; null while nobody is signed in. */
  token: () => string | null;
  databaseName?: string;
  deviceDatabaseName?: string;
  onSessionDead?: () => void;
  /** Faults that somebody must look at. Being offline is none. */
  onError?: (error: unknown) => void;
  role?: EngineRole;
  /** How much unsent work vanished with the database that this one replaces, as far as the page saw. */
  knownLost?: number;
  ports?: Partial<Ports>;
};

/**
 * Opens a member's engine in a page, in the worker or in a test. It works at once from what the device holds; network and
 * socket follow by themselves.
 *
 * ```ts
 * const engine = await openEngine({ userId, baseUrl: location.origin, token: () => token });
 * await engine.mutate('sendMessage', { id: newId(), chatId, content: 'Tara!', writtenAt: new Date().toISOString() });
 * await engine.db.messages.where('[chatId+order]').between([chatId, 0], [chatId, Infinity]).toArray();
 * await engine.close();
 * ```
 * @throws ProtocolError `upgrade_required` when newer code has written the database
 */
export const openEngine = async (options: OpenEngineOptions): Promise<Engine> => {
  const { userId, baseUrl, token, role = 'page' } = options;
  const name = options.databaseName ?? databaseNameFor(userId);
  const device = openDeviceStore(options.deviceDatabaseName);
  try {
    const { deviceId } = await device.readDevice();
    const knownBirth = await device.readBirth(name);
    const db = await openLocalDatabase(name);
    const storage = createDexieStorage(db);
    const { birth } = await ensureBirth(storage, systemIds.newId);
    if (knownBirth !== birth) await device.rememberBirth(name, birth);
    const core = await createEngine({
      userId,
      deviceId,
      birth,
      wasDeleted: knownBirth !== undefined && knownBirth !== birth,
      ...(options.knownLost === undefined ? {} : { knownLost: options.knownLost }),
      role,
      token,
      storage,
      ports: createBrowserPorts({ baseUrl, channelName: name }, options.ports),
      onSessionDead: options.onSessionDead ?? (() => undefined),
      onError: options.onError ?? (() => undefined),
    });
    return { ...core, db };
  } finally {
    device.close();
  }
};
