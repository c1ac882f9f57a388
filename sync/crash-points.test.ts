import { describe, expect, it } from 'vitest';
import type { CancelOutcome } from './engine-types.ts';
import type { Device, Tab } from './testing/device.ts';
import { type HttpStep, httpSteps } from './testing/fake-network.ts';
import { fileFaults } from './testing/file-laws.ts';
import {
  coverageFaults,
  effectFaults,
  replicaFaults,
  scopeFaults,
  shadowFaults,
  visibilityFaults,
} from './testing/laws.ts';
import { createWorld, type World } from './testing/world.ts';

const PUSH = '/api/v1/sync/push';
/** The calls whose crashes are asked about. */
const calls = [PUSH, '/api/v1/sync/pull', '/api/v1/sync/cancel', '/api/v1/chats/'];
/** More than a snapshot of the model brings: the rest of the history comes as pages. */
const OLD_MESSAGES = 10;

const textsOf = ({ disk }: Device) =>
  [...disk.stores.messages.values()].sort((a, b) => a.order - b.order).map((row) => row.content);

const write = (world: World, tab: Tab, chatId: string, content: string) => {
  const args = { id: world.newId(), chatId, content, writtenAt: new Date(world.time.now()).toISOString() };
  return { id: args.id, done: tab.engine.mutate('sendMessage', args) };
};

/**
 * Ana opens her phone, sends a message, learns of Ben's, discards one whose request is still on its way somewhere, and reads
 * the history back to its beginning. Her tab dies at the given step of a request; she opens another and goes on.
 */
const live = async (crashAt: number) => {
  const steps: { step: HttpStep; path: string }[] = [];
  let isArmed = true;
  /** The message that is discarded has left, and arrives long after. */
  let isDelayed = false;
  const world = createWorld();
  const { time, server } = world;
  const [ana, ben] = [world.addPerson('Ana'), world.addPerson('Ben')];
  const chatId = world.befriend(ana, ben);
  const bens = world.addDevice(ben);
  const bensTab = await bens.openTab();
  await time.advance(1_000);
  for (let n = 1; n <= OLD_MESSAGES; n += 1) await write(world, bensTab, chatId, `old ${n}`).done;
  await time.advance(2_000);
  const anas = world.addDevice(ana, {
    fate: (path) => (isDelayed && path === PUSH ? 'zombie' : 'ok'),
    onHttpStep(step, path, tab) {
      if (!isArmed) return undefined;
      steps.push({ step, path });
      if (steps.length === crashAt) tab.kill();
      return undefined;
    },
  });

  /** Opening ends in nothing when the tab dies meanwhile. */
  const anasTab = async (): Promise<Tab> => {
    for (let tries = 0; tries < 3; tries += 1) {
      const [tab] = anas.tabs;
      if (tab !== undefined) return tab;
      void anas.openTab();
      await time.advance(1_500);
    }
    throw new Error('The tab was killed twice.');
  };
  const settledIds: string[] = [];
  const sayAs = async (content: string): Promise<void> => {
    const { id, done } = write(world, await anasTab(), chatId, content);
    await done;
    settledIds.push(id);
  };

  await sayAs('one');
  await write(world, bensTab, chatId, 'from Ben').done;
  await time.advance(1_000);
  isDelayed = true;
  const discarded = await write(world, await anasTab(), chatId, 'never').done;
  await time.advance(300);
  let outcome: CancelOutcome | 'died' = 'died';
  void (await anasTab()).engine.cancel(discarded).then((answer) => {
    outcome = answer;
  });
  isDelayed = false;
  await time.advance(2_000);
  await sayAs('two');
  for (let page = 0; page < 4; page += 1) {
    void (await anasTab()).engine.loadOlderMessages(chatId);
    await time.advance(1_000);
  }
  isArmed = false;
  await anasTab();
  // Long enough for leases to end and for the late copy to arrive.
  await time.advance(180_000);
  for (let page = 0; page < 4; page += 1) {
    void (await anasTab()).engine.loadOlderMessages(chatId);
    await time.advance(1_000);
  }
  const faults = [anas, bens].flatMap((device) => [
    ...shadowFaults(device),
    ...coverageFaults(device),
    ...scopeFaults(device),
    ...replicaFaults(device, server),
    ...fileFaults(device),
  ]);
  faults.push(...effectFaults(server), ...visibilityFaults(anas, server, settledIds));
  faults.push(...anas.errors.map(String));
  return {
    steps,
    faults,
    outcome,
    anas: textsOf(anas),
    bens: textsOf(bens),
    outbox: anas.disk.stores.outbox.size,
  };
};

const history = Array.from({ length: OLD_MESSAGES }, (_, n) => `old ${n + 1}`);

describe('a tab that dies around a request', () => {
  it('[AP4] loses nothing and doubles nothing, whichever step of whichever request it was', {
    timeout: 120_000,
  }, async () => {
    const { steps } = await live(0);
    for (const call of calls) {
      const met = steps.filter(({ path }) => path.startsWith(call)).map(({ step }) => step);
      expect(new Set(met), call).toEqual(new Set(httpSteps));
    }
    for (let crashAt = 0; crashAt <= steps.length; crashAt += 1) {
      const { faults, outcome, anas, bens, outbox } = await live(crashAt);
      const where = JSON.stringify(steps[crashAt - 1]);
      expect(faults, where).toEqual([]);
      // What was discarded before any copy had acted stays away, also when nobody was left to get the server's answer.
      expect(['cancelled', 'died'], where).toContain(outcome);
      // Who comes first, a delayed 'one' or Ben's, is open; what one person says keeps its order.
      expect(
        bens.filter((text) => text !== 'from Ben'),
        where,
      ).toEqual([...history, 'one', 'two']);
      expect(bens, where).toHaveLength(OLD_MESSAGES + 3);
      expect(anas, where).toEqual(bens);
      expect(outbox, where).toBe(0);
    }
  });
});
