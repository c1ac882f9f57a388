import { expect, it } from 'vitest';
import { newId, ProtocolError } from '../../protocol/index.ts';
import { createWorld } from '../testing/world.ts';
import { HEIC } from './pictures/heic.ts';
import { preparePicture, preparePictures } from './pictures/prepare-pictures.ts';
import { prepareAll } from './prepare-all.ts';

const setUp = async () => {
  const world = createWorld(7);
  const [ana, ben] = [world.addPerson('Ana'), world.addPerson('Ben')];
  const chatId = world.befriend(ana, ben);
  const device = world.addDevice(ana, { hasDigest: true });
  const { engine } = await device.openTab();
  await world.time.advance(2_000);
  const row = (id: string) => device.disk.stores.uploads.get(id);
  const pick = (words: string, tray = 'tray') =>
    engine.files.keep({ bytes: new Blob([words]), kind: 'image', name: 'picture', preparing: 'small', tray });
  const send = (id: string, content: string) =>
    engine.mutate('sendMessage', {
      ...{ id: newId(), chatId, content, images: [id] },
      writtenAt: new Date(world.time.now()).toISOString(),
    });
  const small = { bytes: new Blob(['small']), width: 4, height: 3, blurhash: 'L00000fQfQfQfQfQfQfQfQfQfQfQ' };
  return { world, engine, row, pick, send, small, tab: device };
};

it('[UL13] sends no file that is still to be prepared, and sends it when it is', async () => {
  const { world, engine, row, pick, send, small } = await setUp();
  const id = await pick('as it was picked');
  await send(id, 'Tara!');
  await world.time.advance(60_000);
  expect(row(id)).toMatchObject({ state: 'queued', preparing: 'small', size: 16 });
  expect((await engine.files.preparation.list()).map((file) => file.id)).toEqual([id]);
  expect((await engine.files.preparation.begin(id))?.size).toBe(16);
  await engine.files.preparation.finish(id, small);
  await world.time.advance(60_000);
  expect(row(id)).toMatchObject({ state: 'done', size: 5, width: 4 });
  expect(row(id)).not.toHaveProperty('preparing');
  expect(await engine.files.preparation.list()).toEqual([]);
});

it('[UL14] keeps the same picture picked twice once, and nothing of one that was taken out meanwhile', async () => {
  const { engine, row, pick, small } = await setUp();
  const id = await pick('one');
  expect(await pick('one', 'other')).toBe(id);
  await engine.files.discard([id], 'tray');
  await engine.files.discard([id], 'other');
  await engine.files.preparation.finish(id, small);
  expect(row(id)).toBeUndefined();
});

it('[UL15] gives up what ends the page again and again, so that the app starts', async () => {
  const { engine, row, pick } = await setUp();
  const id = await pick('a bomb');
  for (let start = 1; start <= 5; start += 1) expect(await engine.files.preparation.begin(id)).not.toBeNull();
  expect(await engine.files.preparation.begin(id)).toBeNull();
  expect(row(id)).toMatchObject({ state: 'failed', error: { code: 'unreadable_media' } });
  expect(await engine.files.preparation.list()).toEqual([]);
});

it('leaves a HEIC to a page, and counts no attempt against it', async () => {
  const { engine, row } = await setUp();
  const id = await engine.files.keep({
    ...{ bytes: new Blob(['photo'], { type: HEIC }), kind: 'image', name: 'picture' },
    ...{ preparing: 'face', tray: 'tray' },
  });
  await preparePictures(engine.files);
  expect((await engine.files.preparation.list()).map((file) => file.id)).toEqual([id]);
  expect(row(id)).not.toHaveProperty('preparations');
});

it('cuts a face to a square, and asks nothing about one that moves', async () => {
  const gif = new Blob([`GIF89a${'\0'.repeat(40)}`], { type: 'image/gif' });
  const asked: boolean[] = [];
  const shrink = async (_bytes: Blob, isSquare: boolean) => {
    asked.push(isSquare);
    return { bytes: new Blob(['cut']), width: 3, height: 3, blurhash: 'L00000fQfQfQfQfQfQfQfQfQfQfQ' };
  };
  const of = (preparing: 'face' | 'small') => preparePicture({ preparing, state: 'held' }, gif, shrink);
  expect(await of('face')).toMatchObject({ width: 3, height: 3 });
  await of('small');
  expect(asked).toEqual([true, false]);
});

