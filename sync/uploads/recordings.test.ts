import { expect, it } from 'vitest';
import { LIMITS, newId } from '../../protocol/index.ts';
import { createWorld } from '../testing/world.ts';

const voice = (durationMs: number) => ({ durationMs, waveform: 'A'.repeat(LIMITS.waveformPeaks) });

const setUp = async () => {
  const world = createWorld(7);
  const [ana, ben] = [world.addPerson('Ana'), world.addPerson('Ben')];
  const chatId = world.befriend(ana, ben);
  const device = world.addDevice(ana, { hasDigest: true });
  const { engine } = await device.openTab();
  await world.time.advance(2_000);
  const recording = await engine.files.record({ mime: 'audio/webm', name: 'voice', tray: 'tray' });
  const row = () => device.disk.stores.uploads.get(recording.id);
  return { world, engine, chatId, device, recording, row };
};

it('keeps each part of a recording as it comes, in order, with its length and waveform', async () => {
  const { engine, recording, row } = await setUp();
  const parts = ['one ', 'two ', 'three'];
  await Promise.all(parts.map((part, at) => recording.append(new Blob([part]), voice((at + 1) * 1_000))));
  expect(row()).toMatchObject({ state: 'held', size: 13, durationMs: 3_000, mime: 'audio/webm' });
  expect(await (await engine.files.read(recording.id))?.text()).toBe('one two three');
});

it('sends what was recorded before the page ended, when its message is sent by the next one', async () => {
  const { world, device, chatId, recording, row } = await setUp();
  await recording.append(new Blob(['before the crash']), voice(1_000));
  const { engine } = await device.openTab();
  await engine.saveDrafts(chatId, [{ id: 'draft', content: '', files: [{ id: recording.id, alt: '' }] }]);
  await engine.files.letGo([recording.id], 'tray');
  await world.time.advance(60_000);
  expect(row()).toMatchObject({ state: 'held', hasBytes: true });
  await engine.mutate('sendMessage', {
    ...{ id: newId(), chatId, files: [recording.id], voices: { [recording.id]: voice(1_000) } },
    writtenAt: new Date(world.time.now()).toISOString(),
  });
  await world.time.advance(60_000);
  expect(row()).toMatchObject({ state: 'done', size: 16 });
});

it('refuses a part that would make it larger than what can be sent, and keeps the rest', async () => {
  const { engine, recording, row } = await setUp();
  await recording.append(new Blob([new Uint8Array(LIMITS.uploadBytesMax - 1)]), voice(1_000));
  await expect(recording.append(new Blob(['ab']), voice(2_000))).rejects.toMatchObject({ kind: 'too_large' });
  await recording.append(new Blob(['c']), voice(3_000));
  expect(row()).toMatchObject({ size: LIMITS.uploadBytesMax, durationMs: 3_000 });
  expect((await engine.files.read(recording.id))?.size).toBe(LIMITS.uploadBytesMax);
});

it('stores nothing more of a recording that was thrown away', async () => {
  const { engine, recording, row } = await setUp();
  await recording.append(new Blob(['a']), voice(1_000));
  await engine.files.discard([recording.id], 'tray');
  expect(row()).toBeUndefined();
  await expect(recording.append(new Blob(['b']), voice(2_000))).rejects.toMatchObject({ kind: 'not_found' });
  expect(row()).toBeUndefined();
});
