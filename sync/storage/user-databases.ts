import { Dexie } from 'dexie';
import { newId, ProtocolError } from '../../protocol/index.ts';
import { freezeStorage } from '../apply/freeze.ts';
import { type DeviceStore, openDeviceStore } from '../device/device-store.ts';
import { createDexieStorage } from './dexie-storage.ts';
import { databaseNameFor, LocalDatabase } from './local-database.ts';

/** Dexie multiplies its version numbers by ten, and counts up between when it adds stores that an unreleased schema got. */
const NATIVE_FACTOR = 10;

const isNewer = (native: number, known: number): boolean => Math.floor(native / NATIVE_FACTOR) > known;

const nativeVersionOf = async (name: string): Promise<number> => {
  const databases = await indexedDB.databases();
  return databases.find((database) => database.name === name)?.version ?? 0;
};

/**
 * Opens a database and refuses one that newer code has made. Asked before opening: Dexie would open it silently, write old
 * shapes into it, and even put back the indexes it misses (measured).
 * @throws ProtocolError `upgrade_required`
 */
export const openLocalDatabase = async (name: string): Promise<LocalDatabase> => {
  const db = new LocalDatabase(name);
  const known = db.verno;
  if (isNewer(await nativeVersionOf(name), known)) throw new ProtocolError('upgrade_required');
  await db.open();
  // Another tab may have upgraded it in between.
  if (!isNewer(db.backendDB().version, known)) return db;
  db.close();
  throw new ProtocolError('upgrade_required');
};

/** Deletes all that the device holds of a member, unsent work included. Tabs that hold it open are told and let go. */
export const deleteUserDatabase = async (userId: string, device?: DeviceStore): Promise<void> => {
  const store = device ?? openDeviceStore();
  await store.forgetBirth(databaseNameFor(userId));
  await Dexie.delete(databaseNameFor(userId));
  if (device === undefined) store.close();
};

/**
 * "Send later": keeps the member's unsent work, locked until the same member signs in, and removes all else. A device that
 * holds nothing of the member is no error.
 * @returns how many items are kept
 * @throws ProtocolError `upgrade_required` when newer code has made the database
 */
export const freezeUserDatabase = async (userId: string, device?: DeviceStore): Promise<number> => {
  const name = databaseNameFor(userId);
  if (!(await Dexie.exists(name))) return 0;
  const db = await openLocalDatabase(name);
  const storage = createDexieStorage(db);
  const store = device ?? openDeviceStore();
  const birth = newId();
  try {
    // A birth that nobody remembers is no loss: dying in between must not look like cleared storage.
    await store.forgetBirth(name);
    const count = await freezeStorage(storage, { userId, birth });
    await store.rememberBirth(name, birth);
    return count;
  } finally {
    if (device === undefined) store.close();
    await storage.close();
  }
};
