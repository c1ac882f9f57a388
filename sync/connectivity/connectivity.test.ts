import { describe, expect, it } from 'vitest';
import type { DeviceOptions } from '../testing/device.ts';
import type { Fate } from '../testing/fake-network.ts';
import { createWorld } from '../testing/world.ts';
import { listId } from '../windows/kinds.ts';

const setUp = async (options: Pick<DeviceOptions, 'saysOnline' | 'blocksSockets' | 'onHttpStep'> = {}) => {
  const world = createWorld(5);
  const ana = world.addPerson('Ana');
  const chatId = world.befriend(ana, world.addPerson('Ben'));
  let fate: Fate = 'ok';
  const device = world.addDevice(ana, { fate: () => fate, ...options });
  const { engine } = await device.openTab();
  const say = (content: string) =>
    engine.mutate('sendMessage', {
      id: world.newId(),
      chatId,
      content,
      writtenAt: new Date(world.time.now()).toISOString(),
    });
  return {
    world,
    device,
    engine,
    say,
    setFate: (next: Fate) => {
      fate = next;
    },
  };
};

describe('a browser that says offline', () => {
  it('[CO1] and is wrong keeps nothing back for longer than half a minute', async () => {
    const { world, engine, say } = await setUp({ saysOnline: () => false });
    await say('through all the same');
    expect(engine.status.value.connection).toBe('offline');
    await world.time.advance(35_000);
    expect(engine.status.value).toMatchObject({ connection: 'online', pending: 0 });
    // Once it was answered, nothing waits for the next doubt.
    await say('at once');
    await world.time.advance(2_000);
    expect(engine.status.value).toMatchObject({ connection: 'online', pending: 0 });
  });

  it('[CO1] and is right is asked every half minute and no oftener', async () => {
    const { world, device, engine, say } = await setUp();
    await world.time.advance(2_000);
    device.setOnline(false);
    await say('later');
    await world.time.advance(5 * 60_000);
    expect(engine.status.value).toMatchObject({ connection: 'offline', pending: 1 });
    const { steps } = await engine.exportTrace();
    const asked = steps.filter((step) => step.kind === 'request' && step.outcome === 'lost');
    expect(asked.length).toBeLessThan(30);
    device.setOnline(true);
    await world.time.advance(2_000);
    expect(engine.status.value).toMatchObject({ connection: 'online', pending: 0 });
  });
});

it('[CO1] the status is connecting from the moment the browser says online', async () => {
  const { world, device, engine, setFate } = await setUp({ blocksSockets: true });
  await world.time.advance(2_000);
  device.setOnline(false);
  expect(engine.status.value.connection).toBe('offline');
  setFate('lostRequest');
  device.setOnline(true);
  expect(engine.status.value.connection).toBe('connecting');
  await world.time.advance(60_000);
  expect(engine.status.value.connection).toBe('offline');
});

it('[CO1] an answer that was on its way when the network went is no proof of one', async () => {
  let onAnswer = (): void => undefined;
  const { world, device, engine } = await setUp({
    blocksSockets: true,
    onHttpStep(step) {
      if (step === 'answered') onAnswer();
      return undefined;
    },
  });
  await world.time.advance(5_000);
  onAnswer = () => device.setOnline(false);
  void engine.loadNewest(listId('feed', 'all'));
  await world.time.advance(5_000);
  expect(engine.status.value.connection).toBe('offline');
});

it('[CO1] a socket that another tab still holds is no proof once the browser has said offline', async () => {
  let says = true;
  const { world, device, setFate } = await setUp({ saysOnline: () => says });
  const { engine: beside } = await device.openTab();
  await world.time.advance(5_000);
  expect(beside.status.value.connection).toBe('online');
  says = false;
  setFate('lostRequest');
  void beside.sync();
  await world.time.advance(60_000);
  const connections: string[] = [];
  const subscription = beside.status.subscribe(({ connection }) => connections.push(connection));
  await world.time.advance(5 * 60_000);
  subscription.unsubscribe();
  expect(beside.status.value.connection).toBe('offline');
  expect(connections).not.toContain('online');
});

it('[CO1] an answer to the push says online, although the pull hangs', async () => {
  const { world, device, engine, say, setFate } = await setUp({ blocksSockets: true });
  await world.time.advance(2_000);
  device.setOnline(false);
  await say('hello');
  await world.time.advance(2_000);
  expect(engine.status.value.connection).toBe('offline');
  device.setOnline(true);
  // The push is answered within this time; from there on nothing is.
  const subscription = engine.status.subscribe(({ pending }) => {
    if (pending === 0) setFate('lostAnswer');
  });
  await world.time.advance(3_000);
  expect(engine.status.value).toMatchObject({ connection: 'online', pending: 0 });
  subscription.unsubscribe();
});
