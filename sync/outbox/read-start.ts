import type { UnitRunner } from '../apply/run-unit.ts';
import { LAST_SYNCED } from '../pull/pull.ts';
import type { OutboxRow } from '../storage/rows.ts';
import { isUnknown, parkUnknown } from './park-unknown.ts';

/** What a device holds when it is opened, with what this release does not know set aside. */
export const readStart = async (
  runner: UnitRunner,
): Promise<{ outbox: readonly OutboxRow[]; lastSyncedAt: number | null }> => {
  const read = () =>
    runner.storage.read(['meta', 'outbox'], async (tx) => {
      const [synced, outbox] = await Promise.all([tx.get('meta', LAST_SYNCED), tx.getAll('outbox')]);
      return { outbox, lastSyncedAt: synced === undefined ? null : Number(synced.value) };
    });
  const start = await read();
  if (!start.outbox.some(isUnknown)) return start;
  await parkUnknown(runner);
  return read();
};
