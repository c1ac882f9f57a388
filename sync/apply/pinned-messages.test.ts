import { expect, it } from 'vitest';
import { chatScope, memberId } from '../../protocol/index.ts';
import { AUDIT_EVERY_MS } from '../pull/audit.ts';
import { auditFaults, replicaFaults } from '../testing/laws.ts';
import { addMember } from '../testing/model-state.ts';
import { createWorld } from '../testing/world.ts';

/** Ana writes, Ben joins after her first message, and both are in the group then. */
const setup = async () => {
  const world = createWorld();
  const [ana, ben] = [world.addPerson('Ana'), world.addPerson('Ben')];
  const chatId = world.createGroup([ana]);
  const anas = world.addDevice(ana);
  const tab = await anas.openTab();
  await world.time.advance(1_000);
  const say = async (content: string): Promise<string> => {
    const id = world.newId();
    const writtenAt = new Date(world.time.now()).toISOString();
    await tab.engine.mutate('sendMessage', { id, chatId, content, writtenAt });
    await world.time.advance(1_000);
    return id;
  };
  const pin = async (messageId: string, isPinned = true): Promise<void> => {
    await tab.engine.mutate('pinMessage', { chatId, messageId, isPinned });
    await world.time.advance(1_000);
  };
  const before = await say('Before Ben');
  world.server.act((tx, at) => addMember(tx, { chatId, userId: ben.id, at, joinedSeq: 1 }));
  const bens = world.addDevice(ben);
  const bensTab = await bens.openTab();
  await world.time.advance(1_000);
  return { world, chatId, ana, anas, ben, bens, bensTab, say, pin, before };
};

it('[AP9] leaves out what is from before its member joined, which the socket brings to everybody', async () => {
  const { world, anas, bens, bensTab, say, pin, before } = await setup();
  const after = await say('With Ben');
  await pin(before);
  await pin(after);
  expect([...anas.disk.stores.pinnedMessages.keys()]).toEqual([before, after]);
  expect([...bens.disk.stores.pinnedMessages.keys()]).toEqual([after]);
  expect(JSON.stringify([...bens.disk.stores.tombstones.values()])).not.toContain('Before Ben');
  for (let turn = 0; turn < 6; turn += 1) {
    await world.time.advance(AUDIT_EVERY_MS);
    void bensTab.engine.sync();
    await world.time.advance(5_000);
  }
  expect(auditFaults(bens)).toEqual([]);
  expect(replicaFaults(bens, world.server)).toEqual([]);
});

it('[PL3] leaves with its chat, and keeps the profile of its sender until then', async () => {
  const { world, chatId, ana, ben, bens, say, pin } = await setup();
  const after = await say('With Ben');
  await pin(after);
  world.server.act((tx) => tx.remove('members', memberId(chatId, ana.id), chatScope(chatId)));
  await world.time.advance(1_000);
  expect(bens.disk.stores.users.get(ana.id)).toBeDefined();
  world.server.act((tx) => {
    tx.remove('members', memberId(chatId, ben.id), chatScope(chatId));
    tx.remove('memberships', memberId(chatId, ben.id), `user:${ben.id}`);
  });
  await world.time.advance(60_000);
  expect([...bens.disk.stores.pinnedMessages.keys()]).toEqual([]);
  expect(bens.disk.stores.users.get(ana.id)).toBeUndefined();
});
