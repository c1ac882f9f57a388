import { afterAll, beforeAll, expect, it } from 'vitest';
import { scopeLog } from '../db/schema.ts';
import { Device } from '../testing/device.ts';
import { type OpenedDatabase, openMemoryDatabase } from '../testing/open-database.ts';
import { World } from '../testing/world.ts';
import { compactLog } from './compact-log.ts';

const DAY_MS = 24 * 60 * 60_000;

let opened: OpenedDatabase;
beforeAll(async () => {
  opened = await openMemoryDatabase();
});
afterAll(() => opened.close());

it('forgets entries after 90 days; who stands below starts again, who follows goes on', async () => {
  const world = new World(opened.db);
  const { ana, ben, chatId } = await world.friends();
  const [late, following] = [new Device(), new Device()];
  await world.say(ana, chatId, 'isa');
  await late.sync((cursors) => world.pull(ben, cursors));
  await world.say(ana, chatId, 'dalawa');
  await following.sync((cursors) => world.pull(ben, cursors));
  world.clock.advance(89 * DAY_MS);
  const before = await world.db.$count(scopeLog);
  await compactLog(world.db, world.clock.now());
  expect(await world.db.$count(scopeLog)).toBe(before);
  world.clock.advance(2 * DAY_MS);
  await world.say(ana, chatId, 'tatlo');
  await compactLog(world.db, world.clock.now());
  expect(await world.db.$count(scopeLog)).toBe(3);
  const kinds = async (device: Device) =>
    (await world.pull(ben, device.cursors)).scopes.map(({ kind }) => kind);
  expect([await kinds(late), await kinds(following)]).toEqual([['reset'], ['tail']]);
  for (const device of [late, following]) {
    await device.sync((cursors) => world.pull(ben, cursors));
    expect(device.view()['messages']).toMatchObject([{}, {}, { content: 'tatlo' }]);
  }
  expect(late.view()).toEqual(following.view());
});
