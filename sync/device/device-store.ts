import type { Table } from 'dexie';
import { newId } from '../../protocol/index.ts';
import { VersionedDatabase } from '../storage/versioned-database.ts';

/** What this device knows without a user's database: who is signed in, and a token copy for the worker (docs/decisions/0007). */
export type Device = {
  readonly deviceId: string;
  readonly userId: string | null;
  readonly token: string | null;
  /**
   * Whether local storage is known to hold the token for good. Right after a sign-in it may not be: what was written there
   * is lost when the browser is killed, while IndexedDB survives (measured).
   */
  readonly isTokenKept: boolean;
  /** Epoch milliseconds of the sign-in. */
  readonly tokenSince: number;
  /** How much unsent work the last sign-out left here. */
  readonly leftWaiting: number;
  /** Sign-outs whose cleaning up was cut short. */
  readonly departures: readonly Departure[];
  /** SHA-256 of tokens whose revocation the server has not confirmed. They are not accepted for signing in. */
  readonly revocations: readonly string[];
  /** What the member reads, for the words of the worker; null until a page has said. */
  readonly language: string | null;
  /** The member who asked to be told on this device by push; a browser that drops its subscription does not say so. */
  readonly pushFor: string | null;
  /** Testers have the network lab on: only the pages know its faults, and the worker sends nothing around them. */
  readonly isLabOn: boolean;
  /** What a page has learnt to add to the device's time to get the server's, in milliseconds. */
  readonly clockOffsetMs: number;
};

/** `later`: the unsent work stays, frozen; `wipe`: nothing stays. */
export type Departure = { userId: string; mode: 'wipe' | 'later' };

type DeviceRow = {
  key: 'device';
  deviceId: string;
  userId: string | null;
  token: string | null;
  isTokenKept: boolean;
  tokenSince: number;
  leftWaiting: number;
  departures: Departure[];
  revocations: string[];
  language: string | null;
  pushFor: string | null;
  isLabOn: boolean;
  clockOffsetMs: number;
};
/** `birth` is the id that a database got when it was made: another one means that it was deleted in between. */
type KnownDatabaseRow = { name: string; birth: string };

/** What the list of chats looked like when it was last seen; the pages alone know what is in it. */
type SnapshotRow = { key: 'snapshot'; userId: string; snapshot: unknown };

class DeviceDatabase extends VersionedDatabase {
  declare readonly device: Table<DeviceRow | SnapshotRow, string>;
  declare readonly databases: Table<KnownDatabaseRow, string>;

  constructor(name: string) {
    super(name);
    this.version(1).stores({ device: 'key', databases: 'name' });
  }
}

export type DeviceStore = {
  readDevice(): Promise<Device>;
  rememberSignIn(userId: string, token: string, at: number): Promise<void>;
  /** Local storage has been seen to hold the token after some time. */
  confirmToken(token: string): Promise<void>;
  /** Forgets user and token; the device's own id stays. */
  forgetSignIn(): Promise<void>;
  /** A sign-out, noted before anything is removed: an interrupted one continues from here. */
  leave(note: { departure: Departure | null; leftWaiting: number; revocation: string | null }): Promise<void>;
  finishDeparture(userId: string): Promise<void>;
  /** The server has acknowledged it. */
  forgetRevocation(tokenHash: string): Promise<void>;
  rememberLanguage(language: string): Promise<void>;
  /** Whether the member wants pushes on this device. Kept when a session ends, until they sign out by choice. */
  rememberPush(isWanted: boolean): Promise<void>;
  /** Ends with the sign-out, as the switch itself. */
  rememberLab(isOn: boolean): Promise<void>;
  /** For the worker, which cannot read local storage. */
  rememberClockOffset(offsetMs: number): Promise<void>;
  /**
   * Keeps what the list of chats looks like for the next start, unless somebody else has signed in meanwhile. Every end of a
   * session deletes it.
   * @param snapshot what IndexedDB can hold; null: there is nothing to be kept
   */
  keepSnapshot(userId: string, snapshot: unknown): Promise<void>;
  /** What opening a database needs to know, by one question. */
  readFor(databaseName: string): Promise<{ device: Device; knownDatabaseId: string | undefined }>;
  rememberDatabaseId(databaseName: string, databaseId: string): Promise<void>;
  /** The database is deleted on purpose: a new one will not be taken for a loss. */
  forgetDatabaseId(databaseName: string): Promise<void>;
  close(): void;
};

