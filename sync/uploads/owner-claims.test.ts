import { expect, it } from 'vitest';
import { fileFaults } from '../testing/file-laws.ts';
import { openMemoryStorage } from '../testing/memory-storage.ts';
import { createWorld, type World } from '../testing/world.ts';
import { LEFT_MS, SHOWN_MS } from './file-owners.ts';
import { forgetOldFiles } from './forget-old-files.ts';

const TRAY = 'a tray';
const picture = { bytes: new Blob(['a wall']), kind: 'image', name: 'a.jpg' } as const;

const setUp = async (options: Parameters<World['addDevice']>[1] = {}) => {
  const world = createWorld(44);
  const [ana, ben] = [world.addPerson('Ana'), world.addPerson('Ben')];
  const chatId = world.befriend(ana, ben);
  const device = world.addDevice(ana, options);
  const { engine } = await device.openTab();
  await world.time.advance(2_000);
  const forgetAt = (now: number) => forgetOldFiles(openMemoryStorage(device.disk), now);
  const message = (files: { images: string[] } | { video: string }) => ({
    ...{ id: world.newId(), chatId, writtenAt: new Date(world.time.now()).toISOString() },
    ...files,
  });
  return { ...world, ana, chatId, device, engine, forgetAt, message, stores: device.disk.stores };
};

it('[UL12] what a composer shows again stays, although its draft goes and what was released has expired', async () => {
  const { engine, chatId, time, stores, forgetAt } = await setUp();
  const id = await engine.files.keep({ ...picture, tray: TRAY });
  await engine.saveDrafts(chatId, [{ id: TRAY, content: '', files: [{ id, alt: '' }] }]);
  await engine.files.letGo([id], TRAY);
  await engine.files.show([id], TRAY);
  await forgetAt(time.now() + LEFT_MS);
  await engine.saveDrafts(chatId, [], [TRAY]);
  expect(stores.uploads.get(id)?.hasBytes).toBe(true);
  await engine.files.discard([id], TRAY);
  expect(stores.uploads.size).toBe(0);
});

it('[UL12] a film owns its still no longer than until that has arrived', async () => {
  const { engine, time, device, stores, message, forgetAt } = await setUp();
  const film = await engine.files.keep({ ...picture, kind: 'video' });
  const still = await engine.files.keep({ ...picture, bytes: new Blob(['a still']), posterOf: film });
  expect(stores.fileOwners.get(`film:${film}`)?.files).toEqual([still]);
  await engine.mutate('sendMessage', message({ video: film }));
  await time.advance(60_000);
  expect(new Set(device.arrivedFiles)).toEqual(new Set([film, still]));
  await forgetAt(time.now() + SHOWN_MS);
  expect([...stores.fileOwners.keys()]).toEqual([]);
  expect(fileFaults(device)).toEqual([]);
});

it('[UL12] a picture that another one replaced before it was sent is not sent', async () => {
  const { engine, time, device, stores, ana } = await setUp();
  device.setOnline(false);
  const [first, second] = [
    await engine.files.keep(picture),
    await engine.files.keep({ ...picture, bytes: new Blob(['a tree']) }),
  ];
  for (const avatarId of [first, second]) await engine.mutate('updateProfile', { userId: ana.id, avatarId });
  expect(stores.outbox.size).toBe(1);
  expect(stores.uploads.get(first)?.state).toBe('held');
  device.setOnline(true);
  await time.advance(60_000);
  expect(device.arrivedFiles).toEqual([second]);
  expect(fileFaults(device)).toEqual([]);
});

it('[UL12] a recorded mutation owns its files from the moment in which the draft goes', async () => {
  let isStopped = false;
  const { engine, time, chatId, device, stores, message, forgetAt } = await setUp({
    storage: (storage) => ({
      ...storage,
      // The page ends between the record and the mutation's own transaction.
      write: (names, action) =>
        isStopped && names.includes('outbox') ? new Promise(() => undefined) : storage.write(names, action),
    }),
  });
  const id = await engine.files.keep({ ...picture, tray: TRAY });
  await engine.saveDrafts(chatId, [{ id: TRAY, content: '', files: [{ id, alt: '' }] }]);
  await engine.files.letGo([id], TRAY);
  isStopped = true;
  void engine.mutate('sendMessage', message({ images: [id] }), { draft: { chatId, rowIds: [TRAY] } });
  await time.advance(100);
  expect([stores.writeAhead.size, stores.chatDrafts.size, stores.outbox.size]).toEqual([1, 0, 0]);
  expect([...stores.fileOwners.values()]).toContainEqual({
    owner: `ahead:${[...stores.writeAhead.keys()][0]}`,
    files: [id],
  });
  await forgetAt(time.now() + SHOWN_MS);
  expect(stores.uploads.get(id)?.hasBytes).toBe(true);
  expect(fileFaults(device)).toEqual([]);
});

it('[UL12] what a killed tab showed goes by itself on a device that sends nothing', async () => {
  const { engine, time, device, stores } = await setUp();
  await engine.files.keep({ ...picture, tray: TRAY });
  device.tabs[0]?.kill();
  await time.advance(SHOWN_MS);
  expect(stores.uploads.size).toBe(1);
  await device.openTab();
  await time.advance(60_000);
  expect([stores.uploads.size, stores.blobs.size, stores.fileOwners.size]).toEqual([0, 0, 0]);
  expect(device.arrivedFiles).toEqual([]);
});
