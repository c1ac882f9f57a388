import { describe, expect, it } from 'vitest';
import type { MutationInput } from '../engine-types.ts';
import type { Device } from '../testing/device.ts';
import type { Fate } from '../testing/fake-network.ts';
import { createWorld } from '../testing/world.ts';

const setup = async () => {
  const world = createWorld();
  let fate: Fate = 'ok';
  const ana = world.addPerson('Ana');
  const ben = world.addPerson('Ben');
  const chatId = world.befriend(ana, ben);
  const anas = world.addDevice(ana, { fate: () => fate });
  const bens = world.addDevice(ben);
  const tab = await anas.openTab();
  await bens.openTab();
  await world.time.advance(1_000);
  const text = (content: string, to = chatId): MutationInput<'sendMessage'> => ({
    id: world.newId(),
    chatId: to,
    content,
    writtenAt: new Date(world.time.now()).toISOString(),
  });
  return {
    world,
    ben,
    chatId,
    anas,
    bens,
    tab,
    text,
    setFate(next: Fate) {
      fate = next;
    },
  };
};

const contents = (device: Device) =>
  [...device.disk.stores.messages.values()].sort((a, b) => a.order - b.order).map((row) => row.content);
const states = (device: Device) => [...device.disk.stores.outbox.values()].map((row) => row.state);

describe('discarding', () => {
  it('[OB6] forgets what was never sent', async () => {
    const { world, anas, bens, tab, text } = await setup();
    anas.setOnline(false);
    const id = await tab.engine.mutate('sendMessage', text('never'));
    expect(await tab.engine.cancel(id)).toBe('cancelled');
    expect(contents(anas)).toEqual([]);
    anas.setOnline(true);
    await world.time.advance(5_000);
    expect(contents(bens)).toEqual([]);
    expect(world.server.verdicts.has(id)).toBe(false);
  });

  it('[OB6] cancels at the server what was attempted: a late copy cannot act', async () => {
    const { world, anas, bens, tab, text, setFate } = await setup();
    setFate('zombie');
    const id = await tab.engine.mutate('sendMessage', text('zombie'));
    await world.time.advance(500);
    expect(states(anas)).toEqual(['sending']);
    setFate('ok');
    const cancelled = tab.engine.cancel(id);
    await world.time.advance(1_000);
    expect(await cancelled).toBe('cancelled');
    await world.time.advance(120_000);
    expect(contents(bens)).toEqual([]);
    expect(contents(anas)).toEqual([]);
    expect(states(anas)).toEqual([]);
  });

  it('[OB6] goes on asking when the server cannot be reached, with the message off the screen', async () => {
    const { world, anas, bens, tab, text, setFate } = await setup();
    setFate('zombie');
    const id = await tab.engine.mutate('sendMessage', text('zombie'));
    await world.time.advance(500);
    anas.setOnline(false);
    const cancelled = tab.engine.cancel(id);
    await world.time.advance(1_000);
    expect(await cancelled).toBe('later');
    expect(contents(anas)).toEqual([]);
    expect(states(anas)).toEqual(['cancelling']);
    setFate('ok');
    anas.setOnline(true);
    // The flush that is still waiting for the lost answer ends first.
    await world.time.advance(20_000);
    expect(states(anas)).toEqual([]);
    await world.time.advance(120_000);
    expect(contents(bens)).toEqual([]);
  });

  it('[PU8] stays discarded when the server is restored to before the cancellation and the late copy arrives', async () => {
    const { world, anas, bens, tab, text, setFate } = await setup();
    world.server.save();
    setFate('zombie');
    const id = await tab.engine.mutate('sendMessage', text('zombie'));
    await world.time.advance(500);
    setFate('ok');
    const cancelled = tab.engine.cancel(id);
    await world.time.advance(1_000);
    expect(await cancelled).toBe('cancelled');
    expect(world.server.restore()).toBe(true);
    await world.time.advance(180_000);
    expect(contents(bens)).toEqual([]);
    expect(contents(anas)).toEqual([]);
    await tab.engine.mutate('sendMessage', text('after the restore'));
    await world.time.advance(2_000);
    expect(contents(bens)).toEqual(['after the restore']);
    expect(states(anas)).toEqual([]);
  });

  it('[OB6] is too late for what was applied', async () => {
    const { world, anas, tab, text, setFate } = await setup();
    setFate('lostAnswer');
    const id = await tab.engine.mutate('sendMessage', text('sent'));
    await world.time.advance(500);
    setFate('ok');
    const cancelled = tab.engine.cancel(id);
    await world.time.advance(1_000);
    expect(await cancelled).toBe('too_late');
    expect(contents(anas)).toEqual(['sent']);
  });
});

