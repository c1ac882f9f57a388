import fc from 'fast-check';
import { expect, it } from 'vitest';
import { filesOfPostDraft, type PostDraftRow } from '../storage/rows.ts';
import { fileFaults } from '../testing/file-laws.ts';
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

it('what another writer had with it is kept with its words, and what the same one takes out goes', () => {
  const files = [{ id: 'f', alt: '' }];
  const before = { ...stored('Baha', 'a'), files };
  expect(keepVersions(before, { ...next('Baha', 'b'), files: [] })).toEqual([
    { content: 'Baha', at: 7, files },
  ]);
  expect(keepVersions({ ...before, content: '' }, { ...next('Ulan', 'b'), privacy: 'PRIVATE' })).toEqual([
    { content: '', at: 7, files, privacy: 'PUBLIC' },
  ]);
  expect(keepVersions(before, { ...next('Baha', 'a'), files: [] })).toEqual([]);
  expect(keepVersions(before, { ...next('Baha', 'b'), files })).toEqual([]);
  // The same words are one version, with all that was with them.
  const bare = { content: 'Baha', at: 3 };
  const whole = { ...bare, files };
  expect(keepVersions({ ...before, versions: [bare] }, next('Ulan', 'b'))).toEqual([{ ...whole, at: 7 }]);
  expect(keepVersions({ ...stored('Baha', 'a', [whole]) }, next('Ulan', 'b'))).toEqual([{ ...whole, at: 7 }]);
});

const openEngine = async () => {
  const world = createWorld(7);
  const device = world.addDevice(world.addPerson('Ana'));
  const { engine } = await device.openTab();
  await world.time.advance(2_000);
  const keep = (words: string) => engine.files.keep({ bytes: new Blob([words]), kind: 'file', name: words });
  return { device, engine, stores: device.disk.stores, keep };
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

it('whatever writers write over one draft of each other: no file of another one is lost, and none stays that is in no version', async () => {
  const write = fc.record({
    writer: fc.constantFrom('tab', 'other tab', 'refused edit'),
    content: fc.constantFrom('', 'Baha', 'Baha sa Espana', 'Ulan'),
    files: fc.uniqueArray(fc.nat(3), { maxLength: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 2, maxLength: 8 }), async (writes) => {
      const { device, engine, stores, keep } = await openEngine();
      const ids: string[] = [];
      for (const name of ['a', 'b', 'c', 'd']) ids.push(await keep(name));
      const at = (places: readonly number[]) => places.flatMap((place) => ids[place] ?? []);
      for (const { writer, content, files } of writes) {
        const before = stores.postDrafts.get('post');
        const named = at(files).map((id) => ({ id, alt: '' }));
        await engine.savePostDraft('post', { ...rest, writer, content, files: named });
        const row = stores.postDrafts.get('post');
        const kept = row === undefined ? [] : filesOfPostDraft(row);
        const others = before?.writer === writer ? [] : (before?.files ?? []).map(({ id }) => id);
        expect(kept).toEqual(expect.arrayContaining([...at(files), ...others]));
        expect(new Set(stores.fileOwners.get('post:post')?.files)).toEqual(new Set(kept));
        expect(fileFaults(device)).toEqual([]);
      }
      await engine.savePostDraft('post', null);
      expect(stores.fileOwners.has('post:post')).toBe(false);
    }),
    { numRuns: 40, seed: 20_261_130 },
  );
});
