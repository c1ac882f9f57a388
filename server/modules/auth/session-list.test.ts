import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionsResponse } from '../../../protocol/index.ts';
import { sessions } from '../../db/schema.ts';
import { forgetOldKeys } from '../../jobs/forget-old-keys.ts';
import { openApi } from '../../testing/api.ts';
import { findSession, SESSIONS_PER_ACCOUNT } from './sessions.ts';

let api: Awaited<ReturnType<typeof openApi>>;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PASSWORD = 'halo-halo sa tag-init';
let count = 0;
const signedIn = async () => {
  count += 1;
  const email = `ben${count}@example.test`;
  const person = { email, password: PASSWORD, firstName: 'Ben', lastName: 'Cruz', birthDate: '1990-05-05' };
  const phone = await api.ask(null, 'POST', '/auth/register', {
    body: person,
    headers: { 'user-agent': 'Mozilla/5.0 (iPhone) Safari/605' },
  });
  const laptop = await api.ask(null, 'POST', '/auth/login', {
    body: { email, password: PASSWORD },
    headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' },
  });
  return { phone: phone.json().data.accessToken as string, laptop: laptop.json().data.accessToken as string };
};
const as = (token: string, method: 'GET' | 'DELETE', path: string) =>
  api.ask(null, method, path, { headers: { authorization: `Bearer ${token}` } });
const list = async (token: string) =>
  sessionsResponse.parse((await as(token, 'GET', '/auth/sessions')).json()).data;

describe('sessions', () => {
  it('are listed with their devices, and the one that asks is marked', async () => {
    const { phone } = await signedIn();
    const rows = await list(phone);
    expect(rows.map(({ deviceName, isCurrent }) => [deviceName, isCurrent])).toEqual(
      expect.arrayContaining([
        ['Safari on iPhone', true],
        ['Firefox on Windows', false],
      ]),
    );
    expect(rows).toHaveLength(2);
  });

  it('end one by one; ending one twice looks the same', async () => {
    const { phone, laptop } = await signedIn();
    const other = (await list(phone)).find(({ isCurrent }) => !isCurrent);
    for (const _time of [1, 2]) {
      const answer = await as(phone, 'DELETE', `/auth/sessions/${other?.id}`);
      expect([answer.statusCode, answer.json()]).toEqual([200, { data: { id: other?.id, ended: true } }]);
    }
    expect((await as(laptop, 'GET', '/auth/verify')).statusCode).toBe(401);
    expect(await list(phone)).toHaveLength(1);
  });

  it('end all at once but the one that asks', async () => {
    const { phone, laptop } = await signedIn();
    expect((await as(phone, 'DELETE', '/auth/sessions')).json()).toEqual({ data: { ended: 1 } });
    expect((await as(laptop, 'GET', '/auth/verify')).statusCode).toBe(401);
    expect((await as(phone, 'GET', '/auth/verify')).statusCode).toBe(200);
  });

  it('of somebody else are not there', async () => {
    const [ana, ben] = [await signedIn(), await signedIn()];
    const [theirs] = await list(ana.phone);
    expect((await as(ben.phone, 'DELETE', `/auth/sessions/${theirs?.id}`)).statusCode).toBe(404);
    expect(await list(ana.phone)).toHaveLength(2);
  });

  it('are few, however often somebody signs in: the longest unused is signed out', async () => {
    const { phone, laptop } = await signedIn();
    const { world } = api;
    world.clock.advance(HOUR_MS);
    const email = `ben${count}@example.test`;
    // Used meanwhile: it stays.
    await list(phone);
    for (let signIns = 2; signIns < SESSIONS_PER_ACCOUNT + 1; signIns += 1) {
      world.clock.advance(1_000);
      const body = { email, password: PASSWORD };
      expect((await api.ask(null, 'POST', '/auth/login', { body })).statusCode).toBe(200);
    }
    expect((await as(laptop, 'GET', '/auth/verify')).statusCode).toBe(401);
    expect(await list(phone)).toHaveLength(SESSIONS_PER_ACCOUNT);
  }, 120_000);

  it('that have ended are forgotten after a month, with what hangs on them', async () => {
    const { world } = api;
    const { phone, laptop } = await signedIn();
    const { userId } = (await findSession(world.db, phone, world.clock.now())) ?? { userId: '' };
    const kept = () => world.db.$count(sessions, eq(sessions.userId, userId));
    await as(
      laptop,
      'DELETE',
      `/auth/sessions/${(await findSession(world.db, laptop, world.clock.now()))?.id}`,
    );
    world.clock.advance(29 * DAY_MS);
    await forgetOldKeys(world.db, world.clock.now());
    expect(await kept()).toBe(2);
    world.clock.advance(2 * DAY_MS);
    await forgetOldKeys(world.db, world.clock.now());
    expect(await kept()).toBe(1);
    expect((await as(phone, 'GET', '/auth/verify')).statusCode).toBe(200);
    world.clock.advance(211 * DAY_MS);
    await forgetOldKeys(world.db, world.clock.now());
    expect(await kept()).toBe(0);
    expect((await as(phone, 'GET', '/auth/verify')).statusCode).toBe(401);
  });
});
