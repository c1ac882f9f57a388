import { describe, expect, it } from 'vitest';
import type { Fate } from '../testing/fake-network.ts';
import { replayTrace } from '../testing/replay-trace.ts';
import { createWorld } from '../testing/world.ts';
import { traceFile } from './trace-file.ts';

const setUp = async () => {
  const world = createWorld(7);
  const ana = world.addPerson('Ana');
  const ben = world.addPerson('Ben');
  const chatId = world.befriend(ana, ben);
  const fates: Fate[] = [];
  const anas = world.addDevice(ana, { fate: () => fates.shift() ?? 'ok' });
  const tab = await anas.openTab();
  await world.time.advance(2_000);
  const say = (content: string) =>
    tab.engine.mutate('sendMessage', {
      id: world.newId(),
      chatId,
      content,
      writtenAt: new Date(world.time.now()).toISOString(),
    });
  return { world, ana, ben, chatId, anas, tab, say, fates };
};

describe('the trace', () => {
  it('[TR1] tells how a mutation went, step by step, and nothing of what it says', async () => {
    const { world, tab, say, fates } = await setUp();
    fates.push('busy');
    const id = await say('between you and me');
    await world.time.advance(120_000);
    const file = await tab.engine.exportTrace();
    const steps = file.steps.flatMap((step) => (step.kind === 'mutation' && step.id === id ? [step] : []));
    expect(steps.map(({ from, to, attempts }) => [from, to, attempts])).toEqual([
      [null, 'queued', 0],
      ['queued', 'sending', 1],
      ['sending', 'queued', 1],
      ['queued', 'sending', 2],
      ['sending', null, 2],
    ]);
    expect(steps[1]?.by).toBe(file.tab);
    expect(JSON.stringify(file)).not.toContain('between you and me');
    expect(file.steps.some((step) => step.kind === 'request' && step.outcome === 'busy')).toBe(true);
    expect(traceFile.parse(JSON.parse(JSON.stringify(file)))).toEqual(file);
  });

  it('[TR1] keeps the last 500 steps', async () => {
    const { world, tab, say } = await setUp();
    for (let round = 0; round < 30; round += 1) {
      await Promise.all(Array.from({ length: 10 }, (_, index) => say(`${round}.${index}`)));
      await world.time.advance(1_000);
    }
    const { steps } = await tab.engine.exportTrace();
    expect(steps).toHaveLength(500);
    expect(steps.some((step) => step.kind === 'opened')).toBe(false);
  });

  it('[TR2] is replayed by the simulator: the same mutations meet the same network and the laws hold', async () => {
    const { world, ana, anas, tab, say, fates } = await setUp();
    fates.push('lostAnswer', 'busy', 'proxy', 'portal');
    await say('one');
    await say('two');
    const carl = world.addPerson('Carl');
    await tab.engine.mutate('requestFriend', { uniqueCode: carl.uniqueCode });
    anas.setOnline(false);
    await world.time.advance(5_000);
    await say('three');
    anas.setOnline(true);
    await world.time.advance(200_000);
    expect(ana.id).toBe(anas.userId);
    const file = traceFile.parse(JSON.parse(JSON.stringify(await tab.engine.exportTrace())));
    const replay = await replayTrace(file);
    expect(replay.faults).toEqual([]);
    expect(replay.written).toEqual(['sendMessage', 'sendMessage', 'requestFriend', 'sendMessage']);
    for (const fate of ['lostAnswer', 'busy', 'proxy', 'portal'] satisfies Fate[])
      expect(replay.fates).toContain(fate);
    expect([...replay.device.disk.stores.messages.values()]).toHaveLength(3);
  });

  it('[TR2] says what it cannot replay', async () => {
    const { tab } = await setUp();
    const file = await tab.engine.exportTrace();
    const step = {
      at: 0,
      kind: 'mutation' as const,
      id: 'x',
      name: 'flyToTheMoon',
      lane: 'moon',
      from: null,
      to: 'queued',
      attempts: 0,
      refusals: 0,
      by: null,
      error: null,
      vector: null,
    };
    const replay = await replayTrace({ ...file, steps: [...file.steps, step] });
    expect(replay.faults).toEqual(['cannot replay flyToTheMoon']);
  });
});

describe('the diagnosis', () => {
  it('[TR3] says why each item waits', async () => {
    const { world, chatId, anas, tab, say } = await setUp();
    anas.setOnline(false);
    await world.time.advance(1_000);
    const first = await say('one');
    const second = await say('two');
    const waits = async () =>
      Object.fromEntries((await tab.engine.diagnose()).items.map(({ id, waiting }) => [id, waiting]));
    expect(await waits()).toMatchObject({ [first]: { for: 'network' }, [second]: { for: 'network' } });

    const [one, two] = [...anas.disk.stores.outbox.values()];
    if (!one || !two) throw new Error('two rows');
    const put = (row: typeof one) => anas.disk.stores.outbox.set(row.seq, row);
    anas.setOnline(true);
    await tab.engine.close();
    const again = await anas.openTab();
    const read = async () => {
      const { items } = await again.engine.diagnose();
      return items.map(({ waiting }) => waiting);
    };
    put({ ...one, state: 'queued', notBefore: world.time.now() + 5_000, waitMs: 5_000, leaseOwner: null });
    put({ ...two, state: 'queued', leaseOwner: null });
    expect(await read()).toMatchObject([
      { for: 'time', until: world.time.now() + 5_000 },
      { for: 'mutation', id: first },
    ]);
    const scope = `chat:${chatId}` as const;
    const cursor = anas.disk.stores.cursors.get(scope);
    if (!cursor) throw new Error('the chat is held');
    put({ ...one, state: 'acked', vector: { [scope]: { epoch: cursor.epoch, seq: cursor.seq + 3 } } });
    put({ ...two, state: 'rejected', error: { code: 'forbidden', message: '' } });
    expect(await read()).toEqual([
      { for: 'scope', scope, seq: cursor.seq + 3, cursor: cursor.seq },
      { for: 'user', error: 'forbidden' },
    ]);
    expect((await again.engine.exportTrace()).items[0]?.waits).toBe(
      `scope ${scope} seq ${cursor.seq + 3} at ${cursor.seq}`,
    );
  });

  it('[TR3] knows the last success of each part and where the server stands', async () => {
    const { world, chatId, tab, say } = await setUp();
    await say('one');
    await world.time.advance(40_000);
    const { health, scopes } = await tab.engine.diagnose();
    expect(health).toMatchObject({
      role: 'page',
      isLeader: true,
      isSocketConnected: true,
      connectingSince: null,
      oldestMs: null,
    });
    for (const at of [health.networkAt, health.serverAt, health.sessionAt, health.socketAt])
      expect(at).toBeGreaterThan(0);
    expect(health.pushAt).toBeGreaterThan(0);
    const chat = scopes.find(({ scope }) => scope === `chat:${chatId}`);
    expect(chat?.head).toEqual(chat?.cursor);
  });

  it('[TR3] never puts the server behind what this device has read from it', async () => {
    const { world, chatId, tab, say } = await setUp();
    await world.time.advance(40_000);
    // Its entry comes by itself, long before the server next tells where it stands.
    await say('one');
    await world.time.advance(1_000);
    const { health, scopes } = await tab.engine.diagnose();
    const chat = scopes.find(({ scope }) => scope === `chat:${chatId}`);
    expect(chat?.cursor.seq).toBeGreaterThan(health.heads[`chat:${chatId}`]?.seq ?? Number.POSITIVE_INFINITY);
    expect(chat?.head).toEqual(chat?.cursor);
  });
});
