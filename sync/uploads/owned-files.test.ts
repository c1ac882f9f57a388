import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ErrorKind } from '../../protocol/index.ts';
import { openMemoryStorage } from '../testing/memory-storage.ts';
import { createWorld } from '../testing/world.ts';
import { forgetOldFiles } from './forget-old-files.ts';

const HOUR_MS = 3_600_000;

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

type Step =
  | { kind: 'pick' | 'remove'; tray: number; picture: number }
  | { kind: 'draft' | 'send' | 'leave' | 'edit'; tray: number }
  | { kind: 'wait' };
const trayIndex = fc.constantFrom(0, 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('pick' as const), tray: trayIndex, picture: fc.nat(2) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('remove' as const), tray: trayIndex, picture: fc.nat(2) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constantFrom('draft', 'send', 'leave', 'edit'), tray: trayIndex }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const) }) },
);

it('[UL12] whatever two tabs pick, send, take out and leave: nothing that is shown, named or awaited loses its bytes, and nothing else stays', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 24 }), async (steps) => {
      const { world, device, trays, takeFiles } = await setUp();
      const awaited = new Set<string>();
      const drafted = new Map<number, readonly string[]>();
      const hasBytes = (id: string): boolean => device.disk.stores.uploads.get(id)?.hasBytes === true;
      for (const one of steps) {
        if (one.kind === 'wait') {
          await world.time.advance(4_000);
          continue;
        }
        const tray = trays[one.tray];
        if (!tray) continue;
        if (one.kind === 'pick') {
          const bytes = new Blob([`picture ${one.picture}`]);
          const id = await tray.engine.files.keep({ bytes, kind: 'image', name: 'a.jpg', tray: tray.id });
          if (!tray.shown.includes(id)) tray.shown.push(id);
        }
        if (one.kind === 'remove') {
          const id = tray.shown[one.picture];
          if (id !== undefined) await remove(tray, id);
        }
        if (one.kind === 'draft') {
          await saveDraft(tray);
          drafted.set(one.tray, [...tray.shown]);
        }
        if (one.kind === 'send' && tray.shown.length > 0) {
          const images = tray.shown;
          tray.shown = [];
          const { engine, chatId } = tray;
          const writtenAt = new Date(world.time.now()).toISOString();
          await engine.mutate(
            'sendMessage',
            { id: world.newId(), chatId, images, writtenAt },
            { draft: { chatId, rowIds: [tray.id] } },
          );
          await engine.files.letGo(images, tray.id);
          drafted.delete(one.tray);
          for (const id of images) awaited.add(id);
        }
        // The draft is stored first, as when a chat is left; `edit` is the next visit.
        if (one.kind === 'leave') {
          await saveDraft(tray);
          drafted.set(one.tray, [...tray.shown]);
          await tray.engine.files.letGo(tray.shown, tray.id);
          tray.shown = [];
        }
        if (one.kind === 'edit' && tray.shown.length === 0) {
          tray.shown = [...(drafted.get(one.tray) ?? [])].filter(hasBytes);
          await tray.engine.files.show(tray.shown, tray.id);
        }
        const wanted = [...awaited, ...trays.flatMap(({ shown }) => shown), ...[...drafted.values()].flat()];
        for (const id of wanted) expect(hasBytes(id)).toBe(true);
      }
      for (const [at, tray] of trays.entries()) {
        for (const id of tray.shown) await remove(tray, id);
        await saveDraft(tray);
        drafted.delete(at);
      }
      takeFiles();
      await world.time.advance(300_000);
      expect(new Set(device.arrivedFiles)).toEqual(awaited);
      await forgetOldFiles(openMemoryStorage(device.disk), world.time.now() + 2 * HOUR_MS);
      expect([...device.disk.stores.uploads.keys()].filter((id) => !awaited.has(id))).toEqual([]);
    }),
    { numRuns: 60, seed: 20_261_127 },
  );
});