describe('what was being sent when its page ended', () => {
  it('[OB12] is queued again when the next page opens without a network, and arrives once', async () => {
    const { world, anas, bens, tab, text, setFate } = await setup();
    setFate('zombie');
    await tab.engine.mutate('sendMessage', text('on its way'));
    await world.time.advance(500);
    expect(states(anas)).toEqual(['sending']);
    anas.setOnline(false);
    tab.kill();
    await anas.openTab();
    await world.time.advance(1_000);
    expect([...anas.disk.stores.outbox.values()]).toMatchObject([{ state: 'queued', attempts: 1 }]);
    setFate('ok');
    anas.setOnline(true);
    await world.time.advance(120_000);
    expect(contents(bens)).toEqual(['on its way']);
    expect(states(anas)).toEqual([]);
  });
});

describe('a rejected mutation', () => {
  it('[OB7] leaves the screen, stays in the outbox, and ends differently only as a new one', async () => {
    const { world, anas, tab, text } = await setup();
    const group = world.newId();
    const id = await tab.engine.mutate('sendMessage', text('to nobody', group));
    await world.time.advance(1_000);
    expect(contents(anas)).toEqual([]);
    expect([...anas.disk.stores.outbox.values()]).toMatchObject([
      { id, state: 'rejected', error: { code: 'not_found' }, args: { content: 'to nobody' } },
    ]);
    expect(anas.disk.stores.shadows.size).toBe(0);
    expect(tab.engine.status.value).toMatchObject({ pending: 0, attention: 1 });
    await tab.engine.retry(id);
    expect(contents(anas)).toEqual(['to nobody']);
    await world.time.advance(1_000);
    const [again] = [...anas.disk.stores.outbox.values()];
    expect(again?.state).toBe('rejected');
    expect(again?.id).not.toBe(id);
    expect(await tab.engine.cancel(again?.id ?? '')).toBe('cancelled');
    expect(states(anas)).toEqual([]);
  });

  it('[PU2] does not stop what comes after it', async () => {
    const { world, bens, tab, text } = await setup();
    void tab.engine.mutate('sendMessage', text('to nobody', world.newId()));
    void tab.engine.mutate('sendMessage', text('to Ben'));
    await world.time.advance(1_000);
    expect(contents(bens)).toEqual(['to Ben']);
  });
});

