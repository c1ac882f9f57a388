import { expect, it } from 'vitest';
import { newId } from '../../protocol/index.ts';
import { createMemoryDisk, openMemoryStorage } from '../testing/memory-storage.ts';
import { setFiles } from './file-owners.ts';
import { forgetOldFiles } from './forget-old-files.ts';
import type { UploadRow } from './upload-row.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const upload = (state: UploadRow['state']): UploadRow => ({
  ...{ id: newId(), kind: 'image', name: 'a.jpg', mime: 'image/jpeg', size: 10, width: null, height: null },
  ...{ blurhash: null, sha256: null, posterOf: null, posterId: null, state, isBegun: false },
  ...{ isWifiOnly: false, attempts: 0, notBefore: 0, error: null, hasBytes: true, createdAt: 0, doneAt: 0 },
});

it('[UL12] ends what composers own that have not said so for long, and drops bytes that have arrived, unless something owns them', async () => {
  const disk = createMemoryDisk();
  const storage = openMemoryStorage(disk);
  const held = { shown: upload('held'), drafted: upload('held'), left: upload('held') };
  const done = { old: upload('done'), recorded: upload('done') };
  for (const row of [...Object.values(held), ...Object.values(done)]) disk.stores.uploads.set(row.id, row);
  await storage.write(['fileOwners'], async (tx) => {
    await setFiles(tx, 'tray:t', [held.shown.id, held.drafted.id], 30 * DAY_MS);
    await setFiles(tx, 'left:t', [held.left.id], HOUR_MS);
    await setFiles(tx, 'draft:d', [held.drafted.id]);
    await setFiles(tx, 'ahead:m', [done.recorded.id]);
  });
  const left = () => new Map([...disk.stores.uploads.values()].map(({ id, hasBytes }) => [id, hasBytes]));
  const arrived = [
    [done.old.id, false],
    [done.recorded.id, true],
  ] as const;
  await forgetOldFiles(storage, HOUR_MS, 0);
  expect(left()).toEqual(new Map([[held.shown.id, true], [held.drafted.id, true], ...arrived]));
  await forgetOldFiles(storage, 30 * DAY_MS, 0);
  expect(left()).toEqual(new Map([[held.drafted.id, true], ...arrived]));
});
