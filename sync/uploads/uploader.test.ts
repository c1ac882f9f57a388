import { expect, it } from 'vitest';
import type { ErrorKind } from '../../protocol/index.ts';
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

it('[UL2] a link that breaks every time carries a file to its end without waiting ever longer', async () => {
  const world = createWorld(7);
  const ana = world.addPerson('Ana');
  const chatId = world.befriend(ana, world.addPerson('Ben'));
  const device = world.addDevice(ana, { cutsFilesAfter: () => 1 });
  const { engine } = await device.openTab();
  await world.time.advance(2_000);
  const bytes = new Blob(['a'.repeat(40)]);
  const id = await engine.files.keep({ bytes, kind: 'image', name: 'a.jpg' });
  await engine.mutate('sendMessage', {
    id: world.newId(),
    chatId,
    images: [id],
    writtenAt: new Date(world.time.now()).toISOString(),
  });
  // Forty attempts of at most a second's wait; doubled each time, the tenth alone would wait for minutes.
  await world.time.advance(60_000);
  expect(device.disk.stores.uploads.get(id)?.state).toBe('done');
});

it('[UL3] the same bytes picked again are one file, which is sent once', async () => {
  const world = createWorld(7);
  const ana = world.addPerson('Ana');
  const chatId = world.befriend(ana, world.addPerson('Ben'));
  const device = world.addDevice(ana, { hasDigest: true });
  const { engine } = await device.openTab();
  const send = async (bytes: string): Promise<string> => {
    const id = await engine.files.keep({ bytes: new Blob([bytes]), kind: 'image', name: 'a.jpg' });
    const writtenAt = new Date(world.time.now()).toISOString();
    await engine.mutate('sendMessage', { id: world.newId(), chatId, images: [id], writtenAt });
    return id;
  };
  const first = await send('a wall');
  expect(await send('a wall')).toBe(first);
  await world.time.advance(10_000);
  const other = await send('a door');
  await world.time.advance(10_000);
  expect(await send('a wall')).toBe(first);
  await world.time.advance(10_000);
  expect(device.arrivedFiles).toEqual([first, other]);
  expect(engine.status.value.pending).toBe(0);
});

it('[UL4] what is paused waits for the hand that paused it, and lets the others pass', async () => {
  const world = createWorld(7);
  const ana = world.addPerson('Ana');
  const chatId = world.befriend(ana, world.addPerson('Ben'));
  const device = world.addDevice(ana);
  const { engine } = await device.openTab();
  await world.time.advance(2_000);
  device.setOnline(false);
  const keep = (bytes: string) =>
    engine.files.keep({ bytes: new Blob([bytes]), kind: 'image', name: `${bytes}.jpg` });
  const [paused, other] = [await keep('a'), await keep('b')];
  const writtenAt = new Date(world.time.now()).toISOString();
  await engine.mutate('sendMessage', { id: world.newId(), chatId, images: [paused, other], writtenAt });
  await engine.files.pause(paused);
  device.setOnline(true);
  await world.time.advance(10 * 60_000);
  expect(device.arrivedFiles).toEqual([other]);
  await engine.files.resume(paused);
  await world.time.advance(2_000);
  expect(device.arrivedFiles).toEqual([other, paused]);
});

it('[UL1] a picture that is merged into an earlier one is sent, and nothing waits behind it', async () => {
  const world = createWorld(9);
  const ana = world.addPerson('Ana');
  const device = world.addDevice(ana);
  const { engine } = await device.openTab();
  await world.time.advance(2_000);
  device.setOnline(false);
  const first = await engine.files.keep({ bytes: new Blob(['a']), kind: 'image', name: 'a.jpg' });
  await engine.mutate('updateProfile', { userId: ana.id, avatarId: first });
  const second = await engine.files.keep({ bytes: new Blob(['b']), kind: 'image', name: 'b.jpg' });
  await engine.mutate('updateProfile', { userId: ana.id, avatarId: second });
  expect([...device.disk.stores.outbox.values()]).toMatchObject([{ files: [second], waitsForFiles: true }]);
  device.setOnline(true);
  await world.time.advance(60_000);
  expect(device.disk.stores.uploads.get(second)?.state).toBe('done');
  expect(device.disk.stores.outbox.size).toBe(0);
  // Nobody waits for the one that was thought better of.
  expect(device.disk.stores.uploads.get(first)?.state).toBe('held');
});

