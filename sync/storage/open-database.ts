import { ProtocolError } from '../../protocol/index.ts';
import { LocalDatabase } from './local-database.ts';
import { errorNames } from './versioned-database.ts';

/**
 * Opens a database and refuses one that newer code has made.
 * @throws ProtocolError `upgrade_required`
 */
export const openLocalDatabase = async (name: string): Promise<LocalDatabase> => {
  const db = new LocalDatabase(name);
  try {
    await db.open();
    return db;
  } catch (error) {
    db.close();
    throw errorNames(error).includes('NewerDatabaseError')
      ? new ProtocolError('upgrade_required', { cause: error })
      : error;
  }
};
