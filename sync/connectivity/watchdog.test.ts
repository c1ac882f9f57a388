import { describe, expect, it } from 'vitest';
import { ensureDatabaseId } from '../apply/database-id.ts';
import { createUnitRunner } from '../apply/run-unit.ts';
import { createCancel } from '../outbox/cancel.ts';
import { createEnqueue } from '../outbox/enqueue.ts';
import { createPush, FLUSH_MS } from '../outbox/push.ts';
import { createWriteAhead } from '../outbox/write-ahead.ts';
import { noPageEnd } from '../testing/fake-files.ts';
import { createFakeLocks } from '../testing/fake-locks.ts';
import type { Fate } from '../testing/fake-network.ts';
import { createMemoryDisk, openMemoryStorage } from '../testing/memory-storage.ts';
import { createRandom, createSeededIds, createVirtualTime } from '../testing/virtual-time.ts';
import { createWorld } from '../testing/world.ts';
import type { Api } from '../transport/api.ts';

/** A server that takes what is pushed to it and never answers, while everything looks connected. */
const setUp = async () => {
  const world = createWorld(3);
  const ana = world.addPerson('Ana');
  const ben = world.addPerson('Ben');
  const chatId = world.befriend(ana, ben);
  let fate: Fate = 'ok';
  const anas = world.addDevice(ana, { fate: () => fate });
  const tab = await anas.openTab();
  await world.time.advance(2_000);
  const say = (content: string) =>
    tab.engine.mutate('sendMessage', {
      id: world.newId(),
      chatId,
      content,
      writtenAt: new Date(world.time.now()).toISOString(),
    });
  const rungs = async () =>
    (await tab.engine.exportTrace()).steps.flatMap((step) => (step.kind === 'watchdog' ? [step.rung] : []));
  return {
    world,
    anas,
    tab,
    say,
    rungs,
    setFate: (next: Fate) => {
      fate = next;
    },
  };
};

describe('the watchdog', () => {
  it('[WD1] climbs from asking again to telling, as the oldest item stays where it is', async () => {
    const { world, tab, say, rungs, setFate } = await setUp();
    setFate('busy');
    await say('one');
    await world.time.advance(10_000);
    expect(await rungs()).toEqual([]);
    await world.time.advance(15_000);
    expect(await rungs()).toEqual(['pull']);
    await world.time.advance(30_000);
    expect(await rungs()).toEqual(['pull', 'socket']);
    await world.time.advance(80_000);
    expect(await rungs()).toEqual(['pull', 'socket', 'database']);
    expect(tab.engine.status.value.isStuck).toBe(false);
    await world.time.advance(190_000);
    expect(await rungs()).toEqual(['pull', 'socket', 'database', 'tell']);
    expect(tab.engine.status.value.isStuck).toBe(true);
    expect(tab.engine.health.value.oldestMs).toBeGreaterThan(300_000);
    setFate('ok');
    await world.time.advance(120_000);
    expect(tab.engine.status.value).toMatchObject({ isStuck: false, pending: 0 });
    expect(tab.engine.health.value.oldestMs).toBeNull();
  });

  it('[WD1] does not count time offline, nor paused, nor what waits for the user', async () => {
    const { world, anas, say, rungs, tab } = await setUp();
    anas.setOnline(false);
    await world.time.advance(1_000);
    await say('one');
    await world.time.advance(3_600_000);
    expect(await rungs()).toEqual([]);
    expect(tab.engine.status.value.isStuck).toBe(false);
    anas.setOnline(true);
    await world.time.advance(20_000);
    expect(await rungs()).toEqual([]);
  });

  it('[WD1] does not count what waits for its files, nor what stands behind it', async () => {
    const { world, rungs, tab } = await setUp();
    const picture = { bytes: new Blob(['a']), kind: 'image', name: 'a.jpg' } as const;
    const fileId = await tab.engine.files.keep(picture);
    await tab.engine.files.pause(fileId);
    const id = world.newId();
    const post = await tab.engine.mutate('createPost', { id, content: 'Dagat', images: [fileId] });
    await tab.engine.files.pause(fileId);
    const edit = await tab.engine.mutate('updatePost', { id, content: 'Dagat at bundok' });
    await world.time.advance(3_600_000);
    expect(await rungs()).toEqual([]);
    expect(tab.engine.status.value).toMatchObject({ isStuck: false });
    const { items } = await tab.engine.diagnose();
    expect(items.map((item) => [item.id, item.waiting])).toEqual([
      [post, { for: 'files' }],
      [edit, { for: 'mutation', id: post }],
    ]);
    await tab.engine.files.resume(fileId);
    await world.time.advance(60_000);
    expect(tab.engine.status.value).toMatchObject({ isStuck: false, pending: 0 });
  });

  it('[WD1] begins again whenever the lane moves', async () => {
    const { world, say, rungs, setFate } = await setUp();
    setFate('busy');
    await say('one');
    await world.time.advance(12_000);
    await say('two');
    await world.time.advance(12_000);
    await say('three');
    await world.time.advance(12_000);
    expect(await rungs()).toEqual([]);
  });
});

it('[WD2] the end of a flush’s time is no word about the network: what is left goes at once', async () => {
  const time = createVirtualTime();
  const newId = createSeededIds(createRandom(1));
  const storage = openMemoryStorage(createMemoryDisk());
  const { databaseId } = await ensureDatabaseId(storage, newId);
  const userId = newId();
  const runner = createUnitRunner(storage, { userId, databaseId }, time);
  const ids = { newId, random: () => 0.5 };
  const enqueue = createEnqueue({
    ...{ runner, ids, serverNow: time.now },
    writeAhead: createWriteAhead(storage, noPageEnd),
    onEnqueued: () => undefined,
  });
  await enqueue('sendMessage', {
    id: newId(),
    chatId: newId(),
    content: 'slow',
    writtenAt: '2026-11-20T08:00:00.000Z',
  });
  const unreachable = { ok: false, failure: { kind: 'unreachable' } } as const;
  /** Answers nothing until the flush's time is over. */
  const never = (signal: AbortSignal) =>
    new Promise<typeof unreachable>((resolve) => {
      signal.addEventListener('abort', () => resolve(unreachable));
    });
  const api: Api = {
    push: (_request, signal) => never(signal),
    pull: (_request, signal) => never(signal),
    cancel: (_request, signal) => never(signal),
    listPage: (_path, _schema, signal) => never(signal),
    revalidate: (_request, signal) => never(signal),
  };
  const push = createPush({
    runner,
    api,
    clock: time,
    ids,
    locks: createFakeLocks().forAgent({}),
    cancel: createCancel({ runner, api, ids, onOutboxChange: () => undefined }),
    userId,
    deviceId: newId(),
    owner: newId(),
    onHoles: () => undefined,
    onOutboxChange: () => undefined,
    answerCount: () => 0,
  });
  const closing = new AbortController();
  const timedOut = push.flush(closing.signal);
  await time.advance(FLUSH_MS + 1_000);
  expect(await timedOut).toMatchObject({ failure: null, wakeAt: expect.any(Number) });

  const closed = push.flush(closing.signal);
  await time.advance(1_000);
  closing.abort();
  expect(await closed).toMatchObject({ failure: { kind: 'unreachable' } });
});
