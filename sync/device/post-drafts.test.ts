import { expect, it } from 'vitest';
import type { PostDraftRow } from '../storage/rows.ts';
import { createWorld } from '../testing/world.ts';
import { keepVersions } from './post-drafts.ts';

const rest = { privacy: 'PUBLIC', anonymous: false } as const;
const stored = (content: string, writer: string, versions?: PostDraftRow['versions']): PostDraftRow => ({
  ...{ id: 'd', content, writer, updatedAt: 7, ...rest },
  ...(versions ? { versions } : {}),
});
const next = (content: string, writer: string) => ({ content, writer, ...rest });
const LINE = 'Kumain kami sa tabi ng ilog kahapon.';

it('what grows letter by letter is one version', () => {
  expect(keepVersions(undefined, next('K', 'a'))).toEqual([]);
  expect(keepVersions(stored('K', 'a'), next('Ku', 'a'))).toEqual([]);
  expect(keepVersions(stored(LINE, 'a'), next(`${LINE} Masarap.`, 'b'))).toEqual([]);
});

it('a passage that goes is kept, a letter is not', () => {
  expect(keepVersions(stored(LINE, 'a'), next(LINE.slice(0, -1), 'a'))).toEqual([]);
  expect(keepVersions(stored(LINE, 'a'), next('', 'a'))).toEqual([{ content: LINE, at: 7 }]);
  const middle = 'Una. Ito ay mawawala nang buo. Huli.';
  expect(keepVersions(stored(middle, 'a'), next('Una. Huli.', 'a'))).toEqual([{ content: middle, at: 7 }]);
});

it('what another tab has written is kept when this one writes over it', () => {
  expect(keepVersions(stored('Mula sa isa', 'a'), next('Mula sa iba', 'b'))).toEqual([
    { content: 'Mula sa isa', at: 7 },
  ]);
});

it('the newest ten are kept, none of them twice', () => {
  const versions = Array.from({ length: 10 }, (_, at) => ({ content: `Bersyon ${at}`, at }));
  const kept = keepVersions(stored('Bersyon 3', 'a', versions), next('Iba', 'b'));
  expect(kept.map(({ content }) => content)).toEqual(
    [3, 0, 1, 2, 4, 5, 6, 7, 8, 9].map((at) => `Bersyon ${at}`),
  );
  expect(keepVersions(stored('Bago', 'a', versions), next('Iba', 'b'))).toHaveLength(10);
});

const openEngine = async () => {
  const world = createWorld(7);
  const device = world.addDevice(world.addPerson('Ana'));
  const { engine } = await device.openTab();
  await world.time.advance(2_000);
  const keep = (words: string) => engine.files.keep({ bytes: new Blob([words]), kind: 'file', name: words });
  return { engine, stores: device.disk.stores, keep };
};

it('files that are kept at the same time, after their screen has gone, are all in its one draft', async () => {
  const { engine, stores, keep } = await openEngine();
  const files = (await Promise.all(['una', 'ikalawa', 'ikatlo'].map(keep))).map((id) => ({ id, alt: '' }));
  await engine.saveDrafts('chat', [{ id: 'typed', content: 'Tingnan mo' }]);
  await Promise.all(files.map((file, at) => engine.addToDraft('chat', `row ${at}`, file)));
  expect([...stores.chatDrafts.values()]).toMatchObject([{ chatId: 'chat', content: 'Tingnan mo', files }]);
  const first = { content: 'Baha', privacy: 'PUBLIC', anonymous: false } as const;
  await Promise.all(files.map((file) => engine.addToPostDraft('post', file, first)));
  expect([...stores.postDrafts.values()]).toMatchObject([{ id: 'post', content: 'Baha', files }]);
});
