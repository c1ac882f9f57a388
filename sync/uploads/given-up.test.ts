import { expect, it } from 'vitest';
import type { ErrorKind } from '../../protocol/index.ts';
import { createWorld } from '../testing/world.ts';

const setUp = async (refusal: () => ErrorKind | null = () => null) => {
  const world = createWorld(12);
  const ana = world.addPerson('Ana');
  const ben = world.addPerson('Ben');
  const chatId = world.befriend(ana, ben);
  const device = world.addDevice(ana, { hasDigest: true, refusesFile: refusal });
  const { engine } = await device.openTab();
  await world.time.advance(2_000);
  device.setOnline(false);
  const keep = (bytes: string) =>
    engine.files.keep({ bytes: new Blob([bytes]), kind: 'image', name: 'a.jpg' });
  const send = (to: string, fileId: string) =>
    engine.mutate('sendMessage', {
      id: world.newId(),
      chatId: to,
      images: [fileId],
      writtenAt: new Date(world.time.now()).toISOString(),
    });
  const stateOf = (fileId: string) => device.disk.stores.uploads.get(fileId)?.state;
  return { world, ben, chatId, device, engine, keep, send, stateOf };
};

it('[UL5] a group that is taken back before it was sent takes along the pictures of what was written in it', async () => {
  const { world, ben, device, engine, keep, send, stateOf } = await setUp();
  const groupId = world.newId();
  const root = await engine.mutate('createChat', {
    id: groupId,
    type: 'GROUP',
    name: 'Tropa',
    users: [ben.id],
  });
  const picture = await keep('a wall');
  await send(groupId, picture);
  expect(await engine.cancel(root)).toBe('cancelled');
  expect(stateOf(picture)).toBe('held');
  device.setOnline(true);
  await world.time.advance(60_000);
  expect(device.arrivedFiles).toEqual([]);
});

it('[UL5] a picture that something else carries, too, goes on when one of them is taken back', async () => {
  const { world, chatId, device, engine, keep, send, stateOf } = await setUp();
  const picture = await keep('a wall');
  const post = await engine.mutate('createPost', { id: world.newId(), content: 'Pader', images: [picture] });
  expect(await keep('a wall')).toBe(picture);
  await send(chatId, picture);
  await engine.cancel(post);
  expect(stateOf(picture)).toBe('queued');
  device.setOnline(true);
  await world.time.advance(60_000);
  expect(device.arrivedFiles).toEqual([picture]);
  expect(device.disk.stores.outbox.size).toBe(0);
});

it('[UL5] a picture that a message waits for goes on when a post with the same one is taken back', async () => {
  let refusal: ErrorKind | null = 'unavailable';
  const { world, chatId, device, engine, keep, send } = await setUp(() => refusal);
  device.setOnline(true);
  const picture = await keep('a wall');
  await send(chatId, picture);
  await world.time.advance(3_000);
  // The words have arrived.
  expect(device.disk.stores.outbox.size).toBe(0);
  const post = await engine.mutate('createPost', { id: world.newId(), content: 'Pader', images: [picture] });
  await engine.cancel(post);
  refusal = null;
  await world.time.advance(120_000);
  expect(device.arrivedFiles).toEqual([picture]);
});

it('[UL18] a picture that was given up is sent for another message only after the server knows where it is not wanted', async () => {
  let refusal: ErrorKind | null = 'unavailable';
  let isPushLost = false;
  const world = createWorld(12);
  const [ana, ben, cora] = [world.addPerson('Ana'), world.addPerson('Ben'), world.addPerson('Cora')];
  const [toBen, toCora] = [world.befriend(ana, ben), world.befriend(ana, cora)];
  const device = world.addDevice(ana, {
    ...{ hasDigest: true, refusesFile: () => refusal, blocksSockets: true },
    fate: (path) => (isPushLost && path === '/api/v1/sync/push' ? 'lostRequest' : 'ok'),
  });
  const { engine } = await device.openTab();
  await world.time.advance(2_000);
  const pick = (tray?: string) =>
    engine.files.keep({
      ...{ bytes: new Blob(['a wall']), kind: 'image', name: 'a.jpg' },
      ...(tray === undefined ? {} : { tray }),
    });
  const send = async (chatId: string, fileId: string) => {
    const id = world.newId();
    const writtenAt = new Date(world.time.now()).toISOString();
    await engine.mutate('sendMessage', { id, chatId, images: [fileId], writtenAt });
    return id;
  };
  const picture = await pick();
  const message = await send(toBen, picture);
  await world.time.advance(3_000);
  expect(device.disk.stores.outbox.size).toBe(0);
  expect(await pick('tray')).toBe(picture);
  isPushLost = true;
  await engine.mutate('withdrawFile', { chatId: toBen, messageId: message, fileId: picture });
  await engine.files.giveUp(picture);
  await send(toCora, picture);
  refusal = null;
  await world.time.advance(120_000);
  expect(device.arrivedFiles).toEqual([]);
  isPushLost = false;
  await world.time.advance(120_000);
  expect(device.disk.stores.outbox.size).toBe(0);
  expect(device.arrivedFiles).toEqual([picture]);
});

