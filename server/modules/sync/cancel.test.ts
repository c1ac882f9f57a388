import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../../protocol/index.ts';
import { mutations } from '../../db/schema.ts';
import { forgetOldKeys } from '../../jobs/forget-old-keys.ts';
import { createMemoryBuckets, type TakeFromBucket } from '../../plugins/buckets.ts';
import { openApi } from '../../testing/api.ts';
import type { Person } from '../../testing/world.ts';

let api: Awaited<ReturnType<typeof openApi>>;
let take: TakeFromBucket;
beforeAll(async () => {
  api = await openApi({ takeFromBucket: (...call) => take(...call) });
});
beforeEach(() => {
  take = createMemoryBuckets(() => api.world.clock.now().getTime());
});
afterAll(() => api.close());

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const cancel = (person: Person, ids: string[]) => api.ask(person, 'POST', '/sync/cancel', { body: { ids } });
const some = (count: number): string[] => Array.from({ length: count }, newId);
const storedOf = (person: Person): Promise<number> =>
  api.world.db.$count(mutations, eq(mutations.userId, person.id));

describe('cancelled keys', () => {
  it('are paid for one by one: an outbox of two hundred is cancelled at once, thousands are not', async () => {
    const ana = await api.world.person();
    for (let batch = 0; batch < 2; batch += 1) expect((await cancel(ana, some(100))).statusCode).toBe(200);
    const refused = [];
    for (let batch = 0; batch < 18; batch += 1) {
      const answer = await cancel(ana, some(100));
      if (answer.statusCode === 429) refused.push(Number(answer.headers['retry-after']));
    }
    expect(refused.length).toBe(16);
    expect(Math.min(...refused)).toBeGreaterThan(0);
    expect(await storedOf(ana)).toBe(400);
    // Of another account nothing is taken, and in an hour some more may be cancelled.
    expect((await cancel(await api.world.person(), some(100))).statusCode).toBe(200);
    api.world.clock.advance(HOUR_MS);
    expect((await cancel(ana, some(100))).statusCode).toBe(200);
    expect((await cancel(ana, some(100))).statusCode).toBe(429);
  });

  it('keep a late copy from acting for a month, and are forgotten then; what was carried out is kept for a year', async () => {
    const { world } = api;
    const { ana, chatId } = await world.friends();
    const cancelled = newId();
    expect((await cancel(ana, [cancelled])).statusCode).toBe(200);
    const sent = newId();
    await world.applied(ana, 'sendMessage', world.message(chatId), { id: sent });
    const isStored = async (id: string) => (await world.db.$count(mutations, eq(mutations.id, id))) === 1;
    world.clock.advance(29 * DAY_MS);
    await forgetOldKeys(world.db, world.clock.now());
    const late = await world.run(ana, 'sendMessage', world.message(chatId), { id: cancelled });
    expect(late.status).toBe('cancelled');
    world.clock.advance(2 * DAY_MS);
    await forgetOldKeys(world.db, world.clock.now());
    expect([await isStored(cancelled), await isStored(sent)]).toEqual([false, true]);
  });
});
