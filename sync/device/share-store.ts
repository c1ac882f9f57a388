import type { Table } from 'dexie';
import { newId } from '../../protocol/index.ts';
import { VersionedDatabase } from '../storage/versioned-database.ts';

/** Something that another app handed over, until the member has said where it goes. No member has to be signed in yet. */
export type SharedItem = {
  id: string;
  text: string;
  files: readonly { name: string; bytes: Blob }[];
  /** Some of it was too large to be kept. */
  isCut: boolean;
  /** There was no space for its files. */
  hasLostFiles: boolean;
  /** The member who was signed in; null until a member opens it. */
  ownerId: string | null;
  /** Epoch milliseconds. */
  sharedAt: number;
};

class ShareDatabase extends VersionedDatabase {
  declare readonly shares: Table<SharedItem, string>;

  constructor(name: string) {
    super(name);
    this.version(1).stores({ shares: 'id, sharedAt' });
  }
}

export type ShareStore = {
  /** Keeps what was shared, in place of what was shared before and never used. */
  put(item: Omit<SharedItem, 'id' | 'sharedAt'>, now: number): Promise<void>;
  /** The newest, without taking it; nothing when it is somebody else's. */
  read(userId: string): Promise<SharedItem | null>;
  /** It has found its place. */
  remove(id: string): Promise<void>;
  close(): void;
};

/**
 * Opens the place where shared things wait: beside the members' databases, because the worker writes before anybody knows
 * who will sign in. A sign-out clears it; a session that has died leaves it to its owner, who comes back for it.
 */
export const openShareStore = (name = 'tambay-shares'): ShareStore => {
  const db = new ShareDatabase(name);
  const { shares } = db;
  return {
    async put(item, now) {
      await db.transaction('rw', shares, async (tx) => {
        const table = tx.table<SharedItem, string>('shares');
        await table.clear();
        await table.put({ id: newId(), ...item, sharedAt: now });
      });
    },
    async read(userId) {
      const item = await shares.orderBy('sharedAt').last();
      // An earlier release noted no owner.
      if (item === undefined || (item.ownerId ?? userId) !== userId) return null;
      // On a full disk it stays anybody's, and is shown all the same.
      if (item.ownerId === null) await shares.put({ ...item, ownerId: userId }).catch(() => undefined);
      return item;
    },
    async remove(id) {
      await shares.delete(id);
    },
    close: () => db.close(),
  };
};
