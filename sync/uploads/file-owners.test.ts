import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ErrorKind } from '../../protocol/index.ts';
import type { PostDraftInput } from '../device/post-drafts.ts';
import { filesOfPostDraft } from '../storage/rows.ts';
import { fileFaults } from '../testing/file-laws.ts';
import { openMemoryStorage } from '../testing/memory-storage.ts';
import { createWorld } from '../testing/world.ts';
import { fileStores, LEFT_MS, SHOWN_MS } from './file-owners.ts';
import { forgetOldFiles } from './forget-old-files.ts';

/** Two tabs of one device, each with the tray of a composer; the server does not take files for now. */
const setUp = async () => {
  let refusal: ErrorKind | null = 'unavailable';
  const world = createWorld(41);
  const [ana, ben, cora] = [world.addPerson('Ana'), world.addPerson('Ben'), world.addPerson('Cora')];
  const chats = [world.befriend(ana, ben), world.befriend(ana, cora)] as const;
  const device = world.addDevice(ana, { hasDigest: true, refusesFile: () => refusal });
  const [first, second] = [await device.openTab(), await device.openTab()];
  await world.time.advance(2_000);
  const trays = [first, second].map(({ engine }, at) => ({
    engine,
    chatId: chats[at] ?? chats[0],
    id: `tray ${at}`,
    shown: [] as string[],
  }));
  return {
    world,
    device,
    trays,
    takeFiles: () => {
      refusal = null;
    },
  };
};
type Tray = Awaited<ReturnType<typeof setUp>>['trays'][number];

const saveDraft = ({ engine, chatId, shown, id }: Tray): Promise<unknown> =>
  engine.saveDrafts(chatId, [{ id, content: '', files: shown.map((file) => ({ id: file, alt: '' })) }], [id]);

const remove = async (tray: Tray, id: string): Promise<void> => {
  tray.shown = tray.shown.filter((one) => one !== id);
  await tray.engine.files.discard([id], tray.id);
};

it('[UL12] a picture whose words have gone ahead stays when the same one leaves a tray', async () => {
  const { world, device, trays, takeFiles } = await setUp();
  const [tray] = trays;
  if (!tray) throw new Error('No tray');
  const pick = () =>
    tray.engine.files.keep({ bytes: new Blob(['a wall']), kind: 'image', name: 'a.jpg', tray: tray.id });
  const id = await pick();
  const writtenAt = new Date(world.time.now()).toISOString();
  await tray.engine.mutate('sendMessage', {
    id: world.newId(),
    chatId: tray.chatId,
    images: [id],
    writtenAt,
  });
  await tray.engine.files.letGo([id], tray.id);
  await world.time.advance(3_000);
  // The words have arrived; only the message waits for the file.
  expect(device.disk.stores.outbox.size).toBe(0);
  expect(await pick()).toBe(id);
  await remove(tray, id);
  takeFiles();
  await world.time.advance(120_000);
  expect(device.arrivedFiles).toEqual([id]);
});

const ofOnePicture = ['pick', 'remove', 'giveUp', 'toggle', 'face'] as const;
const ofTray = [
  ...([
    'draft',
    'draftGone',
    'postDraft',
    'refusedEdit',
    'send',
    'post',
    'leave',
    'edit',
    'discard',
  ] as const),
  ...(['bringBack', 'record', 'film', 'kill'] as const),
] as const;
type Step =
  | { kind: (typeof ofOnePicture)[number]; tray: number; picture: number }
  | { kind: (typeof ofTray)[number]; tray: number }
  | { kind: 'wait' }
  | { kind: 'later' };
const trayIndex = fc.constantFrom(0, 1);
const onePicture = (weight: number, kind: (typeof ofOnePicture)[number]): fc.WeightedArbitrary<Step> => ({
  weight,
  arbitrary: fc.record({ kind: fc.constant(kind), tray: trayIndex, picture: fc.nat(2) }),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  onePicture(5, 'pick'),
  onePicture(3, 'remove'),
  onePicture(1, 'giveUp'),
  onePicture(2, 'toggle'),
  onePicture(1, 'face'),
  { weight: 12, arbitrary: fc.record({ kind: fc.constantFrom(...ofTray, 'send'), tray: trayIndex }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'wait' }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'later' }) },
);

