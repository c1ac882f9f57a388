import { newId } from '../../protocol/index.ts';
import { freezeStorage } from '../apply/freeze.ts';
import { type DeviceStore, openDeviceStore } from '../device/device-store.ts';
import { forgetPageEnd } from '../platform/page-end.ts';
import { deleteSearchIndex } from '../search/search-database.ts';
import { createDexieStorage } from './dexie-storage.ts';
import { databaseNameFor } from './local-database.ts';
import { openLocalDatabase } from './open-database.ts';
import { databaseNames, deleteDatabase } from './versioned-database.ts';

/** Whether the device holds anything of a member. Opens nothing: a database that is being deleted is not waited for. */
export const hasUserDatabase = async (userId: string): Promise<boolean> =>
  (await databaseNames()).includes(databaseNameFor(userId));

/** Deletes all that the device holds of a member, unsent work included. Tabs that hold it open are told and let go. */
export const deleteUserDatabase = async (userId: string, device?: DeviceStore): Promise<void> => {
  const store = device ?? openDeviceStore();
  await store.forgetDatabaseId(databaseNameFor(userId));
  await deleteSearchIndex(userId);
  forgetPageEnd(databaseNameFor(userId));
  await deleteDatabase(databaseNameFor(userId));
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
  await deleteSearchIndex(userId);
  if (!(await databaseNames()).includes(name)) return 0;
  const db = await openLocalDatabase(name);
  const storage = createDexieStorage(db);
  const store = device ?? openDeviceStore();
  const databaseId = newId();
  try {
    // An id that the device does not know is no loss: dying in between must not look like cleared storage.
    await store.forgetDatabaseId(name);
    const count = await freezeStorage(storage, { userId, databaseId });
    await store.rememberDatabaseId(name, databaseId);
    return count;
  } finally {
    if (device === undefined) store.close();
    await storage.close();
  }
};