describe('trouble on the way', () => {
  it('[PU5] keeps trying through every kind, without limit, and never says failed', async () => {
    const { world, anas, bens, tab, text, setFate } = await setup();
    for (const trouble of ['busy', 'portal', 'lostRequest', 'lostAnswer'] as const) {
      setFate(trouble);
      void tab.engine.mutate('sendMessage', text(trouble));
      await world.time.advance(10 * 60_000);
    }
    expect(tab.engine.status.value).toMatchObject({ attention: 0, paused: null });
    setFate('ok');
    await world.time.advance(60_000);
    expect(contents(bens)).toEqual(['busy', 'portal', 'lostRequest', 'lostAnswer']);
    expect(contents(anas)).toEqual(contents(bens));
    expect(states(anas)).toEqual([]);
  });

  it('[PU4] does not park what a captive portal refuses, however often', async () => {
    const { world, anas, tab, text, setFate } = await setup();
    setFate('proxy');
    void tab.engine.mutate('sendMessage', text('in the airport'));
    await world.time.advance(30 * 60_000);
    expect(states(anas)).toEqual(['queued']);
    setFate('ok');
    await world.time.advance(120_000);
    expect(states(anas)).toEqual([]);
  });

  it('[PU4] parks what a proxy refuses while our server answers everything else', async () => {
    const { world, anas, bens, tab, text, setFate } = await setup();
    setFate('proxyForPush');
    void tab.engine.mutate('sendMessage', text('a word that the proxy dislikes'));
    await world.time.advance(10 * 60_000);
    expect(states(anas)).toEqual(['parked']);
    expect(tab.engine.status.value).toMatchObject({ attention: 1, pending: 0, connection: 'online' });
    setFate('ok');
    await tab.engine.retryAll();
    await world.time.advance(5_000);
    expect(contents(bens)).toEqual(['a word that the proxy dislikes']);
    expect(states(anas)).toEqual([]);
  });

  it('[OB9] what was attempted waits with its parked root, and goes behind it under its own id', async () => {
    const { world, anas, ben, bens, tab, text, setFate } = await setup();
    setFate('proxyForPush');
    anas.setOnline(false);
    const group = { id: world.newId(), type: 'GROUP' as const, name: 'Tropa', users: [ben.id] };
    const root = await tab.engine.mutate('createChat', group);
    // Both go in the first request: the message is attempted, too.
    const message = await tab.engine.mutate('sendMessage', text('Tara!', group.id));
    anas.setOnline(true);
    await world.time.advance(10 * 60_000);
    const rows = () =>
      [...anas.disk.stores.outbox.values()].map(({ id, state, blockedBy, attempts }) => [
        ...[id, state, blockedBy],
        attempts > 0,
      ]);
    expect(rows()).toEqual([
      [root, 'parked', null, true],
      [message, 'blocked', root, true],
    ]);
    setFate('ok');
    await world.time.advance(10 * 60_000);
    expect(rows()).toHaveLength(2);
    await tab.engine.retry(message);
    await world.time.advance(5_000);
    expect(rows()).toEqual([]);
    expect(contents(bens)).toEqual(['Tara!']);
  });

  it('[PU4] waits no longer for what a proxy refused once somebody says: now', async () => {
    const { world, anas, bens, tab, text, setFate } = await setup();
    const row = () => [...anas.disk.stores.outbox.values()][0];
    // Tried often enough that a refusal is a long wait.
    setFate('lostRequest');
    void tab.engine.mutate('sendMessage', text('on the third floor'));
    await world.time.advance(5 * 60_000);
    setFate('proxyForPush');
    while ((row()?.notBefore ?? 0) < world.time.now() + 10_000) await world.time.advance(1_000);
    setFate('ok');
    await world.time.advance(1_000);
    expect(contents(bens)).toEqual([]);
    void tab.engine.sync();
    await world.time.advance(1_000);
    expect(contents(bens)).toEqual(['on the third floor']);
  });

  it('[PU6] pauses when the session is over, and keeps everything', async () => {
    const { world, anas, bens, tab, text } = await setup();
    world.server.signOut(anas.token());
    await tab.engine.mutate('sendMessage', text('kept'));
    await world.time.advance(60_000);
    expect(tab.engine.status.value).toMatchObject({ paused: 'session_dead', pending: 1, attention: 0 });
    expect(contents(anas)).toEqual(['kept']);
    expect(contents(bens)).toEqual([]);
    await tab.engine.mutate('sendMessage', text('also kept'));
    expect(states(anas)).toEqual(['queued', 'queued']);
  });
});

it('[PU6] a pause that was said before the member signed in again does not come over the new session', async () => {
  const world = createWorld();
  const ana = world.addPerson('Ana');
  const [withBen, withCarla] = [world.addPerson('Ben'), world.addPerson('Carla')].map((one) =>
    world.befriend(ana, one),
  );
  const fates: Fate[] = [];
  const anas = world.addDevice(ana, { fate: () => fates.shift() ?? 'ok' });
  const tab = await anas.openTab();
  await world.time.advance(1_000);
  anas.setOnline(false);
  const write = (chatId: string | undefined, content: string) =>
    tab.engine.mutate('sendMessage', {
      id: world.newId(),
      chatId: chatId ?? '',
      content,
      writtenAt: new Date(world.time.now()).toISOString(),
    });
  // Enough for two requests at once: one hangs, the other is told that the session is dead.
  for (let n = 0; n < 26; n += 1) await write(withBen, `${n}`);
  await write(withCarla, 'and to Carla');
  world.server.signOut(anas.token());
  fates.push('lostRequest');
  anas.setOnline(true);
  await world.time.advance(2_000);
  anas.signIn();
  await world.time.advance(60_000);
  expect(tab.engine.status.value).toMatchObject({ paused: null, pending: 0 });
  expect(states(anas)).toEqual([]);
});