it('[UL12] whatever two tabs pick, send, take out, leave and discard: nothing that is shown, named or awaited loses its bytes, and nothing else stays', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30, size: 'max' }), async (steps) => {
      const { world, device, trays, takeFiles } = await setUp();
      const written: { readonly id: string; readonly tray: Tray; files: Set<string> }[] = [];
      const drafted = new Map<string, readonly string[]>();
      const { stores } = device.disk;
      const hasBytes = (id: string): boolean => stores.uploads.get(id)?.hasBytes === true;
      const writtenAt = () => new Date(world.time.now()).toISOString();
      const asFiles = (ids: readonly string[]) => ids.map((id) => ({ id, alt: '' }));
      const kindOf = (id: string | undefined) => stores.uploads.get(id ?? '')?.kind;
      /** Of what is shown, what may go together; the rest stays. */
      const ofOneKind = ({ shown }: Tray): string[] => {
        const kind = kindOf(shown[0]);
        return shown.filter((id) => kindOf(id) === kind).slice(0, kind === 'video' ? 1 : 10);
      };
      const namedAs = (ids: string[]): { images?: string[]; files?: string[]; video?: string } => {
        const [first] = ids;
        if (first === undefined) return {};
        const kind = kindOf(first);
        return kind === 'video' ? { video: first } : kind === 'file' ? { files: ids } : { images: ids };
      };
      const broughtBack: { id: string; tray: Tray }[] = [];
      const savePostDraft = async ({ engine, id }: Tray, draft: PostDraftInput): Promise<void> => {
        const before = drafted.get(`post ${id}`) ?? [];
        await engine.savePostDraft(id, draft);
        const row = stores.postDrafts.get(id);
        drafted.set(`post ${id}`, row === undefined ? [] : filesOfPostDraft(row));
        // What the other writer had with it is in a version.
        if (draft.writer === 'refused')
          expect(drafted.get(`post ${id}`)).toEqual(expect.arrayContaining([...before]));
      };

      const act = async (tray: Tray, one: Exclude<Step, { kind: 'wait' | 'later' }>): Promise<void> => {
        const { engine, chatId } = tray;
        const { shown: images } = tray;
        switch (one.kind) {
          case 'pick': {
            const bytes = new Blob([`picture ${one.picture}`]);
            const id = await engine.files.keep({ bytes, kind: 'image', name: 'a.jpg', tray: tray.id });
            if (!tray.shown.includes(id)) tray.shown.push(id);
            return;
          }
          case 'remove': {
            const id = images[one.picture];
            if (id !== undefined) await remove(tray, id);
            return;
          }
          case 'giveUp': {
            const id = [...stores.uploads.keys()][one.picture];
            if (id === undefined) return;
            await engine.files.giveUp(id);
            const outbox = new Set([...stores.outbox.values()].map((row) => row.id));
            for (const { id: mutation, files } of written) if (!outbox.has(mutation)) files.delete(id);
            return;
          }
          case 'draft':
            await saveDraft(tray);
            drafted.set(tray.id, [...images]);
            return;
          // Another tab has sent its words or removed it.
          case 'draftGone':
            await engine.saveDrafts(chatId, [], [tray.id]);
            drafted.delete(tray.id);
            return;
          case 'postDraft': {
            const draft = { content: '', privacy: 'PUBLIC', anonymous: false } as const;
            await savePostDraft(tray, { ...draft, files: asFiles(images) });
            return;
          }
          // Edit on something refused, over a form under way.
          case 'refusedEdit': {
            const draft = { content: 'Tinanggihan', privacy: 'PUBLIC', anonymous: false } as const;
            await savePostDraft(tray, { ...draft, writer: 'refused', files: [] });
            return;
          }
          case 'bringBack': {
            const last = written.findLast((each) => each.tray === tray);
            const row = [...stores.outbox.values()].find(({ id }) => id === last?.id);
            if (last === undefined || row?.name !== 'sendMessage') return;
            const id = world.newId();
            await engine.saveDrafts(row.args.chatId, [
              { id, content: 'Hoy', files: asFiles([...last.files]) },
            ]);
            if ((await engine.cancel(last.id)) === 'cancelled') written.splice(written.indexOf(last), 1);
            drafted.set(id, [...last.files]);
            broughtBack.push({ id, tray });
            return;
          }
          // The picture at its original size, or made small again.
          case 'toggle': {
            const id = images[one.picture];
            if (id === undefined || kindOf(id) !== 'image') return;
            const bytes = new Blob([`other form of ${id}`]);
            const other = await engine.files.keep({ bytes, kind: 'image', name: 'a.jpg', tray: tray.id });
            tray.shown = [...new Set(images.map((shown) => (shown === id ? other : shown)))];
            await engine.files.discard([id], tray.id);
            return;
          }
          case 'record': {
            const recording = await engine.files.record({ mime: 'audio/webm', name: 'voice', tray: tray.id });
            tray.shown.push(recording.id);
            for (const part of ['Kumusta', ' ka'])
              await recording.append(new Blob([part]), { durationMs: 900, waveform: 'AAAA' });
            return;
          }
          case 'film': {
            const bytes = new Blob(['a film']);
            const id = await engine.files.keep({ bytes, kind: 'video', name: 'video', tray: tray.id });
            if (!tray.shown.includes(id)) tray.shown.push(id);
            if (stores.uploads.get(id)?.posterId !== null) return;
            const still = { bytes: new Blob(['a still']), kind: 'image', name: 'poster' } as const;
            await engine.files.keep({ ...still, posterOf: id });
            return;
          }
          case 'face': {
            const bytes = new Blob([`face ${one.picture}`]);
            const place = `face ${tray.id}`;
            const face = await engine.files.keep({ bytes, kind: 'image', name: 'picture', tray: place });
            const id = await engine.mutate('updateProfile', { userId: engine.userId, avatarId: face });
            await engine.files.letGo([face], place);
            const same = written.find((each) => each.id === id);
            // The second takes the place of the first, which is not sent.
            if (same === undefined) written.push({ id, tray, files: new Set([face]) });
            else same.files = new Set([face]);
            return;
          }
          case 'send': {
            const sent = ofOneKind(tray);
            tray.shown = images.filter((id) => !sent.includes(id));
            // Out of the tray before anything is stored.
            await engine.files.letGo(sent, tray.id);
            for (const id of sent) expect(hasBytes(id)).toBe(true);
            expect(fileFaults(device)).toEqual([]);
            const args = {
              ...{ id: world.newId(), chatId, content: 'Hoy', writtenAt: writtenAt() },
              ...namedAs(sent),
            };
            const draft = { chatId, rowIds: [tray.id] };
            const id = await engine.mutate('sendMessage', args, { draft });
            drafted.delete(tray.id);
            written.push({ id, tray, files: new Set(sent) });
            return;
          }
          case 'post': {
            const sent = kindOf(images[0]) === 'file' ? [] : ofOneKind(tray);
            tray.shown = images.filter((id) => !sent.includes(id));
            const named = namedAs(sent);
            const id = await engine.mutate('createPost', { id: world.newId(), content: 'Hoy', ...named });
            written.push({ id, tray, files: new Set(sent) });
            await engine.savePostDraft(tray.id, null);
            drafted.delete(`post ${tray.id}`);
            await engine.files.letGo(sent, tray.id);
            return;
          }
          // The draft is stored first, as when a chat is left; `edit` is the next visit.
          case 'leave':
            await saveDraft(tray);
            drafted.set(tray.id, [...images]);
            await engine.files.letGo(images, tray.id);
            tray.shown = [];
            return;
          case 'edit':
            if (images.length > 0) return;
            tray.shown = [...(drafted.get(tray.id) ?? [])];
            await engine.files.show(tray.shown, tray.id);
            return;
          case 'discard': {
            const last = written.findLast((each) => each.tray === tray);
            if (last === undefined || (await engine.cancel(last.id)) !== 'cancelled') return;
            written.splice(written.indexOf(last), 1);
            return;
          }
          case 'kill':
            device.tabs.find((tab) => tab.engine === engine)?.kill();
            tray.engine = (await device.openTab()).engine;
            tray.shown = [];
        }
      };

      const check = (): void => {
        const wanted = [
          ...written.flatMap(({ files }) => [...files]),
          ...trays.flatMap(({ shown }) => shown),
          ...[...drafted.values()].flat(),
        ];
        for (const id of wanted) expect(hasBytes(id)).toBe(true);
        expect(fileFaults(device)).toEqual([]);
      };
      for (const one of steps) {
        if (one.kind === 'wait') await world.time.advance(4_000);
        else if (one.kind === 'later')
          await forgetOldFiles(openMemoryStorage(device.disk), world.time.now() + LEFT_MS);
        else {
          const tray = trays[one.tray];
          if (tray) await act(tray, one);
        }
        check();
      }
      for (const tray of trays) {
        for (const id of tray.shown) await remove(tray, id);
        await saveDraft(tray);
        await tray.engine.savePostDraft(tray.id, null);
      }
      for (const { id, tray } of broughtBack) await tray.engine.saveDrafts(tray.chatId, [], [id]);
      drafted.clear();
      check();
      takeFiles();
      await world.time.advance(300_000);
      const named = written.flatMap(({ files }) => [...files]);
      const stills = named.flatMap((id) => stores.uploads.get(id)?.posterId ?? []);
      const awaited = new Set([...named, ...stills]);
      expect(new Set(device.arrivedFiles)).toEqual(awaited);
      await forgetOldFiles(openMemoryStorage(device.disk), world.time.now() + SHOWN_MS);
      expect([...stores.uploads.keys()].filter((id) => !awaited.has(id))).toEqual([]);
      expect([...stores.fileOwners.keys()]).toEqual([]);
      expect(fileFaults(device)).toEqual([]);
    }),
    { numRuns: 50, seed: 20_261_127 },
  );
}, 120_000);

