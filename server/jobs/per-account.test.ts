import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from '../../protocol/index.ts';
import { createSession } from '../modules/auth/sessions.ts';
import { storeSubscription } from '../modules/notifications/subscriptions.ts';
import { openApi } from '../testing/api.ts';

/** How many jobs one account can put into the queue: what comes in one moment about one thing is one job, and one after it. */

let api: Awaited<ReturnType<typeof openApi>>;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

const SLOT_MS = 2_000;
const counted = z.object({ count: z.coerce.number() });
const countJobs = async (name: string, userId: string): Promise<number> => {
  const { rows } = await api.executeSql(
    'select count(*) from pgboss.job where name = $1 and data::text like $2',
    [name, `%${userId}%`],
  );
  return counted.parse(rows[0]).count;
};
/** One for each slot of time that was touched, and the one that waits for the next. */
const mostSince = (startedAt: number): number => Math.ceil((performance.now() - startedAt) / SLOT_MS) + 2;

const ROUNDS = 60;

describe('of one account', () => {
  it('the messages of a moment to one chat are told by one job, and those after it by another', async () => {
    const { world } = api;
    const { ana, ben, chatId } = await world.friends();
    const { session } = await createSession(world.db, ben.id, 'Phone', world.clock.now());
    const keys = { auth: 'b'.repeat(22), p256dh: 'p'.repeat(87) };
    await storeSubscription(world.db, { userId: ben.id, sessionId: session.id }, { keys }, world.clock.now());
    const startedAt = performance.now();
    for (let round = 0; round < ROUNDS; round += 1) {
      const path = `/chats/${chatId}/messages`;
      expect((await api.ask(ana, 'POST', path, { body: { content: 'Hoy' } })).statusCode).toBe(201);
    }
    const jobs = await countJobs('notify-chat', ana.id);
    expect(jobs).toBeGreaterThan(0);
    expect(jobs).toBeLessThanOrEqual(mostSince(startedAt));
    expect(jobs).toBeLessThan(ROUNDS);
  });

  it('the renamings of a moment are told by one job, and those after it by another', async () => {
    const ana = await api.world.person();
    const startedAt = performance.now();
    for (let round = 0; round < ROUNDS; round += 1) {
      const body = { firstName: `Ana${'a'.repeat(round % 20)}` };
      expect((await api.ask(ana, 'PUT', `/users/${ana.id}`, { body })).statusCode).toBe(200);
    }
    const jobs = await countJobs('tell-profile', ana.id);
    expect(jobs).toBeGreaterThan(0);
    expect(jobs).toBeLessThanOrEqual(mostSince(startedAt));
    expect(jobs).toBeLessThan(ROUNDS);
  });

  it('twenty questions at once for a copy of the data begin one', async () => {
    const ana = await api.world.person();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => api.ask(ana, 'POST', '/account/export')),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    expect(await countJobs('write-export', ana.id)).toBe(1);
  });
});
