import { ProtocolError } from '../../protocol/index.ts';
import { LocalDatabase } from './local-database.ts';

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