it('[UL12] a picture that could not be prepared goes when it is taken out, and never waits to be sent', async () => {
  const { world, device, trays } = await setUp();
  const [tray] = trays;
  if (!tray) throw new Error('No tray');
  const { files, sync, status } = tray.engine;
  const bytes = new Blob(['no picture']);
  const id = await files.keep({ bytes, kind: 'image', name: 'a', preparing: 'small', tray: tray.id });
  await files.preparation.fail(id);
  void sync();
  await world.time.advance(2_000);
  expect(status.value.files).toBe(0);
  await files.discard([id], tray.id);
  expect(device.disk.stores.uploads.size + device.disk.stores.blobs.size).toBe(0);
});

it('[UL12] what is taken out is forgotten at once, also where its composer had released it before', async () => {
  const { device, trays } = await setUp();
  const files = trays[0]?.engine.files;
  if (!files) throw new Error('No tray');
  const { stores } = device.disk;
  const picture = { bytes: new Blob(['a wall']), kind: 'image', name: 'a' } as const;
  const id = await files.keep({ ...picture, tray: 'tray' });
  await files.letGo([id], 'tray');
  expect(stores.uploads.size).toBe(1);
  await files.show([id], 'tray');
  await files.discard([id], 'tray');
  expect([stores.uploads.size, stores.blobs.size, stores.fileOwners.size]).toEqual([0, 0, 0]);
  await files.discard([await files.keep(picture)]);
  const film = await files.keep({ ...picture, kind: 'video', tray: 'tray' });
  await files.keep({ ...picture, posterOf: film });
  expect(fileFaults(device)).toEqual([]);
  await files.discard([film], 'tray');
  expect([stores.uploads.size, stores.blobs.size, stores.fileOwners.size]).toEqual([0, 0, 0]);
});

