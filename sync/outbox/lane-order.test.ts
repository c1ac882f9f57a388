import { describe, expect, it } from 'vitest';
import { newId, privateChatId } from '../../protocol/index.ts';
import { ensureDatabaseId } from '../apply/database-id.ts';
import { createUnitRunner } from '../apply/run-unit.ts';
import { noPageEnd } from '../testing/fake-files.ts';
import { createMemoryDisk, openMemoryStorage } from '../testing/memory-storage.ts';
import { createRandom, createSeededIds, createVirtualTime } from '../testing/virtual-time.ts';
import { chooseBatches } from './batches.ts';
import { createEnqueue } from './enqueue.ts';
import { createWriteAhead } from './write-ahead.ts';

const [me, ben] = [newId(), newId()];
const [first, second, third] = [newId(), newId(), newId()];
const at = '2026-11-20T08:00:00.000Z';

const setup = async () => {
  const disk = createMemoryDisk();
  const storage = openMemoryStorage(disk);
  const { databaseId } = await ensureDatabaseId(storage, newId);
  const clock = createVirtualTime();
  const random = createRandom(1);
  const enqueue = createEnqueue({
    runner: createUnitRunner(storage, { userId: me, databaseId }, clock),
    serverNow: clock.now,
    ids: { newId: createSeededIds(random), random },
    writeAhead: createWriteAhead(storage, noPageEnd),
    onEnqueued: () => undefined,
  });
  for (const chatId of [first, second, third])
    await enqueue('createChat', {
      id: chatId,
      type: 'GROUP',
      name: 'Tropa',
      users: [ben],
    });
  for (const [key, row] of disk.stores.outbox) disk.stores.outbox.set(key, { ...row, state: 'acked' });
  /** The names of what would go now. */
  const going = (): string[] =>
    chooseBatches([...disk.stores.outbox.values()], { now: 0, ownsLock: true, batchMax: 100 })
      .batches.flat()
      .map(({ row }) => row.name);
  const settle = (): void => {
    const settled = new Set(going());
    for (const [key, row] of disk.stores.outbox)
      if (settled.has(row.name)) disk.stores.outbox.set(key, { ...row, state: 'acked' });
  };
  return { disk, write: enqueue, going, settle };
};

describe('what one mutation makes room for', () => {
  it('[PU7] a pin waits for the archiving of a pinned chat, which frees its place', async () => {
    const { write, going, settle } = await setup();
    await write('setChatPin', { chatId: first, rank: 'a0' });
    settle();
    await write('setChatPreferences', { chatId: first, isArchived: true });
    await write('setChatPin', { chatId: second, rank: 'a1' });
    expect(going()).toEqual(['setChatPreferences']);
    settle();
    expect(going()).toEqual(['setChatPin']);
  });

  it('[PU7] a pin waits for no chat that was not pinned', async () => {
    const { write, going } = await setup();
    await write('setChatPreferences', { chatId: first, isArchived: true });
    await write('setChatPin', { chatId: second, rank: 'a1' });
    expect(going()).toEqual(['setChatPreferences', 'setChatPin']);
  });

  it.each(['leaveChat', 'deleteChat'] as const)('[PU7] a pin waits for %s of a pinned chat', async (name) => {
    const { write, going, settle } = await setup();
    await write('setChatPin', { chatId: first, rank: 'a0' });
    settle();
    await write(name, { chatId: first });
    await write('setChatPin', { chatId: third, rank: 'a1' });
    expect(going()).toEqual([name]);
  });

  it('[PU1] pins of all chats keep their order in one request, and so do stars', async () => {
    const { disk, write, going } = await setup();
    await write('setChatPin', { chatId: first, rank: null });
    await write('setChatPin', { chatId: second, rank: 'a1' });
    await write('starMessage', { chatId: first, messageId: newId(), isStarred: false });
    await write('starMessage', { chatId: second, messageId: newId(), isStarred: true });
    expect(going()).toEqual(['setChatPin', 'setChatPin', 'starMessage', 'starMessage']);
    const lanes = [...disk.stores.outbox.values()]
      .filter(({ state }) => state === 'queued')
      .map(({ lane }) => lane);
    expect(lanes).toEqual(['pins', 'pins', 'stars', 'stars']);
  });

  it('[PU1] a message goes in the lane of the block that was taken away before it', async () => {
    const { disk, write } = await setup();
    const chatId = privateChatId(me, ben);
    await write('setBlock', { userId: ben, blocked: false });
    await write('sendMessage', { id: newId(), chatId, content: 'Uy', writtenAt: at });
    const lanes = [...disk.stores.outbox.values()]
      .filter(({ state }) => state === 'queued')
      .map(({ lane }) => lane);
    expect(lanes).toEqual([`chat:${chatId}`, `chat:${chatId}`]);
  });

  it('[PU7] a like waits for the block that was taken away before it', async () => {
    const { disk, write, going, settle } = await setup();
    const postId = newId();
    await write('createPost', {
      id: postId,
      content: 'Uy',
      privacy: 'PUBLIC',
      anonymous: false,
    });
    settle();
    for (const [key, row] of disk.stores.posts) disk.stores.posts.set(key, { ...row, creatorId: ben });
    await write('setBlock', { userId: ben, blocked: false });
    await write('setLike', { postId, liked: true });
    expect(going()).toEqual(['setBlock']);
  });
});
