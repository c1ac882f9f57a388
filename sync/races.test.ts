import { describe, expect, it } from 'vitest';
import {
  newId,
  type PushedMutation,
  pullResponse,
  pushResponse,
  type ScopeEntry,
} from '../protocol/index.ts';
import { applyEntries, tablesOfEntries } from './apply/apply-entries.ts';
import { applyPull, cursorsOf, tablesOfPull } from './apply/apply-pull.ts';
import { createUnitRunner } from './apply/run-unit.ts';
import { storeAnswers } from './outbox/answers.ts';
import type { OutboxRow } from './storage/rows.ts';
import { replicaFaults, shadowFaults } from './testing/laws.ts';
import { openMemoryStorage } from './testing/memory-storage.ts';
import { createWorld } from './testing/world.ts';

const permutations = <T>(items: readonly T[]): T[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((item) =>
        permutations(items.filter((one) => one !== item)).map((rest) => [item, ...rest]),
      );

type Step = 'answer' | 'pull' | 'event';

/** A message that the server has applied, with the three ways in which the device will learn of it still to come. */
const setup = async () => {
  const world = createWorld();
  const ana = world.addPerson('Ana');
  const ben = world.addPerson('Ben');
  const chatId = world.befriend(ana, ben);
  const device = world.addDevice(ana);
  const tab = await device.openTab();
  await world.time.advance(1_000);
  device.setOnline(false);
  const messageId = newId();
  await tab.engine.mutate('sendMessage', {
    id: messageId,
    chatId,
    content: 'Tara!',
    writtenAt: new Date(world.time.now()).toISOString(),
  });
  tab.kill();

  const { stores } = device.disk;
  const storage = openMemoryStorage(device.disk);
  const databaseId = String(stores.meta.get('birth')?.value);
  const runner = createUnitRunner(storage, { userId: ana.id, databaseId }, world.time);
  const events: ScopeEntry[] = [];
  world.server.onEntry((userId, entry) => {
    if (userId === ana.id) events.push(entry);
  });
  const signal = new AbortController().signal;
  const headers = { authorization: `Bearer ${device.token()}`, 'x-acting-user': ana.id };
  const call = (path: string, body: unknown): unknown =>
    world.server.handle({ method: 'POST', path, headers, body, signal }).json;

  const row: OutboxRow | undefined = [...stores.outbox.values()][0];
  if (row === undefined) throw new Error('no mutation');
  await runner.run([], async (unit) =>
    unit.replace({
      ...row,
      state: 'sending',
      attempts: 1,
      leaseOwner: 'me',
      leaseUntil: world.time.now() + 1_000,
    }),
  );
  const { id, name, version, lane } = row;
  const mutation: PushedMutation = {
    id,
    name,
    version,
    lane,
    prev: null,
    args: JSON.parse(JSON.stringify(row.args)),
  };
  const pushed = pushResponse.parse(
    call('/api/v1/sync/push', { protocol: 1, deviceId: device.deviceId, mutations: [mutation] }),
  );
  const sent = {
    cursors: cursorsOf([...stores.cursors.values()]),
    scopeSet: Number(stores.meta.get('scopeSet')?.value),
    acked: new Set<string>(),
    repairing: null,
  };
  const pulled = pullResponse.parse(
    call('/api/v1/sync/pull', {
      protocol: 1,
      deviceId: device.deviceId,
      cursors: Object.fromEntries(sent.cursors),
      unfinished: [id],
      pendingCount: 1,
    }),
  );
  const context = { owner: 'me', now: world.time.now(), random: () => 0.5 };
  const entries = pushed.answers.flatMap((answer) => (answer.status === 'applied' ? answer.entries : []));

  const steps: Record<Step, () => Promise<unknown>> = {
    answer: () =>
      runner.run(tablesOfEntries(entries), async (unit) => storeAnswers(unit, pushed.answers, context)),
    pull: () => runner.run(tablesOfPull(pulled), (unit) => applyPull(unit, sent, pulled)),
    event: () => runner.run(tablesOfEntries(events), async (unit) => applyEntries(unit, events)),
  };
  const isShown = () => stores.messages.get(messageId)?.content === 'Tara!';
  return { world, device, stores, steps, isShown, messageId };
};

describe('answer, pull and event', () => {
  it.each([
    ...permutations<Step>(['answer', 'pull', 'event']),
    ['event', 'event', 'answer', 'answer', 'pull', 'pull'],
  ])(
    '[AP3] in the order %s %s %s: the message never disappears, and the end is the same',
    async (...order) => {
      const { world, device, stores, steps, isShown, messageId } = await setup();
      expect(isShown()).toBe(true);
      for (const step of order) {
        await steps[step as Step]();
        expect(isShown()).toBe(true);
        expect(shadowFaults(device)).toEqual([]);
      }
      expect(stores.messages.get(messageId)).toMatchObject({ seq: 1, order: 1, version: 1 });
      expect(stores.outbox.size + stores.shadows.size).toBe(0);
      expect(replicaFaults(device, world.server)).toEqual([]);
    },
  );

  it('[AP2] keeps the effect after the acknowledgement until the data contain it', async () => {
    const { stores, steps, isShown, messageId } = await setup();
    // The cursor is further than the answer's entries can continue: only a pull may close the hole.
    for (const [scope, cursor] of stores.cursors)
      stores.cursors.set(scope, { ...cursor, seq: cursor.seq - 1 });
    await steps.answer();
    expect([...stores.outbox.values()].map((row) => row.state)).toEqual(['acked']);
    expect(isShown()).toBe(true);
    expect(stores.messages.get(messageId)?.seq).toBeNull();
  });
});

describe('crash points', () => {
  /** Ana writes two messages, sends them and learns of Ben's, with a crash at the given storage operation. */
  const run = async (crashAt: number) => {
    let operations = 0;
    let isArmed = false;
    const world = createWorld();
    const ana = world.addPerson('Ana');
    const ben = world.addPerson('Ben');
    const chatId = world.befriend(ana, ben);
    const anas = world.addDevice(ana, {
      isFatal() {
        if (!isArmed) return false;
        operations += 1;
        return operations === crashAt;
      },
    });
    const bens = world.addDevice(ben);
    const tab = await anas.openTab();
    const bensTab = await bens.openTab();
    await world.time.advance(1_000);
    isArmed = true;
    const written: string[] = [];
    const write = (engine: typeof tab.engine, content: string): void => {
      const args = { id: newId(), chatId, content, writtenAt: new Date(world.time.now()).toISOString() };
      void engine.mutate('sendMessage', args).then(() => written.push(content));
    };
    write(tab.engine, 'one');
    await world.time.advance(20);
    write(tab.engine, 'two');
    write(bensTab.engine, 'from Ben');
    await world.time.advance(2_000);
    isArmed = false;
    if (anas.tabs.length === 0) await anas.openTab();
    await world.time.advance(60_000);
    const texts = (device: typeof anas) =>
      [...device.disk.stores.messages.values()].sort((a, b) => a.order - b.order).map((row) => row.content);
    const faults = [anas, bens].flatMap((device) => [
      ...shadowFaults(device),
      ...replicaFaults(device, world.server),
    ]);
    return {
      operations,
      written,
      faults,
      anas: texts(anas),
      bens: texts(bens),
      outbox: anas.disk.stores.outbox.size,
    };
  };

  it('[AP4] between any two storage operations lose nothing and double nothing', {
    timeout: 120_000,
  }, async () => {
    const { operations } = await run(0);
    expect(operations).toBeGreaterThan(40);
    for (let crashAt = 1; crashAt <= operations; crashAt += 1) {
      const { written, faults, anas, bens, outbox } = await run(crashAt);
      expect(faults, `crash at ${crashAt}`).toEqual([]);
      expect(anas).toEqual(bens);
      // A phantom (written, the promise lost) is allowed; a hole is not, nor is a double.
      for (const content of written) expect(bens.filter((one) => one === content)).toHaveLength(1);
      expect(new Set(bens).size).toBe(bens.length);
      expect(outbox).toBe(0);
    }
  });
});
