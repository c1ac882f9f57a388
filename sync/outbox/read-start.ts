import { assertDatabaseId, DATABASE_ID_KEY, ensureDatabaseId } from '../apply/database-id.ts';
import type { UnitRunner } from '../apply/run-unit.ts';
import { LOSS, type Loss, lossOf } from '../engine/loss-notice.ts';
import { LAST_SYNCED } from '../pull/pull.ts';
import type { OutboxRow, StoreName, WriteAheadRow } from '../storage/rows.ts';
import type { ReadTransaction, Storage } from '../storage/storage.ts';
import { isUnknown, parkUnknown } from './park-unknown.ts';

/** What a device holds when it is opened. */
export type Start = {
  readonly outbox: readonly OutboxRow[];
  readonly writeAhead: readonly WriteAheadRow[];
  /** Epoch milliseconds; null: never. */
  readonly lastSyncedAt: number | null;
  /** The device that the database was opened on in order; null: it never was. */
  readonly deviceId: string | null;
  /** What was lost before this database was made, and is not read yet. */
  readonly loss: Loss;
};

const DEVICE = 'deviceId';

const stores: readonly StoreName[] = ['meta', 'outbox', 'writeAhead'];

const read = async (tx: ReadTransaction): Promise<Start & { databaseId: string | undefined }> => {
  const [[databaseId, synced, device, loss], outbox, writeAhead] = await Promise.all([
    tx.getMany('meta', [DATABASE_ID_KEY, LAST_SYNCED, DEVICE, LOSS]),
    tx.getAll('outbox'),
    tx.getAll('writeAhead'),
  ]);
  return {
    databaseId: databaseId === undefined ? undefined : String(databaseId.value),
    outbox,
    writeAhead,
    lastSyncedAt: synced === undefined ? null : Number(synced.value),
    deviceId: device === undefined ? null : String(device.value),
    loss: lossOf(loss),
  };
};

/** Reads all that an engine begins with by one question, and gives a new database its id. */
export const openStart = async (
  storage: Storage,
  newId: () => string,
): Promise<{ databaseId: string; start: Start }> => {
  const start = await storage.read(stores, read);
  return { databaseId: start.databaseId ?? (await ensureDatabaseId(storage, newId)).databaseId, start };
};

/** The same, with what this release does not know set aside. */
export const setUnknownAside = async (runner: UnitRunner, opened: Start | undefined): Promise<Start> => {
  const start = opened ?? (await runner.storage.read(stores, read));
  if (!start.outbox.some(isUnknown)) return start;
  await parkUnknown(runner);
  return runner.storage.read(stores, read);
};

/** From now on the database is known on this device: opening it again need not look beside it. */
export const rememberDevice = (storage: Storage, databaseId: string, deviceId: string): Promise<void> =>
  storage.write(['meta'], async (tx) => {
    await assertDatabaseId(tx, databaseId);
    await tx.put('meta', [{ key: DEVICE, value: deviceId }]);
  });
