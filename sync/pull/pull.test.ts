import { describe, expect, it } from 'vitest';
import { chatScope, memberId, userScope } from '../../protocol/index.ts';
import type { MutationInput } from '../engine-types.ts';
import type { Device } from '../testing/device.ts';
import type { Fate } from '../testing/fake-network.ts';
import { coverageFaults, replicaFaults, scopeFaults } from '../testing/laws.ts';
import { addMember } from '../testing/model-state.ts';
import { createWorld } from '../testing/world.ts';
import { listId } from '../windows/kinds.ts';

const setup = async () => {
  const world = createWorld();
  let fate: Fate = 'ok';
  let copies = 1;
  const [ana, ben, carla] = [world.addPerson('Ana'), world.addPerson('Ben'), world.addPerson('Carla')];
  const chatId = world.befriend(ana, ben);
  const groupId = world.createGroup([ana, ben, carla]);
  const anas = world.addDevice(ana, { fate: () => fate, copies: () => copies });
  const bens = world.addDevice(ben);
  const tab = await anas.openTab();
  const bensTab = await bens.openTab();
  await world.time.advance(1_000);
  const text = (content: string, to = chatId): MutationInput<'sendMessage'> => ({
    id: world.newId(),
    chatId: to,
    content,
    writtenAt: new Date(world.time.now()).toISOString(),
  });
  const edit = (messageId: string, content: string): void =>
    world.server.act((tx) => {
      const row = tx.get('messages', messageId);
      if (row !== undefined) tx.put('messages', { ...row, content }, chatScope(row.chatId));
    });
  return {
    ...{ world, ana, ben, carla, chatId, groupId, anas, bens, tab, bensTab, text, edit },
    setFate(next: Fate) {
      fate = next;
    },
    setCopies(next: number) {
      copies = next;
    },
  };
};

const contents = (device: Device, chatId: string) =>
  [...device.disk.stores.messages.values()]
    .filter((row) => row.chatId === chatId)
    .sort((a, b) => a.order - b.order)
    .map((row) => row.content);

