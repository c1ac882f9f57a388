import { describe, expect, it } from 'vitest';
import { chatScope, memberId, userScope } from '../protocol/index.ts';
import type { Device, Tab } from './testing/device.ts';
import { createBarrier, createGate } from './testing/gate.ts';
import { coverageFaults, effectFaults, replicaFaults, scopeFaults, shadowFaults } from './testing/laws.ts';
import { createWorld } from './testing/world.ts';

const faultsOf = (device: Device): string[] => [
  ...shadowFaults(device),
  ...coverageFaults(device),
  ...scopeFaults(device),
];
const textsOf = ({ disk }: Device) =>
  [...disk.stores.messages.values()].sort((a, b) => a.order - b.order).map((row) => row.content);

/** Ana with two tabs on one phone, and Ben: friends with a chat, and a group of both. */
const setup = async (options: Parameters<ReturnType<typeof createWorld>['addDevice']>[1] = {}) => {
  const world = createWorld();
  const { time, server } = world;
  const [ana, ben] = [world.addPerson('Ana'), world.addPerson('Ben')];
  const chatId = world.befriend(ana, ben);
  const groupId = world.createGroup([ana, ben]);
  const gate = createGate();
  const anas = world.addDevice(ana, { storage: gate.wrap, ...options });
  const bens = world.addDevice(ben);
  const tabs = [await anas.openTab(), await anas.openTab()] as const;
  const bensTab = await bens.openTab();
  await time.advance(1_000);
  const say = (tab: Tab, content: string, to = chatId) => {
    const id = world.newId();
    const args = { id, chatId: to, content, writtenAt: new Date(time.now()).toISOString() };
    return { id, done: tab.engine.mutate('sendMessage', args) };
  };
  const rest = async (): Promise<string[]> => {
    await time.advance(120_000);
    return [
      ...[anas, bens].flatMap((device) => [...faultsOf(device), ...replicaFaults(device, server)]),
      ...effectFaults(server),
      ...anas.errors.map(String),
    ];
  };
  return { world, ana, ben, chatId, groupId, gate, anas, bens, tabs, bensTab, say, rest };
};

type Stage = Awaited<ReturnType<typeof setup>>;

/** What the server brings, and what is written while it is being applied. */
const meetings: Record<
  string,
  (stage: Stage) => Promise<{ bring(): void; write(tab: Tab): Promise<unknown> }>
> = {
  'a message meets a message of the same chat': async ({ bensTab, say }) => ({
    bring: () => void say(bensTab, 'from Ben'),
    write: (tab) => say(tab, 'from Ana').done,
  }),
  'an edit meets a reaction to the same message': async ({ world, chatId, bensTab, say }) => {
    const { id: messageId, done } = say(bensTab, 'old words');
    await done;
    await world.time.advance(1_000);
    return {
      bring: () => void bensTab.engine.mutate('editMessage', { chatId, messageId, content: 'new words' }),
      write: (tab) => tab.engine.mutate('reactToMessage', { chatId, messageId, emoji: '👍' }),
    };
  },
  'a deletion meets a reaction to the same message': async ({ world, chatId, bensTab, say }) => {
    const { id: messageId, done } = say(bensTab, 'soon gone');
    await done;
    await world.time.advance(1_000);
    return {
      bring: () => void bensTab.engine.mutate('deleteMessage', { chatId, messageId }),
      write: (tab) => tab.engine.mutate('reactToMessage', { chatId, messageId, emoji: '👍' }),
    };
  },
  'the answer to a message meets its own edit': async ({ chatId, tabs, say }) => {
    let messageId = '';
    return {
      bring() {
        messageId = say(tabs[0], 'first words').id;
      },
      write: (tab) => tab.engine.mutate('editMessage', { chatId, messageId, content: 'better words' }),
    };
  },
  'a group that is lost meets a message to it': async ({ world, ana, groupId, say }) => ({
    bring: () =>
      world.server.act((tx) => {
        tx.remove('members', memberId(groupId, ana.id), chatScope(groupId));
        tx.remove('memberships', memberId(groupId, ana.id), userScope(ana.id));
      }),
    write: (tab) => say(tab, 'to the group', groupId).done,
  }),
};
const whoWrites = [
  ['the same tab', 0],
  ['another tab', 1],
] as const;
const cases = Object.keys(meetings).flatMap((name) => whoWrites.map(([who, tab]) => ({ name, who, tab })));

