import { expect, it } from 'vitest';
import { starId } from '../../protocol/index.ts';
import { createWorld } from '../testing/world.ts';

/** The message is not on the device any more: the row of the star has all there is of it. */
const setUp = async () => {
  const world = createWorld(5);
  const [ana, ben] = [world.addPerson('Ana'), world.addPerson('Ben')];
  const chatId = world.befriend(ana, ben);
  let isLost = false;
  const device = world.addDevice(ana, {
    blocksSockets: true,
    fate: (path) => (isLost && path === '/api/v1/sync/push' ? 'lostRequest' : 'ok'),
  });
  const { engine } = await device.openTab();
  await world.time.advance(2_000);
  const messageId = world.newId();
  const writtenAt = new Date(world.time.now()).toISOString();
  await engine.mutate('sendMessage', { id: messageId, chatId, content: 'Tara!', writtenAt });
  await engine.mutate('starMessage', { chatId, messageId, isStarred: true });
  await world.time.advance(5_000);
  device.disk.stores.messages.delete(messageId);
  const star = (isStarred: boolean) => engine.mutate('starMessage', { chatId, messageId, isStarred });
  const held = () => device.disk.stores.starredMessages.get(starId(ana.id, messageId));
  return {
    world,
    device,
    star,
    held,
    lose: (lost: boolean) => {
      isLost = lost;
    },
  };
};

it.each(['offline', 'tried'] as const)(
  'an undone "Remove star" brings the star back at once: %s',
  async (how) => {
    const { world, device, star, held, lose } = await setUp();
    const before = held();
    expect(before).toMatchObject({ message: { content: 'Tara!' } });
    if (how === 'offline') device.setOnline(false);
    else lose(true);
    await star(false);
    await world.time.advance(3_000);
    expect(held()).toBeUndefined();
    await star(true);
    expect(held()).toMatchObject({ message: { content: 'Tara!' } });
    device.setOnline(true);
    lose(false);
    await world.time.advance(120_000);
    expect(device.disk.stores.outbox.size).toBe(0);
    expect(held()).toMatchObject({ message: { content: 'Tara!' } });
  },
);