describe('scopes', () => {
  it('[PL3] keep nothing of somebody who came and went between two pulls', async () => {
    const { world, groupId, anas, ana } = await setup();
    const dan = world.addPerson('Dan');
    anas.setOnline(false);
    world.server.act((tx, at) => addMember(tx, { chatId: groupId, userId: dan.id, at, joinedSeq: 0 }));
    world.server.act((tx) => tx.remove('members', memberId(groupId, dan.id), chatScope(groupId)));
    anas.setOnline(true);
    await world.time.advance(5_000);
    expect([...anas.disk.stores.users.keys()]).not.toContain(dan.id);
    expect([...anas.disk.stores.users.keys()]).toContain(ana.id);
    expect(replicaFaults(anas, world.server)).toEqual([]);
  });

  it('[PL3] leave with all their rows, and with the people nothing points to any more', async () => {
    const { world, ana, ben, carla, groupId, anas, tab, bensTab, text } = await setup();
    await bensTab.engine.mutate('sendMessage', text('in the group', groupId));
    await world.time.advance(1_000);
    expect([...anas.disk.stores.users.keys()]).toContain(carla.id);
    anas.setOnline(false);
    await tab.engine.mutate('sendMessage', text('too late', groupId));
    world.server.act((tx) => {
      tx.remove('members', memberId(groupId, ana.id), chatScope(groupId));
      tx.remove('memberships', memberId(groupId, ana.id), userScope(ana.id));
    });
    anas.setOnline(true);
    await world.time.advance(2_000);
    const { stores } = anas.disk;
    expect(scopeFaults(anas)).toEqual([]);
    expect(stores.cursors.has(chatScope(groupId))).toBe(false);
    expect(stores.coverage.has(groupId)).toBe(false);
    expect(contents(anas, groupId)).toEqual([]);
    expect(new Set(stores.users.keys())).toEqual(new Set([ana.id, ben.id]));
    // What was written is not lost with the chat: the user decides.
    expect([...stores.outbox.values()]).toMatchObject([{ state: 'rejected', args: { content: 'too late' } }]);
  });

  it('[PL1] come back when the member does', async () => {
    const { world, ana, groupId, anas, bensTab, text } = await setup();
    await bensTab.engine.mutate('sendMessage', text('before', groupId));
    await world.time.advance(1_000);
    const id = memberId(groupId, ana.id);
    world.server.act((tx) => {
      tx.remove('members', id, chatScope(groupId));
      tx.remove('memberships', id, userScope(ana.id));
    });
    await world.time.advance(1_000);
    world.server.act((tx, at) => addMember(tx, { chatId: groupId, userId: ana.id, at, joinedSeq: 0 }));
    await world.time.advance(1_000);
    expect(contents(anas, groupId)).toEqual(['before']);
    expect(replicaFaults(anas, world.server)).toEqual([]);
  });

  it('[PL4] start again after too long an absence, with the outbox and its effects kept', async () => {
    const { world, chatId, anas, tab, bensTab, text, setFate } = await setup();
    await bensTab.engine.mutate('sendMessage', text('old'));
    await world.time.advance(1_000);
    anas.setOnline(false);
    await tab.engine.mutate('sendMessage', text('mine'));
    for (let index = 1; index <= 12; index += 1)
      await bensTab.engine.mutate('sendMessage', text(`new ${index}`));
    await world.time.advance(2_000);
    world.server.compact();
    setFate('proxyForPush');
    anas.setOnline(true);
    await world.time.advance(1_000);
    expect(contents(anas, chatId)).toEqual(['new 9', 'new 10', 'new 11', 'new 12', 'mine']);
    expect(coverageFaults(anas)).toEqual([]);
    expect(replicaFaults(anas, world.server)).toEqual([]);
  });

  it('[PL4] of a restored server win over any version, and what was acknowledged is sent again', async () => {
    const { world, chatId, anas, bens, tab, bensTab, text, edit, setCopies } = await setup();
    const first = text('first');
    await bensTab.engine.mutate('sendMessage', first);
    await world.time.advance(1_000);
    world.server.save();
    edit(first.id, 'edited');
    edit(first.id, 'edited twice');
    await world.time.advance(1_000);
    expect(contents(anas, chatId)).toEqual(['edited twice']);
    setCopies(0);
    await bensTab.engine.mutate('sendMessage', text('makes a hole'));
    await world.time.advance(1_000);
    await tab.engine.mutate('sendMessage', text('lost by the server'));
    const state = () => [...anas.disk.stores.outbox.values()][0]?.state;
    while (state() !== 'acked') await world.time.advance(1);
    world.server.restore();
    setCopies(1);
    await world.time.advance(60_000);
    expect(contents(anas, chatId)).toEqual(['first', 'lost by the server']);
    expect(contents(bens, chatId)).toEqual(['first', 'lost by the server']);
    expect(replicaFaults(anas, world.server)).toEqual([]);
  });

  it('[PL5] bring the verdict that no answer brought', async () => {
    const { world, chatId, anas, tab, text, setFate } = await setup();
    setFate('lostAnswer');
    await tab.engine.mutate('sendMessage', text('arrived'));
    await world.time.advance(300);
    tab.kill();
    setFate('ok');
    await anas.openTab();
    await world.time.advance(1_000);
    expect(anas.disk.stores.outbox.size).toBe(0);
    expect(contents(anas, chatId)).toEqual(['arrived']);
    expect(replicaFaults(anas, world.server)).toEqual([]);
  });
});

describe('rows', () => {
  it('[AP1] of an older version never come back', async () => {
    const { world, chatId, anas, bensTab, text, edit } = await setup();
    const message = text('one');
    await bensTab.engine.mutate('sendMessage', message);
    for (const content of ['two', 'three', 'four']) {
      edit(message.id, content);
    }
    await world.time.advance(2_000);
    edit(message.id, 'five');
    await world.time.advance(2_000);
    expect(contents(anas, chatId)).toEqual(['five']);
  });
});