it('[UL18] a picture of two messages that is given up for one of them still reaches the other', async () => {
  let refusal: ErrorKind | null = 'unavailable';
  const { world, chatId, device, engine, keep, stateOf } = await setUp(() => refusal);
  device.setOnline(true);
  const picture = await keep('a wall');
  const send = async () => {
    const id = world.newId();
    const writtenAt = new Date(world.time.now()).toISOString();
    await engine.mutate('sendMessage', { id, chatId, images: [picture], writtenAt });
    return id;
  };
  const [one, other] = [await send(), await send()];
  await world.time.advance(3_000);
  expect(device.disk.stores.outbox.size).toBe(0);
  await engine.mutate('withdrawFile', { chatId, messageId: one, fileId: picture });
  await engine.files.giveUp(picture, one);
  const owners = [...device.disk.stores.fileOwners.values()].map(({ owner }) => owner);
  expect(owners).toContain(`message:${other}`);
  expect(owners).not.toContain(`message:${one}`);
  refusal = null;
  await world.time.advance(120_000);
  expect(device.arrivedFiles).toEqual([picture]);
  expect(stateOf(picture)).toBe('done');
});

it('[UL18] the still of a film that was given up is not sent either', async () => {
  let refusal: ErrorKind | null = 'unavailable';
  const { world, chatId, device, engine } = await setUp(() => refusal);
  device.setOnline(true);
  const film = await engine.files.keep({ bytes: new Blob(['film']), kind: 'video', name: 'video' });
  const still = { bytes: new Blob(['still']), kind: 'image', name: 'poster' } as const;
  await engine.files.keep({ ...still, posterOf: film });
  const writtenAt = new Date(world.time.now()).toISOString();
  await engine.mutate('sendMessage', { id: world.newId(), chatId, video: film, writtenAt });
  await world.time.advance(3_000);
  await engine.files.giveUp(film);
  refusal = null;
  await world.time.advance(120_000);
  expect(device.arrivedFiles).toEqual([]);
});

const mediaOf = (world: Awaited<ReturnType<typeof setUp>>['world']) =>
  [...world.server.state().tables.messages.values()].flatMap(({ media }) => media.map(({ state }) => state));

it.each([
  ['by the server, before its words have left', 'unsupported_type', true],
  ['by the server, after its words', 'unsupported_type', false],
  ['for now', 'quota_full', false],
] as const)(
  '[UL19] readers do not wait for a picture that is refused %s',
  async (_when, refusal, isFirst) => {
    let says: ErrorKind | null = isFirst ? refusal : 'unavailable';
    const { world, chatId, device, engine, keep, send, stateOf } = await setUp(() => says);
    const other = await device.openTab();
    device.setOnline(true);
    const picture = await keep('a wall');
    await send(chatId, picture);
    await world.time.advance(3_000);
    says = refusal;
    void engine.sync();
    await world.time.advance(60_000);
    expect(stateOf(picture)).toBe('failed');
    const isForNow = refusal === 'quota_full';
    expect(mediaOf(world)).toEqual([isForNow ? 'awaited' : 'withdrawn']);
    expect(device.disk.stores.outbox.size).toBe(0);
    // Its sender is told as before, and nothing is thrown away.
    expect([engine.status.value.files, other.engine.status.value.files]).toEqual([1, 1]);
    expect((await engine.files.read(picture))?.size).toBe(6);
    await engine.files.giveUp(picture);
    expect(stateOf(picture)).toBe('held');
  },
);

it.each(['at once', 'by the next start'])(
  '[UL19] readers do not wait for what could not be prepared: they are told %s',
  async (when) => {
    const { world, chatId, device, engine, send } = await setUp();
    device.setOnline(true);
    const bytes = new Blob(['no picture']);
    const id = await engine.files.keep({ bytes, kind: 'image', name: 'a.jpg', preparing: 'small' });
    await send(chatId, id);
    await world.time.advance(3_000);
    expect(mediaOf(world)).toEqual(['awaited']);
    const [tab] = device.tabs;
    const failing = engine.files.preparation.fail(id, 'too_large');
    if (when === 'by the next start') {
      await failing;
      tab?.kill();
      expect(device.disk.stores.outbox.size).toBe(0);
      await device.openTab();
    }
    await failing;
    await world.time.advance(3_000);
    expect(mediaOf(world)).toEqual(['withdrawn']);
    expect(device.disk.stores.uploads.get(id)).toMatchObject({
      state: 'failed',
      error: { code: 'too_large' },
    });
  },
);
