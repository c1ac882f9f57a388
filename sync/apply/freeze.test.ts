import { NEVER } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { newId } from '../../protocol/index.ts';
import { databaseNameFor, freezeUserDatabase, LocalDatabase, openDeviceStore, openEngine } from '../index.ts';
import { noSocket } from '../platform/no-socket.ts';
import type { Ports } from '../platform/ports.ts';
import { fileFaults } from '../testing/file-laws.ts';
import { scopeFaults, shadowFaults } from '../testing/laws.ts';
import { openMemoryStorage } from '../testing/memory-storage.ts';
import { createWorld } from '../testing/world.ts';
import { ownerOf, setFiles } from '../uploads/file-owners.ts';
import { freezeStorage } from './freeze.ts';

/** Ana has read Ben's words, and has written without a network since. */
const setUp = async () => {
  const world = createWorld();
  const ana = world.addPerson('Ana');
  const ben = world.addPerson('Benigno');
  const carl = world.addPerson('Carl');
  const chatId = world.befriend(ana, ben);
  const anas = world.addDevice(ana);
  const bens = world.addDevice(ben);
  const carls = world.addDevice(carl);
  const tab = await anas.openTab();
  const bensTab = await bens.openTab();
  const carlsTab = await carls.openTab();
  const say = (engine: typeof tab.engine, content: string) =>
    engine.mutate('sendMessage', {
      id: world.newId(),
      chatId,
      content,
      writtenAt: new Date(world.time.now()).toISOString(),
    });
  await carlsTab.engine.mutate('requestFriend', { uniqueCode: ana.uniqueCode });
  await say(bensTab.engine, 'a secret of Ben');
  await world.time.advance(2_000);
  anas.setOnline(false);
  await say(tab.engine, 'later, Ben');
  await tab.engine.mutate('markSeen', { chatId, seq: 1 });
  const [request] = [...anas.disk.stores.friendships.values()].filter(({ status }) => status === 'PENDING');
  if (request) await tab.engine.mutate('acceptFriend', { friendshipId: request.id });
  await tab.engine.saveDrafts(chatId, [{ id: 'draft', content: 'half a thou' }]);
  const freeze = () =>
    freezeStorage(openMemoryStorage(anas.disk), { userId: ana.id, databaseId: world.newId() });
  return { world, chatId, anas, bens, tab, freeze };
};

const everything = (stores: object): string =>
  JSON.stringify(Object.values(stores).map((store: Map<unknown, unknown>) => [...store.values()]));

describe('work that is to be sent later', () => {
  it('[AC1] takes along the pictures of what was recorded and not carried out, and no others', async () => {
    const { world, chatId, anas, tab, freeze } = await setUp();
    const keep = (words: string, tray?: string) => {
      const file = { bytes: new Blob([words]), kind: 'image', name: words } as const;
      return tab.engine.files.keep({ ...file, ...(tray === undefined ? {} : { tray }) });
    };
    const recorded = await keep('recorded');
    await tab.engine.saveDrafts(chatId, [
      { id: 'with files', content: '', files: [{ id: await keep('drafted'), alt: '' }] },
    ]);
    await keep('shown', 'a tray');
    const writtenAt = new Date(world.time.now()).toISOString();
    const args = { id: world.newId(), chatId, images: [recorded], writtenAt };
    await openMemoryStorage(anas.disk).write(['writeAhead', 'fileOwners'], async (tx) => {
      await tx.put('writeAhead', [{ id: world.newId(), name: 'sendMessage', args, writtenAt }]);
      for (const { id } of await tx.getAll('writeAhead'))
        await setFiles(tx, ownerOf('ahead', id), [recorded]);
    });
    await tab.engine.close();
    await freeze();
    expect([...anas.disk.stores.uploads.keys()]).toEqual([recorded]);
    expect(fileFaults(anas)).toEqual([]);
    anas.setOnline(true);
    await anas.openTab();
    await world.time.advance(20_000);
    expect(anas.arrivedFiles).toEqual([recorded]);
  });

  it('[AC1] stays with nothing that the server ever said, and all of it settles at the next sign-in', async () => {
    const { world, chatId, anas, bens, tab, freeze } = await setUp();
    await tab.engine.close();
    expect(everything(anas.disk.stores)).toContain('a secret of Ben');
    expect(await freeze()).toBe(3);
    const left = everything(anas.disk.stores);
    expect(left).toContain('later, Ben');
    for (const gone of ['a secret of Ben', 'Benigno', 'Carl', 'half a thou'])
      expect(left).not.toContain(gone);
    expect(shadowFaults(anas)).toEqual([]);
    expect(scopeFaults(anas)).toEqual([]);

    anas.setOnline(true);
    const again = await anas.openTab();
    await world.time.advance(10_000);
    expect(again.engine.status.value).toMatchObject({ pending: 0, attention: 0, lostPending: null });
    expect(anas.disk.stores.outbox.size + anas.disk.stores.shadows.size).toBe(0);
    for (const device of [anas, bens]) {
      const words = [...device.disk.stores.messages.values()].filter((row) => row.chatId === chatId);
      expect(words.sort((a, b) => a.order - b.order).map((row) => row.content)).toEqual([
        'a secret of Ben',
        'later, Ben',
      ]);
    }
    expect([...anas.disk.stores.friendships.values()].map(({ status }) => status)).toEqual([
      'APPROVED',
      'APPROVED',
    ]);
  });

  it('[AC1] is frozen twice without harm, and what was acknowledged or refused is kept too', async () => {
    const { world, anas, tab, freeze } = await setUp();
    anas.setOnline(true);
    await world.time.advance(100);
    tab.kill();
    const before = anas.disk.stores.outbox.size;
    expect(await freeze()).toBe(before);
    expect(await freeze()).toBe(before);
    await anas.openTab();
    await world.time.advance(10_000);
    expect(anas.disk.stores.outbox.size).toBe(0);
  });

  it('[AC2] is not written over by a tab that has slept through the sign-out', async () => {
    const { world, chatId, anas, tab, freeze } = await setUp();
    await freeze();
    anas.setOnline(true);
    await world.time.advance(10_000);
    expect(tab.engine.status.value.paused).toBe('storage_lost');
    expect(everything(anas.disk.stores)).not.toContain('a secret of Ben');
    await expect(tab.engine.saveDrafts(chatId, [{ id: 'draft', content: 'x' }])).rejects.toThrow('deleted');
  });
});

const offline: Partial<Ports> = {
  online: { isOnline: () => false, changes: NEVER },
  http: { send: () => Promise.reject(new TypeError('no network')) },
  socket: noSocket,
  channel: { post: () => undefined, messages: NEVER, close: () => undefined },
};

it('[AC1] is no loss to the next start on IndexedDB', async () => {
  const userId = newId();
  const open = () =>
    openEngine({ userId, baseUrl: 'http://localhost', token: () => 'token', ports: offline });
  const engine = await open();
  await engine.mutate('sendMessage', {
    id: newId(),
    chatId: newId(),
    content: 'later',
    writtenAt: '2026-11-20T08:00:00.000Z',
  });
  await engine.close();
  expect(await freezeUserDatabase(userId)).toBe(1);
  expect(await freezeUserDatabase(newId())).toBe(0);
  const device = openDeviceStore();
  const db = new LocalDatabase(databaseNameFor(userId));
  const databaseId = (await db.meta.get('birth'))?.value;
  expect((await device.readFor(databaseNameFor(userId))).knownDatabaseId).toBe(databaseId);
  db.close();
  device.close();
  const again = await open();
  expect(again.status.value).toMatchObject({ pending: 1, lostPending: null });
  await again.close();
});