it('[UL12] a message that is discarded too late gets its picture all the same', async () => {
  let isLost = true;
  const world = createWorld(43);
  const [ana, ben] = [world.addPerson('Ana'), world.addPerson('Ben')];
  const chatId = world.befriend(ana, ben);
  const device = world.addDevice(ana, {
    fate: (path) => (isLost && path === '/api/v1/sync/push' ? 'lostAnswer' : 'ok'),
    refusesFile: () => (isLost ? 'unavailable' : null),
    blocksSockets: true,
  });
  const { engine } = await device.openTab();
  await world.time.advance(2_000);
  const id = await engine.files.keep({ bytes: new Blob(['a wall']), kind: 'image', name: 'a.jpg' });
  const args = {
    id: world.newId(),
    chatId,
    images: [id],
    writtenAt: new Date(world.time.now()).toISOString(),
  };
  const mutation = await engine.mutate('sendMessage', args);
  await world.time.advance(100);
  device.setOnline(false);
  const cancelled = engine.cancel(mutation);
  await world.time.advance(500);
  expect(await cancelled).toBe('later');
  expect(device.disk.stores.uploads.get(id)?.state).toBe('held');
  isLost = false;
  device.setOnline(true);
  await world.time.advance(120_000);
  expect(device.disk.stores.outbox.size).toBe(0);
  expect(world.server.state().tables.messages.has(args.id)).toBe(true);
  expect(device.arrivedFiles).toEqual([id]);
});