const film = { kind: 'video', name: 'video', preparing: 'still' } as const;

it.each(['before', 'after'])('[UL16] a film leaves, and its still, which is made %s that', async (when) => {
  const { world, engine, row, send, small } = await setUp();
  const id = await engine.files.keep({ ...film, bytes: new Blob(['film']) });
  await send(id, 'Panoorin mo');
  if (when === 'after') {
    await world.time.advance(60_000);
    expect(row(id)).toMatchObject({ state: 'done', preparing: 'still' });
    expect((await engine.files.preparation.begin(id))?.size).toBe(4);
  }
  await engine.files.preparation.finish(id, { ...small, bytes: null, still: small });
  await world.time.advance(60_000);
  const posterId = row(id)?.posterId ?? '';
  expect(row(id)).toMatchObject({ state: 'done', size: 4 });
  expect(row(posterId)).toMatchObject({ state: 'done', posterOf: id, kind: 'image' });
});

it('[UL16] a film that has gone ahead does not fail for its still', async () => {
  const { world, engine, row, send } = await setUp();
  const id = await engine.files.keep({ ...film, bytes: new Blob(['film']) });
  await engine.files.preparation.fail(id);
  expect(row(id)).toMatchObject({ state: 'failed' });
  const other = await engine.files.keep({ ...film, bytes: new Blob(['other']) });
  await send(other, 'Panoorin mo');
  await world.time.advance(60_000);
  await engine.files.preparation.fail(other);
  expect(row(other)).toMatchObject({ state: 'done', error: null });
  expect(await engine.files.preparation.list()).toEqual([]);
});

it('leaves alone what is not wanted now, and says why something cannot be brought into its form', async () => {
  const { engine, row, pick, small } = await setUp();
  const [unwanted, long, sound] = [await pick('unwanted'), await pick('too long'), await pick('sound')];
  await prepareAll(engine.files.preparation, async ({ id }) => {
    if (id === long) throw new ProtocolError('too_large');
    return id === unwanted ? null : small;
  });
  expect(row(unwanted)).toMatchObject({ preparing: 'small', state: 'held' });
  expect(row(long)).toMatchObject({ state: 'failed', error: { code: 'too_large' } });
  expect(row(sound)).toMatchObject({ state: 'held', size: 5 });
});

it('[UL20] what the member is asked about is kept, neither prepared nor sent, and goes all the same once it is named', async () => {
  const { world, engine, row, pick, send, small } = await setUp();
  const [moving, onItsWay] = [await pick('it moves'), await pick('moves, and was sent')];
  await send(onItsWay, 'Tingnan mo');
  const prepare = () =>
    prepareAll(engine.files.preparation, async ({ state }) => (state === 'held' ? 'asked' : small));
  await prepare();
  await prepare();
  await world.time.advance(60_000);
  expect(row(moving)).toMatchObject({ state: 'held', preparing: 'asked', size: 8 });
  expect(row(onItsWay)).toMatchObject({ state: 'done', size: 5 });
  // Another tab was preparing it.
  await engine.files.preparation.finish(moving, small);
  expect(await engine.files.preparation.begin(moving)).toBeNull();
  expect(row(moving)).toMatchObject({ state: 'held', preparing: 'asked' });
  await send(moving, 'Ito rin');
  await prepare();
  await world.time.advance(60_000);
  expect(row(moving)).toMatchObject({ state: 'done' });
});

it('[UL14] a picture that is read while it is made smaller is there, in one form or the other', async () => {
  const { engine, pick, small } = await setUp();
  for (let turns = 0; turns < 12; turns += 1) {
    const id = await pick(`as it was picked, ${turns}`);
    const finishing = engine.files.preparation.finish(id, small);
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    expect(await engine.files.read(id)).not.toBeNull();
    await finishing;
  }
});
