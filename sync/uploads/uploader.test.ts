import { expect, it } from 'vitest';
import { createWorld } from '../testing/world.ts';

it('[UL1] an app that is opened again waits for no back-off of the last time', async () => {
  const world = createWorld(7);
  const ana = world.addPerson('Ana');
  const chatId = world.befriend(ana, world.addPerson('Ben'));
  const device = world.addDevice(ana, { saysOnline: () => true });
  const before = await device.openTab();
  await world.time.advance(2_000);
  // Everything looks connected, and nothing gets through: each attempt doubles the wait.
  device.setOnline(false);
  const id = await before.engine.files.keep({ bytes: new Blob(['a']), kind: 'image', name: 'a.jpg' });
  await before.engine.mutate('sendMessage', {
    id: world.newId(),
    chatId,
    images: [id],
    writtenAt: new Date(world.time.now()).toISOString(),
  });
  await world.time.advance(10 * 60_000);
  const waiting = device.disk.stores.uploads.get(id);
  expect(waiting?.notBefore ?? 0).toBeGreaterThan(world.time.now());
  before.kill();
  device.setOnline(true);
  await device.openTab();
  await world.time.advance(1_000);
  expect(device.disk.stores.uploads.get(id)?.state).toBe('done');
});
