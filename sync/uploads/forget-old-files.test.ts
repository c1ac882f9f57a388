import { expect, it } from 'vitest';
import { newId } from '../../protocol/index.ts';
import { createMemoryDisk, openMemoryStorage } from '../testing/memory-storage.ts';
import { forgetOldFiles } from './forget-old-files.ts';
import type { UploadRow } from './upload-row.ts';

const DAY_MS = 24 * 3_600_000;
const chatId = newId();
const writtenAt = '2026-11-20T08:00:00.000Z';

const upload = (state: UploadRow['state']): UploadRow => ({
  ...{ id: newId(), kind: 'image', name: 'a.jpg', mime: 'image/jpeg', size: 10, width: null, height: null },
  ...{ blurhash: null, sha256: null, posterOf: null, posterId: null, state, isBegun: false },
  ...{ isWifiOnly: false, attempts: 0, notBefore: 0, error: null, hasBytes: true, createdAt: 0, doneAt: 0 },
});

it('deletes files of weeks ago, and bytes that have arrived, unless something names them', async () => {
  const disk = createMemoryDisk();
  const storage = openMemoryStorage(disk);
  const held = { old: upload('held'), drafted: upload('held'), recorded: upload('held') };
  const done = { old: upload('done'), recorded: upload('done') };
  for (const row of [...Object.values(held), ...Object.values(done)]) disk.stores.uploads.set(row.id, row);
  disk.stores.chatDrafts.set(chatId, {
    ...{ id: chatId, chatId, content: '', replyToId: null, edit: null, updatedAt: 0 },
    files: [{ id: held.drafted.id, alt: '' }],
  });
  const args = { id: newId(), chatId, images: [held.recorded.id, done.recorded.id], writtenAt };
  disk.stores.writeAhead.set('m1', { id: 'm1', name: 'sendMessage', args, writtenAt });
  await forgetOldFiles(storage, 60 * DAY_MS, 0);
  const left = [...disk.stores.uploads.values()].map(({ id, hasBytes }) => [id, hasBytes]);
  expect(new Map(left.map(([id, hasBytes]) => [id, hasBytes]))).toEqual(
    new Map([
      [held.drafted.id, true],
      [held.recorded.id, true],
      [done.old.id, false],
      [done.recorded.id, true],
    ]),
  );
});
