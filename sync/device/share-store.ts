import { Dexie, type Table } from 'dexie';
import { newId } from '../../protocol/index.ts';

/** Something that another app handed over, until the member has said where it goes. Nobody need be signed in yet. */
export type SharedItem = {
  id: string;
  text: string;
  files: readonly { name: string; bytes: Blob }[];
  /** Some of it was too large to be kept. */
  isCut: boolean;
  /** Epoch milliseconds. */
  sharedAt: number;
};

class ShareDatabase extends Dexie {
  declare readonly shares: Table<SharedItem, string>;

  constructor(name: string) {
    super(name, { chromeTransactionDurability: 'strict' });
    this.version(1).stores({ shares: 'id, sharedAt' });
  }
}

export type ShareStore = {
  /** Keeps what was shared, in place of what was shared before and never used. */
  put(item: Pick<SharedItem, 'text' | 'files' | 'isCut'>, now: number): Promise<void>;
  /** The newest, without taking it. */
  read(): Promise<SharedItem | null>;
  /** It has found its place. */
  remove(id: string): Promise<void>;
  close(): void;
};

/**
 * Opens the place where shared things wait: beside the members' databases, because the worker writes before anybody knows
 * who will sign in. A sign-out clears it.
 */
export const openShareStore = (name = 'tambay-shares'): ShareStore => {
  const db = new ShareDatabase(name);
  return {
    async put(item, now) {
      await db.transaction('rw', db.shares, async () => {
        await db.shares.clear();
        await db.shares.put({ id: newId(), ...item, sharedAt: now });
      });
    },
    read: async () => (await db.shares.orderBy('sharedAt').last()) ?? null,
    remove: (id) => db.shares.delete(id),
    close: () => db.close(),
  };
};
