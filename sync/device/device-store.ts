import { Dexie, type Table } from 'dexie';
import { newId } from '../../protocol/index.ts';

/** What this device knows without a user's database: who is signed in, and a token copy for the worker (decisions.md §7). */
export type Device = {
  readonly deviceId: string;
  readonly userId: string | null;
  readonly token: string | null;
};

type DeviceRow = { key: 'device'; deviceId: string; userId: string | null; token: string | null };
/** `birth` is the id that a database got when it was made: another one means that it was deleted in between. */
type KnownDatabaseRow = { name: string; birth: string };

class DeviceDatabase extends Dexie {
  declare readonly device: Table<DeviceRow, string>;
  declare readonly databases: Table<KnownDatabaseRow, string>;

  constructor(name: string) {
    super(name, { chromeTransactionDurability: 'strict' });
    this.version(1).stores({ device: 'key', databases: 'name' });
  }
}

export type DeviceStore = {
  readDevice(): Promise<Device>;
  rememberSignIn(userId: string, token: string): Promise<void>;
  /** Forgets user and token; the device's own id stays. */
  forgetSignIn(): Promise<void>;
  readBirth(databaseName: string): Promise<string | undefined>;
  rememberBirth(databaseName: string, birth: string): Promise<void>;
  /** The database is deleted on purpose: a new one will not be taken for a loss. */
  forgetBirth(databaseName: string): Promise<void>;
  close(): void;
};

/** Opens the small database beside the users' ones. Short-lived use and a long-lived handle both work. */
export const openDeviceStore = (name = 'tambay-device'): DeviceStore => {
  const db = new DeviceDatabase(name);
  const change = (edit: (row: DeviceRow) => DeviceRow): Promise<DeviceRow> =>
    db.transaction('rw', db.device, async () => {
      const before = await db.device.get('device');
      const after = edit(before ?? { key: 'device', deviceId: newId(), userId: null, token: null });
      await db.device.put(after);
      return after;
    });

  return {
    async readDevice() {
      // The first reader makes the device id, inside a transaction: two tabs agree on one.
      const row = (await db.device.get('device')) ?? (await change((made) => made));
      return { deviceId: row.deviceId, userId: row.userId, token: row.token };
    },
    async rememberSignIn(userId, token) {
      await change((row) => ({ ...row, userId, token }));
    },
    async forgetSignIn() {
      await change((row) => ({ ...row, userId: null, token: null }));
    },
    async readBirth(databaseName) {
      return (await db.databases.get(databaseName))?.birth;
    },
    async rememberBirth(databaseName, birth) {
      await db.databases.put({ name: databaseName, birth });
    },
    async forgetBirth(databaseName) {
      await db.databases.delete(databaseName);
    },
    close() {
      db.close();
    },
  };
};
