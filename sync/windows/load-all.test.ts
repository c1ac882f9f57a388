import { describe, expect, it } from 'vitest';
import { chatScope } from '../../protocol/index.ts';
import type { LoadOutcome } from '../engine-types.ts';
import type { HttpStep } from '../testing/fake-network.ts';
import { createBarrier, createGate } from '../testing/gate.ts';
import { coverageFaults, replicaFaults } from '../testing/laws.ts';
import { createWorld } from '../testing/world.ts';
import { listId } from './kinds.ts';

/** How many lie ready at most beside the one that is being written; the model server's pages have four rows. */
const READY_MAX = 4;
const PER_PAGE = 4;
const COUNT = 40;

const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** Ana holds the newest four of forty messages. */
const setup = async () => {
  const world = createWorld();
  const { time, server } = world;
  const [ana, ben] = [world.addPerson('Ana'), world.addPerson('Ben')];
  const chatId = world.befriend(ana, ben);
  const gate = createGate();
  const asked: number[] = [];
  let onPageStep: (step: HttpStep, before: number) => Promise<void> | undefined = () => undefined;
  /** What is held after each transaction. */
  const states: number[][] = [];
  const anas = world.addDevice(ana, {
    storage(inner) {
      const gated = gate.wrap(inner);
      return {
        ...gated,
        async write(stores, action) {
          const result = await gated.write(stores, action);
          states.push(held());
          return result;
        },
      };
    },
    onHttpStep(step, path) {
      const before = /\/messages\?.*beforeSeq=(\d+)/.exec(path)?.[1];
      if (before === undefined) return undefined;
      if (step === 'leaving') asked.push(Number(before));
      return onPageStep(step, Number(before));
    },
  });
  const rows = () =>
    [...anas.disk.stores.messages.values()]
      .filter((row) => row.chatId === chatId)
      .sort((a, b) => a.order - b.order);
  const held = (): number[] => rows().flatMap(({ seq }) => seq ?? []);
  const bens = world.addDevice(ben);
  const bensTab = await bens.openTab();
  await time.advance(1_000);
  const ids: string[] = [];
  for (let seq = 1; seq <= COUNT; seq += 1) {
    const args = { id: world.newId(), chatId, content: `text ${seq}` };
    ids.push(args.id);
    await bensTab.engine.mutate('sendMessage', { ...args, writtenAt: new Date(time.now()).toISOString() });
    await time.advance(100);
  }
  await time.advance(2_000);
  const tab = await anas.openTab();
  await time.advance(2_000);
  expect(held()).toEqual(numbers(COUNT - 3, COUNT));
  asked.length = 0;
  const list = listId('messages', chatId);
  const fill = (options: { rowsMax?: number; signal?: AbortSignal } = {}) => {
    let outcome: LoadOutcome | null = null;
    const done = tab.engine.loadAll(list, options).then((got) => {
      outcome = got;
      return got;
    });
    return { done, outcome: () => outcome };
  };
  /** Where what is held is not as the server has it. */
  const lags = (): string[] => [...replicaFaults(anas, server), ...anas.errors.map(String)];
  const idOf = (seq: number): string => ids[seq - 1] ?? '';
  return {
    ...{ world, time, anas, ana, chatId, list, tab, gate, asked, states, held, rows, fill },
    edit: (seq: number, content: string) =>
      server.act((tx) => {
        const row = tx.get('messages', idOf(seq));
        if (row !== undefined) tx.put('messages', { ...row, content }, chatScope(chatId));
      }),
    remove: (seq: number) => server.act((tx) => tx.remove('messages', idOf(seq), chatScope(chatId))),
    addLines(afterSeq: number, count: number) {
      server.act((tx) => {
        const model = tx.get('messages', idOf(afterSeq));
        for (let line = 0; line < count && model !== undefined; line += 1)
          tx.put('messages', { ...model, id: world.newId(), seq: null, afterSeq }, chatScope(chatId));
      });
    },
    onPage(action: typeof onPageStep) {
      onPageStep = action;
    },
    lags,
    faults: () => [...coverageFaults(anas), ...lags()],
  };
};

/** The places of pages in the order in which they follow one another. */
const places = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, at) => from - at * PER_PAGE);