it('[UL17] owners that differ from what the rows name are written anew, and reported', async () => {
  const { device, trays } = await setUp();
  const [tray] = trays;
  if (!tray) throw new Error('No tray');
  const { engine } = tray;
  const id = await engine.files.keep({
    bytes: new Blob(['a wall']),
    kind: 'image',
    name: 'a',
    tray: tray.id,
  });
  tray.shown = [id];
  await saveDraft(tray);
  await engine.diagnose();
  expect(device.errors).toEqual([]);
  device.disk.stores.fileOwners.clear();
  device.disk.stores.fileOwners.set('post:gone', { owner: 'post:gone', files: [id] });
  expect(fileFaults(device)).toHaveLength(2);
  expect((await engine.diagnose()).repairedFiles).toBe(2);
  expect((await engine.diagnose()).repairedFiles).toBe(2);
  expect(device.errors).toMatchObject([{ name: 'FileOwnersError' }]);
  expect(fileFaults(device)).toEqual([]);
  expect([...device.disk.stores.fileOwners.keys()]).toEqual([`draft:${tray.id}`]);
  expect(device.disk.stores.uploads.get(id)?.hasBytes).toBe(true);
});

it('[UL12] a draft with a picture that is still being stored when it is sent is gone with the message', async () => {
  const { world, device, trays } = await setUp();
  const [tray] = trays;
  if (!tray) throw new Error('No tray');
  const { engine, chatId } = tray;
  const bytes = new Blob(['a wall']);
  const id = await engine.files.keep({ bytes, kind: 'image', name: 'a.jpg', tray: tray.id });
  const words = { content: 'Tingnan mo' };
  const writtenAt = new Date(world.time.now()).toISOString();
  // Neither waits for the other: Send is pressed while the last key is still being stored.
  const ends: string[] = [];
  const note = (what: string) => () => void ends.push(what);
  await Promise.all([
    engine.saveDrafts(chatId, [{ id: 'a', ...words, files: [{ id, alt: '' }] }]).then(note('draft')),
    engine
      .mutate(
        'sendMessage',
        { id: world.newId(), chatId, ...words, images: [id], writtenAt },
        { draft: { chatId, rowIds: ['a'], hasFiles: true } },
      )
      .then(note('message')),
  ]);
  expect(ends).toEqual(['draft', 'message']);
  expect([...device.disk.stores.chatDrafts.keys()]).toEqual([]);
});

it('[UL12] a post draft with a picture that is still being stored when it is removed stays removed', async () => {
  const { device, trays } = await setUp();
  const [tray] = trays;
  if (!tray) throw new Error('No tray');
  const { engine } = tray;
  const bytes = new Blob(['a wall']);
  const id = await engine.files.keep({ bytes, kind: 'image', name: 'a.jpg', tray: tray.id });
  const draft = {
    content: 'Tingnan mo',
    privacy: 'PUBLIC',
    anonymous: false,
    files: [{ id, alt: '' }],
  } as const;
  await Promise.all([engine.savePostDraft('a', draft), engine.savePostDraft('a', null)]);
  expect([...device.disk.stores.postDrafts.keys()]).toEqual([]);
});

it('[UL17] words without files are written, sent and settled without a store of files', async () => {
  const asked = new Set<string>();
  const world = createWorld(42);
  const [ana, ben] = [world.addPerson('Ana'), world.addPerson('Ben')];
  const chatId = world.befriend(ana, ben);
  const device = world.addDevice(ana, {
    storage: (storage) => {
      const noting = (stores: readonly string[]): void => stores.forEach((store) => void asked.add(store));
      return {
        ...storage,
        write(stores, action) {
          noting(stores);
          return storage.write(stores, action);
        },
        writeBlind(stores, action) {
          noting(stores);
          return storage.writeBlind(stores, action);
        },
      };
    },
  });
  const { engine } = await device.openTab();
  await world.time.advance(2_000);
  asked.clear();
  await engine.saveDrafts(chatId, [{ id: 'd', content: 'Ho' }]);
  await engine.saveDrafts(chatId, [{ id: 'e', content: 'Hoy' }], ['d'], true);
  const args = {
    id: world.newId(),
    chatId,
    content: 'Hoy',
    writtenAt: new Date(world.time.now()).toISOString(),
  };
  await engine.mutate('sendMessage', args, { draft: { chatId, rowIds: ['e'], hasFiles: false } });
  await engine.savePostDraft('p', { content: 'Isang araw', privacy: 'PUBLIC', anonymous: false });
  await world.time.advance(3_000);
  expect(device.disk.stores.outbox.size).toBe(0);
  expect(asked).toContain('outbox');
  expect([...asked].filter((store) => fileStores.some((one) => one === store))).toEqual([]);
});