it('[UL1] a picture that the server does not take leaves the name alone, and is sent again with all that was given back', async () => {
  const world = createWorld(10);
  const ana = world.addPerson('Ana');
  const refusals = new Map<string, ErrorKind>();
  const device = world.addDevice(ana, { refusesFile: (id) => refusals.get(id) ?? null });
  const { engine } = await device.openTab();
  await world.time.advance(2_000);
  device.setOnline(false);
  const picture = await engine.files.keep({ bytes: new Blob(['a']), kind: 'image', name: 'a.jpg' });
  await engine.mutate('updateProfile', { userId: ana.id, avatarId: picture });
  await engine.mutate('updateProfile', { userId: ana.id, firstName: 'Anita' });
  const outbox = () => [...device.disk.stores.outbox.values()];
  expect(outbox()).toMatchObject([{ args: { avatarId: picture } }, { args: { firstName: 'Anita' } }]);
  refusals.set(picture, 'quota_full');
  device.setOnline(true);
  await world.time.advance(60_000);
  expect(outbox()).toMatchObject([{ state: 'rejected', error: { code: 'quota_full' } }]);
  expect(device.disk.stores.users.get(ana.id)).toMatchObject({ firstName: 'Anita', avatarId: null });

  refusals.clear();
  await engine.retryAll();
  await world.time.advance(60_000);
  expect(outbox()).toEqual([]);
  expect(device.arrivedFiles).toEqual([picture]);
  expect(device.disk.stores.users.get(ana.id)).toMatchObject({ avatarId: picture });
});

it('[UL1] bytes that the server has refused are not sent again with all that was given back', async () => {
  const world = createWorld(11);
  const ana = world.addPerson('Ana');
  const asked: string[] = [];
  const refuse = (id: string): ErrorKind => {
    asked.push(id);
    return 'unsupported_type';
  };
  const device = world.addDevice(ana, { refusesFile: refuse });
  const { engine } = await device.openTab();
  await world.time.advance(2_000);
  const picture = await engine.files.keep({ bytes: new Blob(['a']), kind: 'image', name: 'a.jpg' });
  await engine.mutate('updateProfile', { userId: ana.id, avatarId: picture });
  await world.time.advance(60_000);
  await engine.retryAll();
  await world.time.advance(60_000);
  expect(asked).toEqual([picture]);
  expect([...device.disk.stores.outbox.values()]).toMatchObject([{ state: 'rejected' }]);
});

it('[UL6] a file that finds the session dead stops everything, also when nothing else is asked of the server', async () => {
  const world = createWorld(13);
  const ana = world.addPerson('Ana');
  const chatId = world.befriend(ana, world.addPerson('Ben'));
  const device = world.addDevice(ana, { refusesFile: () => 'session_dead' });
  const { engine } = await device.openTab();
  await world.time.advance(2_000);
  const id = await engine.files.keep({ bytes: new Blob(['a']), kind: 'image', name: 'a.jpg' });
  // The words go ahead while the session lives.
  await engine.mutate('sendMessage', {
    id: world.newId(),
    chatId,
    images: [id],
    writtenAt: new Date(world.time.now()).toISOString(),
  });
  await world.time.advance(500);
  expect(engine.status.value).toMatchObject({ paused: null, files: 1 });
  world.server.signOut(device.token());
  await world.time.advance(5_000);
  expect(engine.status.value.paused).toBe('session_dead');
  expect(device.disk.stores.uploads.get(id)?.state).toBe('sending');
});

it('[UL7] a picture that is too much for now is sent later under the same id, and nothing is lost', async () => {
  const world = createWorld(7);
  const ana = world.addPerson('Ana');
  const chatId = world.befriend(ana, world.addPerson('Ben'));
  let refusal: ErrorKind | null = 'rate_limited';
  const device = world.addDevice(ana, { refusesFile: () => refusal });
  const { engine } = await device.openTab();
  await world.time.advance(2_000);
  const keep = (bytes: string) =>
    engine.files.keep({ bytes: new Blob([bytes]), kind: 'image', name: `${bytes}.jpg` });
  const images = [await keep('a'), await keep('b')];
  const writtenAt = new Date(world.time.now()).toISOString();
  await engine.mutate('sendMessage', { id: world.newId(), chatId, images, writtenAt });
  await world.time.advance(60 * 60_000);
  expect(images.map((id) => device.disk.stores.uploads.get(id)?.state)).toEqual(['sending', 'sending']);
  refusal = null;
  await world.time.advance(60 * 60_000);
  expect(images.map((id) => device.disk.stores.uploads.get(id)?.state)).toEqual(['done', 'done']);
});