describe('a list that is filled in one go', () => {
  it('[WI11] has the next pages on their way while one is written, and no more than that', async () => {
    const { time, gate, asked, held, fill, faults } = await setup();
    const write = gate.stopAt('messages');
    const { done, outcome } = fill();
    await time.advance(10_000);
    expect(write.isReached()).toBe(true);
    expect(held()).toEqual(numbers(37, 40));
    expect(asked).toEqual(places(37, 1 + READY_MAX));
    write.open();
    await time.advance(10_000);
    expect(outcome()).toBe('complete');
    await done;
    expect(asked).toEqual(places(37, 9));
    expect(held()).toEqual(numbers(1, 40));
    expect(faults()).toEqual([]);
  });

  it('[WI11] takes the pages in strictly in order, and several at once when they lie ready', async () => {
    const { time, gate, states, held, fill } = await setup();
    const write = gate.stopAt('messages');
    const { done } = fill();
    await time.advance(10_000);
    states.length = 0;
    write.open();
    await time.advance(10_000);
    expect(await done).toBe('complete');
    for (const state of states) expect(state).toEqual(numbers(41 - state.length, 40));
    expect(held()).toHaveLength(40);
    const filling = new Set(states.map((state) => state.length));
    expect(filling.size).toBeLessThan(9);
  });

  it('[WI11] asks again for a page that is older than the log, and for all that was asked for after it', async () => {
    const { time, gate, asked, held, rows, fill, edit, faults } = await setup();
    const write = gate.stopAt('messages');
    const { done } = fill();
    await time.advance(10_000);
    // The pages with these two are here and wait for the one that is being written.
    edit(30, 'edited');
    await time.advance(1_000);
    edit(22, 'edited, too');
    await time.advance(5_000);
    write.open();
    await time.advance(20_000);
    expect(await done).toBe('complete');
    // One more was on its way by then, and is not waited for.
    expect(asked).toEqual([...places(37, 1 + READY_MAX + 1), ...places(33, 8)]);
    expect(held()).toEqual(numbers(1, 40));
    expect(rows().flatMap(({ seq, content }) => (content?.startsWith('edited') ? [seq] : []))).toEqual([
      22, 30,
    ]);
    expect(faults()).toEqual([]);
  });

  it('[WI11] brings nothing back that was deleted between the answer and its turn', async () => {
    const { time, gate, asked, held, fill, remove, lags } = await setup();
    const write = gate.stopAt('messages');
    const { done } = fill();
    await time.advance(10_000);
    remove(30);
    remove(23);
    await time.advance(5_000);
    write.open();
    await time.advance(10_000);
    expect(await done).toBe('complete');
    expect(asked).toEqual(places(37, 9));
    expect(held()).toEqual(numbers(1, 40).filter((seq) => seq !== 30 && seq !== 23));
    expect(lags()).toEqual([]);
  });

  it('[WI11] stops at once when it is told to, keeps what is written, and goes on from there', async () => {
    const { time, gate, asked, held, fill, faults } = await setup();
    const write = gate.stopAt('messages');
    const stopping = new AbortController();
    const { done } = fill({ signal: stopping.signal });
    await time.advance(10_000);
    stopping.abort();
    write.open();
    expect(await done).toBe('loaded');
    await time.advance(10_000);
    expect(held()).toEqual(numbers(33, 40));
    expect(asked).toHaveLength(1 + READY_MAX);
    const again = fill();
    await time.advance(20_000);
    expect(await again.done).toBe('complete');
    expect(asked.slice(1 + READY_MAX)).toEqual(places(33, 8));
    expect(held()).toEqual(numbers(1, 40));
    expect(faults()).toEqual([]);
  });

  it('[WI11] stops while a page is on its way: its answer is waited for no longer', async () => {
    const { time, held, fill, onPage } = await setup();
    const never = createBarrier();
    onPage((step, before) => (step === 'leaving' && before === 33 ? never.wait : undefined));
    const stopping = new AbortController();
    const { done, outcome } = fill({ signal: stopping.signal });
    await time.advance(5_000);
    expect(held()).toEqual(numbers(33, 40));
    expect(outcome()).toBeNull();
    stopping.abort();
    expect(await done).toBe('loaded');
  });

  it('[WI11] ends with its engine, and another one goes on', async () => {
    const { time, anas, list, tab, held, fill, onPage, faults } = await setup();
    const never = createBarrier();
    onPage((step, before) => (step === 'leaving' && before === 29 ? never.wait : undefined));
    const { done } = fill();
    await time.advance(5_000);
    const closed = tab.engine.close();
    expect(await done).toBe('loaded');
    await closed;
    expect(held()).toEqual(numbers(29, 40));
    onPage(() => undefined);
    const next = await anas.openTab();
    const again = next.engine.loadAll(list);
    await time.advance(20_000);
    expect(await again).toBe('complete');
    expect(held()).toEqual(numbers(1, 40));
    expect(faults()).toEqual([]);
  });

  it('[WI11] says so when the network goes, keeps what has come, and goes on from there', async () => {
    const { time, anas, asked, held, fill, onPage, faults } = await setup();
    onPage((step, before) => {
      if (step === 'leaving' && before === 21) anas.setOnline(false);
      return undefined;
    });
    const { done } = fill();
    await time.advance(30_000);
    expect(await done).toBe('offline');
    expect(held()).toEqual(numbers(21, 40));
    onPage(() => undefined);
    asked.length = 0;
    anas.setOnline(true);
    const again = fill();
    await time.advance(20_000);
    expect(await again.done).toBe('complete');
    expect(asked).toEqual(places(21, 5));
    expect(held()).toEqual(numbers(1, 40));
    expect(faults()).toEqual([]);
  });

  it('[WI11] goes as far down as was asked for', async () => {
    const { time, asked, held, fill } = await setup();
    const { done } = fill({ rowsMax: 2 * PER_PAGE });
    await time.advance(10_000);
    expect(await done).toBe('loaded');
    expect(asked).toEqual(places(37, 2));
    expect(held()).toEqual(numbers(29, 40));
  });

  it('[WI11] is filled by two tabs at once, and neither takes the other for a network that is gone', async () => {
    const { time, anas, list, held, fill, faults } = await setup();
    const other = await anas.openTab();
    await time.advance(2_000);
    const { done } = fill();
    const others = other.engine.loadAll(list);
    await time.advance(60_000);
    expect(await Promise.all([done, others])).toEqual(['complete', 'complete']);
    expect(held()).toEqual(numbers(1, 40));
    expect(faults()).toEqual([]);
  });

  it('[WI11] is scrolled through in one tab while another one fills it', async () => {
    const { time, anas, list, held, fill, faults } = await setup();
    const other = await anas.openTab();
    await time.advance(2_000);
    // Where this one ends is where the next one is asked for.
    const first = other.engine.loadOlder(list);
    await time.advance(2_000);
    expect(await first).toBe('loaded');
    const { done } = fill();
    const outcomes: LoadOutcome[] = [];
    const scroll = async (): Promise<void> => {
      for (let page = 0; page < 12; page += 1) outcomes.push(await other.engine.loadOlder(list));
    };
    const scrolled = scroll();
    await time.advance(60_000);
    await Promise.all([done, scrolled]);
    expect(new Set(outcomes)).toEqual(new Set(['loaded', 'complete']));
    expect(held()).toEqual(numbers(1, 40));
    expect(faults()).toEqual([]);
  });

  it('[WI11] asks for nothing when the whole list is held', async () => {
    const { time, asked, fill } = await setup();
    const first = fill();
    await time.advance(20_000);
    await first.done;
    asked.length = 0;
    expect(await fill().done).toBe('complete');
    expect(asked).toEqual([]);
  });

  it('[WI12] goes on behind more lines than a page holds after one message', async () => {
    const { time, asked, held, rows, fill, addLines, faults } = await setup();
    addLines(20, 2 * PER_PAGE + 1);
    await time.advance(2_000);
    const { done } = fill();
    await time.advance(60_000);
    expect(await done).toBe('complete');
    expect(asked.filter((before) => before === 21)).toHaveLength(3);
    expect(held()).toEqual(numbers(1, 40));
    expect(rows().filter(({ seq }) => seq === null)).toHaveLength(2 * PER_PAGE + 1);
    expect(faults()).toEqual([]);
  });

  it('[WI12] is scrolled on behind them, too', async () => {
    const { time, tab, list, held, addLines, faults } = await setup();
    addLines(36, 2 * PER_PAGE);
    await time.advance(2_000);
    const older = tab.engine.loadOlder(list);
    await time.advance(10_000);
    expect(await older).toBe('loaded');
    expect(held()[0]).toBeLessThan(37);
    expect(faults()).toEqual([]);
  });
});
