import { describe, expect, it } from 'vitest';
import { ProtocolError } from '../protocol/index.ts';
import type { MutationInput } from './engine-types.ts';
import type { Device } from './testing/device.ts';
import { createWorld, type World } from './testing/world.ts';

const message = (world: World, chatId: string, content: string): MutationInput<'sendMessage'> => ({
  id: world.newId(),
  chatId,
  content,
  writtenAt: new Date(world.time.now()).toISOString(),
});

const contents = (device: Device, chatId: string) =>
  [...device.disk.stores.messages.values()]
    .filter((row) => row.chatId === chatId)
    .sort((a, b) => a.order - b.order)
    .map((row) => row.content);

const setup = async () => {
  const world = createWorld();
  const ana = world.addPerson('Ana');
  const ben = world.addPerson('Ben');
  const chatId = world.befriend(ana, ben);
  const anas = world.addDevice(ana);
  const bens = world.addDevice(ben);
  const anasTab = await anas.openTab();
  const bensTab = await bens.openTab();
  await world.time.advance(1_000);
  return { world, ana, ben, chatId, anas, bens, anasTab, bensTab };
};

describe('two people', () => {
  it('[PL1] know each other and their chat after the first pull', async () => {
    const { anas, ben, chatId } = await setup();
    expect([...anas.disk.stores.users.keys()]).toContain(ben.id);
    expect([...anas.disk.stores.chats.keys()]).toEqual([chatId]);
    expect(anas.errors).toEqual([]);
  });

  it('[OB1] see each other’s messages', async () => {
    const { world, anas, bens, anasTab, bensTab, chatId } = await setup();
    await anasTab.engine.mutate('sendMessage', message(world, chatId, 'Tara!'));
    await world.time.advance(1_000);
    await bensTab.engine.mutate('sendMessage', message(world, chatId, 'Sige'));
    await world.time.advance(1_000);
    expect(contents(anas, chatId)).toEqual(['Tara!', 'Sige']);
    expect(contents(bens, chatId)).toEqual(['Tara!', 'Sige']);
    expect(anas.disk.stores.outbox.size + anas.disk.stores.shadows.size).toBe(0);
    expect(anasTab.engine.status.value).toMatchObject({ connection: 'online', pending: 0, attention: 0 });
  });

  it('wait for what they did, not for what they have seen to be told', async () => {
    const { world, anas, anasTab, bensTab, chatId } = await setup();
    await bensTab.engine.mutate('sendMessage', message(world, chatId, 'Tara!'));
    await world.time.advance(1_000);
    anas.setOnline(false);
    await anasTab.engine.mutate('markSeen', { chatId, seq: 1 });
    const until = new Date(world.time.now()).toISOString();
    await anasTab.engine.mutate('markScreenSeen', { url: '/strangers', until });
    await anasTab.engine.mutate('sendMessage', message(world, chatId, 'Sige'));
    await world.time.advance(1_000);
    expect(anasTab.engine.status.value).toMatchObject({ pending: 1, unsettled: 1, marks: 2 });
    anas.setOnline(true);
    await world.time.advance(10_000);
    expect(anasTab.engine.status.value).toMatchObject({ pending: 0, unsettled: 0, marks: 0 });
  });

  it('[OB1] lose nothing in a tunnel, over a closed browser', async () => {
    const { world, anas, bens, anasTab, chatId } = await setup();
    anas.setOnline(false);
    for (const text of ['one', 'two', 'three']) {
      await anasTab.engine.mutate('sendMessage', message(world, chatId, text));
    }
    expect(contents(anas, chatId)).toEqual(['one', 'two', 'three']);
    anasTab.kill();
    const again = await anas.openTab();
    await world.time.advance(60_000);
    expect(again.engine.status.value).toMatchObject({ connection: 'offline', pending: 3 });
    expect(contents(anas, chatId)).toEqual(['one', 'two', 'three']);
    anas.setOnline(true);
    await world.time.advance(1_000);
    expect(contents(bens, chatId)).toEqual(['one', 'two', 'three']);
    expect(again.engine.status.value).toMatchObject({ connection: 'online', pending: 0 });
    expect(anas.disk.stores.outbox.size).toBe(0);
  });
});

describe('a full disk', () => {
  const fill = async () => {
    const world = createWorld();
    const ana = world.addPerson('Ana');
    const ben = world.addPerson('Ben');
    const chatId = world.befriend(ana, ben);
    let isFull = false;
    const anas = world.addDevice(ana, {
      isFatal() {
        if (isFull) throw new ProtocolError('storage_full');
        return false;
      },
    });
    const anasTab = await anas.openTab();
    const bensTab = await world.addDevice(ben).openTab();
    await world.time.advance(1_000);
    isFull = true;
    await bensTab.engine.mutate('sendMessage', message(world, chatId, 'one'));
    await world.time.advance(60_000);
    expect(anasTab.engine.status.value.paused).toBe('storage_full');
    isFull = false;
    return { world, chatId, anas, anasTab };
  };

  it('[OB5] pauses only until somebody looks again', async () => {
    const { world, chatId, anas, anasTab } = await fill();
    anasTab.setVisible(true);
    await world.time.advance(1_000);
    expect(anasTab.engine.status.value.paused).toBeNull();
    expect(contents(anas, chatId)).toEqual(['one']);
  });

  it('[OB5] pauses only until something could be written', async () => {
    const { world, chatId, anas, anasTab } = await fill();
    await anasTab.engine.mutate('sendMessage', message(world, chatId, 'two'));
    await world.time.advance(1_000);
    expect(anasTab.engine.status.value).toMatchObject({ paused: null, pending: 0 });
    expect(contents(anas, chatId)).toEqual(['one', 'two']);
  });
});

it('[EF2] a seen mark that another device was first with stays where it is', async () => {
  const { world, ana, chatId, anas, anasTab, bensTab } = await setup();
  await bensTab.engine.mutate('sendMessage', message(world, chatId, 'one'));
  const other = world.addDevice(ana);
  const otherTab = await other.openTab();
  await world.time.advance(1_000);
  const seenSeq = () =>
    [...anas.disk.stores.memberships.values()].find((row) => row.chatId === chatId)?.seenSeq;
  anas.setOnline(false);
  await otherTab.engine.mutate('markSeen', { chatId, seq: 1 });
  await world.time.advance(5_000);
  await anasTab.engine.mutate('markSeen', { chatId, seq: 1 });
  anas.setOnline(true);
  const seen: unknown[] = [];
  for (let ms = 0; ms < 1_000; ms += 5) {
    await world.time.advance(5);
    seen.push(seenSeq());
  }
  expect(new Set(seen)).toEqual(new Set([1]));
  expect(anas.disk.stores.outbox.size).toBe(0);
});
