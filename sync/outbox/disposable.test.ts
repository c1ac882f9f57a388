import { expect, it } from 'vitest';
import { memberId, userScope } from '../../protocol/index.ts';
import type { Fate } from '../testing/fake-network.ts';
import { shadowFaults } from '../testing/laws.ts';
import { createWorld } from '../testing/world.ts';

const setUp = async () => {
  const world = createWorld();
  let fate: Fate = 'ok';
  const ana = world.addPerson('Ana');
  const ben = world.addPerson('Ben');
  const groupId = world.createGroup([ana, ben]);
  const anas = world.addDevice(ana, { fate: () => fate });
  const bens = world.addDevice(ben);
  const tab = await anas.openTab();
  const bensTab = await bens.openTab();
  await bensTab.engine.mutate('sendMessage', {
    id: world.newId(),
    chatId: groupId,
    content: 'one',
    writtenAt: new Date(world.time.now()).toISOString(),
  });
  await world.time.advance(3_000);
  return {
    world,
    ana,
    groupId,
    anas,
    tab,
    setFate: (next: Fate) => {
      fate = next;
    },
  };
};

it('[OB8] a seen mark that the server refuses leaves the outbox by itself', async () => {
  const { world, ana, groupId, anas, tab } = await setUp();
  anas.setOnline(false);
  const id = await tab.engine.mutate('markSeen', { chatId: groupId, seq: 1 });
  world.server.act((tx) => {
    const member = memberId(groupId, ana.id);
    tx.remove('members', member, `chat:${groupId}`);
    tx.remove('memberships', member, userScope(ana.id));
  });
  anas.setOnline(true);
  await world.time.advance(10_000);
  expect(world.server.verdicts.has(id)).toBe(true);
  expect(anas.disk.stores.outbox.size).toBe(0);
  expect(tab.engine.status.value).toMatchObject({ pending: 0, attention: 0 });
  expect(shadowFaults(anas)).toEqual([]);
});

it('[OB8] one that somebody else refuses again and again is taken back at the server', async () => {
  const { world, groupId, anas, tab, setFate } = await setUp();
  setFate('proxyForPush');
  const id = await tab.engine.mutate('markSeen', { chatId: groupId, seq: 1 });
  await world.time.advance(10 * 60_000);
  setFate('ok');
  await world.time.advance(10 * 60_000);
  expect(anas.disk.stores.outbox.size).toBe(0);
  expect(tab.engine.status.value).toMatchObject({ pending: 0, attention: 0 });
  expect(world.server.verdicts.has(id)).toBe(true);
});