describe('what is written while something is applied', () => {
  it.each(cases)('[AP7] waits for the transaction and stands on its result: $name, by $who', async (one) => {
    const stage = await setup();
    const { world, gate, anas, bens, tabs, rest } = stage;
    const meeting = await meetings[one.name]?.(stage);
    const applying = gate.stopAt('cursors');
    meeting?.bring();
    await world.time.advance(1_000);
    expect(applying.isReached()).toBe(true);
    const before = anas.disk.stores.outbox.size;
    let isWritten = false;
    void meeting?.write(tabs[one.tab]).then(() => {
      isWritten = true;
    });
    await world.time.advance(1_000);
    // Never durable by half: neither in the outbox nor said to be written.
    expect([isWritten, anas.disk.stores.outbox.size]).toEqual([false, before]);
    applying.open();
    await world.time.advance(0);
    expect([isWritten, faultsOf(anas)]).toEqual([true, []]);
    expect(await rest()).toEqual([]);
    expect(textsOf(anas)).toEqual(textsOf(bens));
    expect([...anas.disk.stores.outbox.values()].filter(({ state }) => state !== 'rejected')).toEqual([]);
  });

  it.each(cases)('[AP7] is folded into what comes after it: $name, by $who', async (one) => {
    const stage = await setup();
    const { world, gate, anas, bens, tabs, rest } = stage;
    const meeting = await meetings[one.name]?.(stage);
    meeting?.bring();
    const writing = gate.stopAt('shadows');
    let isWritten = false;
    void meeting?.write(tabs[one.tab]).then(() => {
      isWritten = true;
    });
    await world.time.advance(1_000);
    expect([writing.isReached(), isWritten]).toEqual([true, false]);
    writing.open();
    await world.time.advance(0);
    expect([isWritten, faultsOf(anas)]).toEqual([true, []]);
    expect(await rest()).toEqual([]);
    expect(textsOf(anas)).toEqual(textsOf(bens));
    expect([...anas.disk.stores.outbox.values()].filter(({ state }) => state !== 'rejected')).toEqual([]);
  });

  it('[AP7] is kept with its words when the group is gone', async () => {
    const stage = await setup();
    const { world, gate, anas, tabs, rest } = stage;
    const meeting = await meetings['a group that is lost meets a message to it']?.(stage);
    const applying = gate.stopAt('cursors');
    meeting?.bring();
    await world.time.advance(1_000);
    void meeting?.write(tabs[0]);
    applying.open();
    expect(await rest()).toEqual([]);
    expect([...anas.disk.stores.outbox.values()]).toMatchObject([
      { state: 'rejected', args: { content: 'to the group' } },
    ]);
  });
});

type Moment = 'A acts' | 'A receives' | 'B acts' | 'B receives';

/** Every order in which two requests can reach the server and their answers the device. */
const orders: Moment[][] = [
  ['A acts', 'A receives', 'B acts', 'B receives'],
  ['A acts', 'B acts', 'A receives', 'B receives'],
  ['A acts', 'B acts', 'B receives', 'A receives'],
  ['B acts', 'A acts', 'A receives', 'B receives'],
  ['B acts', 'A acts', 'B receives', 'A receives'],
  ['B acts', 'B receives', 'A acts', 'A receives'],
];

describe('a push lock that is stolen while its holder is sending', () => {
  /** @param isEarly the server has acted and answered before the lock is stolen; the frozen tab gets it on thawing */
  const steal = async (order: readonly Moment[], isEarly: boolean) => {
    const barriers: Record<Moment, ReturnType<typeof createBarrier>> = {
      'A acts': createBarrier(),
      'A receives': createBarrier(),
      'B acts': createBarrier(),
      'B receives': createBarrier(),
    };
    const pulls = createBarrier();
    let isRacing = false;
    let pushes = 0;
    /** Later requests pass: only the first of each tab races. */
    const sender = new Map<object, 'A' | 'B'>();
    const stage = await setup({
      blocksSockets: true,
      onHttpStep(step, path, tab) {
        if (!isRacing) return undefined;
        // What a pull would tell settles the race before it has begun.
        if (path.endsWith('/pull')) return step === 'leaving' ? pulls.wait : undefined;
        if (!path.endsWith('/push')) return undefined;
        if (step === 'leaving') {
          pushes += 1;
          if (pushes > 2) return undefined;
          sender.set(tab, pushes === 1 ? 'A' : 'B');
          return barriers[pushes === 1 ? 'A acts' : 'B acts'].wait;
        }
        const who = sender.get(tab);
        if (step !== 'acted' || who === undefined) return undefined;
        return barriers[`${who} receives`].wait;
      },
    });
    const { world, tabs, say } = stage;
    const [a, b] = tabs;
    isRacing = true;
    await say(a, 'one').done;
    await world.time.advance(100);
    a.setFrozen(true);
    if (isEarly) {
      barriers['A acts'].open();
      barriers['A receives'].open();
    }
    await say(b, 'two').done;
    await world.time.advance(32_000);
    // The holder of the lock is frozen in its request, and the other tab sends all the same.
    expect(pushes).toBe(2);
    for (const moment of order) {
      barriers[moment].open();
      if (moment === 'A receives') a.setFrozen(false);
      await world.time.advance(500);
      expect(faultsOf(stage.anas), moment).toEqual([]);
    }
    isRacing = false;
    pulls.open();
    return stage;
  };

  const early = orders.filter(([first]) => first === 'A acts');
  it.each([
    ...orders.map((order) => ({ order, isEarly: false, title: order.join(', ') })),
    ...early.map((order) => ({ order, isEarly: true, title: `${order.join(', ')}, the first long before` })),
  ])('[TA3] changes nothing, in whichever order the two are answered: $title', async ({ order, isEarly }) => {
    const { anas, bens, rest } = await steal(order, isEarly);
    expect(await rest()).toEqual([]);
    expect(textsOf(bens)).toEqual(['one', 'two']);
    expect(textsOf(anas)).toEqual(['one', 'two']);
    expect(anas.disk.stores.outbox.size).toBe(0);
  });
});