const fresh: Omit<DeviceRow, 'deviceId'> = {
  key: 'device',
  userId: null,
  token: null,
  isTokenKept: false,
  tokenSince: 0,
  leftWaiting: 0,
  departures: [],
  revocations: [],
  language: null,
  pushFor: null,
  isLabOn: false,
  clockOffsetMs: 0,
};

/** Opens the small database beside the users' ones. Short-lived use and a long-lived handle both work. */
export const openDeviceStore = (name = 'tambay-device'): DeviceStore => {
  const db = new DeviceDatabase(name);
  const readRow = async (): Promise<DeviceRow | undefined> => {
    const row = await db.device.get('device');
    return row?.key === 'device' ? row : undefined;
  };
  const change = (edit: (row: DeviceRow) => DeviceRow): Promise<DeviceRow> =>
    db.transaction('rw', db.device, async () => {
      const after = edit((await readRow()) ?? { ...fresh, deviceId: newId() });
      await db.device.put(after);
      return after;
    });
  const endSession = (edit: (row: DeviceRow) => DeviceRow): Promise<void> =>
    db.transaction('rw', db.device, async () => {
      await change(edit);
      await db.device.delete('snapshot');
    });

  return {
    async readDevice() {
      // The first reader makes the device id, inside a transaction: two tabs agree on one.
      const { key: _key, ...device } = (await readRow()) ?? (await change((made) => made));
      // A row of an earlier release lacks what has been added since.
      return { ...fresh, ...device };
    },
    async rememberSignIn(userId, token, at) {
      await change((row) => ({ ...row, userId, token, tokenSince: at, isTokenKept: false }));
    },
    async confirmToken(token) {
      await change((row) => (row.token === token ? { ...row, isTokenKept: true } : row));
    },
    async forgetSignIn() {
      await endSession((row) => ({ ...row, userId: null, token: null }));
    },
    async leave({ departure, leftWaiting, revocation }) {
      await endSession((row) => ({
        ...row,
        userId: null,
        token: null,
        leftWaiting,
        isLabOn: false,
        pushFor: departure !== null && departure.userId === row.pushFor ? null : row.pushFor,
        departures:
          departure === null
            ? row.departures
            : [...row.departures.filter((one) => one.userId !== departure.userId), departure],
        revocations: revocation === null ? row.revocations : [...row.revocations, revocation],
      }));
    },
    async finishDeparture(userId) {
      await change((row) => ({
        ...row,
        departures: row.departures.filter((one) => one.userId !== userId),
      }));
    },
    async forgetRevocation(tokenHash) {
      await change((row) => ({
        ...row,
        revocations: row.revocations.filter((one) => one !== tokenHash),
      }));
    },
    async rememberLanguage(language) {
      await change((row) => ({ ...row, language }));
    },
    async rememberPush(isWanted) {
      await change((row) => ({ ...row, pushFor: isWanted ? row.userId : null }));
    },
    async rememberLab(isOn) {
      await change((row) => ({ ...row, isLabOn: isOn }));
    },
    async rememberClockOffset(offsetMs) {
      await change((row) => ({ ...row, clockOffsetMs: offsetMs }));
    },
    async keepSnapshot(userId, snapshot) {
      await db.transaction('rw', db.device, async () => {
        if ((await readRow())?.userId !== userId) return;
        if (snapshot === null) await db.device.delete('snapshot');
        else await db.device.put({ key: 'snapshot', userId, snapshot });
      });
    },
    async readFor(databaseName) {
      const [row, known] = await db.transaction('r', db.device, db.databases, () =>
        Promise.all([readRow(), db.databases.get(databaseName)]),
      );
      return { device: row ?? (await change((made) => made)), knownDatabaseId: known?.birth };
    },
    async rememberDatabaseId(databaseName, databaseId) {
      await db.databases.put({ name: databaseName, birth: databaseId });
    },
    async forgetDatabaseId(databaseName) {
      await db.databases.delete(databaseName);
    },
    close() {
      db.close();
    },
  };
};

/** Opens the device's own memory for one thing, and releases it again. */
export const withDevice = async <R>(action: (device: DeviceStore) => Promise<R>): Promise<R> => {
  const device = openDeviceStore();
  try {
    return await action(device);
  } finally {
    device.close();
  }
};