describe('events', () => {
  it('[SO2] that were lost are found: a hole after 300 ms, a last one by the heads', async () => {
    const { world, chatId, anas, bensTab, text, setCopies } = await setup();
    setCopies(0);
    await bensTab.engine.mutate('sendMessage', text('lost'));
    await world.time.advance(1_000);
    expect(contents(anas, chatId)).toEqual([]);
    setCopies(1);
    await bensTab.engine.mutate('sendMessage', text('shows the hole'));
    await world.time.advance(1_500);
    expect(contents(anas, chatId)).toEqual(['lost', 'shows the hole']);
    setCopies(0);
    await bensTab.engine.mutate('sendMessage', text('the last'));
    await world.time.advance(35_000);
    expect(contents(anas, chatId)).toEqual(['lost', 'shows the hole', 'the last']);
  });

  it('[SO2] of a chat that the device does not know bring the whole chat', async () => {
    const { world, ana, carla, anas } = await setup();
    const chatId = world.befriend(ana, carla);
    await world.time.advance(1_500);
    expect([...anas.disk.stores.chats.keys()]).toContain(chatId);
    expect(replicaFaults(anas, world.server)).toEqual([]);
  });
});

describe('history', () => {
  it('[WI10] names those who have left the chat since', async () => {
    const { world, ben, carla, groupId, tab, bensTab, text } = await setup();
    await bensTab.engine.mutate('sendMessage', text('mula kay Ben', groupId));
    await world.time.advance(1_000);
    world.server.act((tx) => {
      tx.remove('members', memberId(groupId, ben.id), chatScope(groupId));
      tx.remove('memberships', memberId(groupId, ben.id), userScope(ben.id));
    });
    for (let count = 0; count < 9; count += 1)
      await tab.engine.mutate('sendMessage', text(`mula kay Ana ${count}`, groupId));
    await world.time.advance(2_000);
    const carlas = world.addDevice(carla);
    const carlasTab = await carlas.openTab();
    await world.time.advance(1_000);
    expect([...carlas.disk.stores.users.keys()]).not.toContain(ben.id);
    for (let page = 0; page < 3; page += 1) {
      const loaded = carlasTab.engine.loadOlderMessages(groupId);
      await world.time.advance(1_000);
      await loaded;
    }
    expect(contents(carlas, groupId)).toContain('mula kay Ben');
    expect([...carlas.disk.stores.users.keys()]).toContain(ben.id);
    expect(replicaFaults(carlas, world.server)).toEqual([]);
  });

  it('[WI1] is filled page by page down to its start', async () => {
    const { world, chatId, anas, tab, bensTab, text } = await setup();
    anas.setOnline(false);
    const texts = Array.from({ length: 11 }, (_, index) => `text ${index + 1}`);
    for (const content of texts) await bensTab.engine.mutate('sendMessage', text(content));
    await world.time.advance(2_000);
    anas.setOnline(true);
    await world.time.advance(2_000);
    expect(contents(anas, chatId)).toEqual(texts.slice(-4));
    const load = async () => {
      const loaded = tab.engine.loadOlderMessages(chatId);
      await world.time.advance(1_000);
      return loaded;
    };
    expect(await load()).toBe('loaded');
    expect(contents(anas, chatId)).toEqual(texts.slice(-8));
    expect(await load()).toBe('complete');
    expect(contents(anas, chatId)).toEqual(texts);
    expect(await load()).toBe('complete');
    expect(coverageFaults(anas)).toEqual([]);
    anas.setOnline(false);
    expect(await load()).toBe('complete');
  });

  it('[WI9] is filled below any place where a gap ends, and nowhere else', async () => {
    const { world, chatId, anas, tab, bensTab, text } = await setup();
    anas.setOnline(false);
    for (let seq = 1; seq <= 20; seq += 1) await bensTab.engine.mutate('sendMessage', text(`text ${seq}`));
    await world.time.advance(2_000);
    anas.setOnline(true);
    await world.time.advance(2_000);
    const held = () => contents(anas, chatId).map((words) => Number(words?.slice('text '.length)));
    const load = async (before: number) => {
      const loaded = tab.engine.loadMessagesBefore(chatId, before);
      await world.time.advance(1_000);
      return loaded;
    };
    expect(held()).toEqual([17, 18, 19, 20]);
    // Nobody holds number 9: a page before it would stand alone.
    expect(await load(9)).toBe('offline');
    expect(held()).toEqual([17, 18, 19, 20]);
    expect(await load(17)).toBe('loaded');
    expect(await load(13)).toBe('loaded');
    expect(held()).toEqual(Array.from({ length: 12 }, (_, at) => at + 9));
    expect(coverageFaults(anas)).toEqual([]);
  });

  it('[WI13] holds a page that a search has led to as a range of its own', async () => {
    const { world, chatId, anas, tab, bensTab, text, edit } = await setup();
    anas.setOnline(false);
    const messages = Array.from({ length: 20 }, (_, at) => text(`text ${at + 1}`));
    for (const message of messages) await bensTab.engine.mutate('sendMessage', message);
    await world.time.advance(2_000);
    anas.setOnline(true);
    await world.time.advance(2_000);
    const held = () => contents(anas, chatId).map((words) => Number(words?.slice('text '.length)));
    const settle = async (loaded: Promise<unknown>) => {
      await world.time.advance(1_000);
      return loaded;
    };
    expect(held()).toEqual([17, 18, 19, 20]);
    expect(await settle(tab.engine.loadMessagesUpTo(chatId, 9))).toBe('loaded');
    expect(held()).toEqual([6, 7, 8, 9, 17, 18, 19, 20]);
    expect(coverageFaults(anas)).toEqual([]);
    edit(messages[6]?.id ?? '', 'text 700');
    await world.time.advance(2_000);
    expect(held()).toEqual([6, 700, 8, 9, 17, 18, 19, 20]);
    // Forwards it joins what is there; numbers that are not given yet are not claimed.
    expect(await settle(tab.engine.loadMessagesUpTo(chatId, 12))).toBe('loaded');
    expect(await settle(tab.engine.loadMessagesUpTo(chatId, 99))).toBe('loaded');
    expect(held()).toEqual([6, 700, 8, 9, 10, 11, 12, 17, 18, 19, 20]);
    expect(anas.disk.stores.coverage.get(listId('messages', chatId))?.ranges).toEqual([
      { from: 6, to: 12 },
      { from: 17, to: 20 },
    ]);
    expect(replicaFaults(anas, world.server)).toEqual([]);
  });

  it.each(['edited', 'deleted'])(
    '[WI2] brings nothing back that was %s while the page was on its way',
    async (how) => {
      const { world, chatId, anas, tab, bensTab, text, edit } = await setup();
      anas.setOnline(false);
      const first = text('text 1');
      await bensTab.engine.mutate('sendMessage', first);
      for (let index = 2; index <= 8; index += 1)
        await bensTab.engine.mutate('sendMessage', text(`text ${index}`));
      await world.time.advance(2_000);
      anas.setOnline(true);
      await world.time.advance(2_000);
      const loaded = tab.engine.loadOlderMessages(chatId);
      // The request has reached the server, its answer is on the way.
      await world.time.advance(210);
      if (how === 'edited') edit(first.id, 'edited');
      else world.server.act((tx) => tx.remove('messages', first.id, chatScope(chatId)));
      await world.time.advance(5_000);
      expect(await loaded).toBe('complete');
      expect(contents(anas, chatId)[0]).toBe(how === 'edited' ? 'edited' : 'text 2');
    },
  );

  it('[WI3] asked for in one lineage covers nothing of the next one', async () => {
    const { world, chatId, anas, tab, bensTab, text } = await setup();
    await bensTab.engine.mutate('sendMessage', text('before the backup'));
    await world.time.advance(2_000);
    world.server.save();
    anas.setOnline(false);
    for (let index = 2; index <= 9; index += 1)
      await bensTab.engine.mutate('sendMessage', text(`text ${index}`));
    await world.time.advance(2_000);
    anas.setOnline(true);
    await world.time.advance(2_000);
    const other = await anas.openTab();
    // Before number 6, which the restored chat does not have; the other tab learns of the restore before the page is read.
    const loaded = tab.engine.loadOlderMessages(chatId);
    await world.time.advance(1);
    tab.setFrozen(true);
    world.server.restore();
    await world.time.advance(300);
    void other.engine.sync();
    await world.time.advance(2_000);
    expect(contents(anas, chatId)).toEqual(['before the backup']);
    tab.setFrozen(false);
    await world.time.advance(5_000);
    expect(await loaded).toBe('complete');
    expect(coverageFaults(anas)).toEqual([]);
    expect(contents(anas, chatId)).toEqual(['before the backup']);
  });
});
