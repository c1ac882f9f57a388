import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId, PROTOCOL_VERSION } from '../../../protocol/index.ts';
import { openApi } from '../../testing/api.ts';
import type { Person } from '../../testing/world.ts';

let api: Awaited<ReturnType<typeof openApi>>;
beforeAll(async () => {
  api = await openApi();
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => api.close());

const RUNNING = 4;
const WAITING = 16;

const pull = (person: Person) =>
  api.ask(person, 'POST', '/sync/pull', {
    body: { protocol: PROTOCOL_VERSION, deviceId: newId(), cursors: {}, unfinished: [], pendingCount: 0 },
  });

/** Holds every snapshot until it is told to go on, and counts those that have begun. */
const holdSnapshots = () => {
  const { promise: gate, resolve: release } = Promise.withResolvers<void>();
  const begun = { count: 0 };
  const transaction = api.world.db.transaction.bind(api.world.db);
  vi.spyOn(api.world.db, 'transaction').mockImplementation(async (...asked) => {
    // Jobs write at the same time.
    if (asked[1]?.isolationLevel !== 'repeatable read') return transaction(...asked);
    begun.count += 1;
    await gate;
    return transaction(...asked);
  });
  return { begun, release };
};

describe('pulls of one account at the same time', () => {
  it('run four at once, wait for each other, and are refused when too many wait', async () => {
    const ana = await api.world.person();
    await api.tokenOf(ana);
    const { begun, release } = holdSnapshots();
    const statuses: number[] = [];
    const pulls = Array.from({ length: 60 }, async () => {
      const answer = await pull(ana);
      statuses.push(answer.statusCode);
      return answer;
    });
    const refused = 60 - RUNNING - WAITING;
    await vi.waitFor(() => expect(statuses).toHaveLength(refused), { timeout: 20_000 });
    expect([new Set(statuses), begun.count]).toEqual([new Set([429]), RUNNING]);
    release();
    const answers = await Promise.all(pulls);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(RUNNING + WAITING);
    for (const { statusCode, headers, json } of answers)
      if (statusCode === 429)
        expect([json().code, Number(headers['retry-after']) > 0]).toEqual(['rate_limited', true]);
    expect((await pull(ana)).statusCode).toBe(200);
  });

  it('hold up no other account, and ten devices of one are all answered', async () => {
    const [ana, ben] = [await api.world.person(), await api.world.person()];
    for (const person of [ana, ben]) await api.tokenOf(person);
    const { begun, release } = holdSnapshots();
    const many = Array.from({ length: 40 }, () => pull(ana));
    await vi.waitFor(() => expect(begun.count).toBe(RUNNING), { timeout: 20_000 });
    const devices = Array.from({ length: 10 }, () => pull(ben));
    await vi.waitFor(() => expect(begun.count).toBe(2 * RUNNING), { timeout: 20_000 });
    release();
    expect((await Promise.all(devices)).map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
    await Promise.all(many);
  });
});
