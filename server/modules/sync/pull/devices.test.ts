import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, PROTOCOL_VERSION, pullResponse } from '../../../../protocol/index.ts';
import { devices } from '../../../db/account-tables.ts';
import { forgetOldKeys } from '../../../jobs/forget-old-keys.ts';
import { openApi } from '../../../testing/api.ts';
import type { Person } from '../../../testing/world.ts';
import { createSession } from '../../auth/sessions.ts';
import { DEVICES_PER_ACCOUNT, DEVICES_PER_SESSION } from './devices.ts';

let api: Awaited<ReturnType<typeof openApi>>;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

const DAY_MS = 86_400_000;

const signIn = async (person: Person, deviceName = 'Phone'): Promise<string> => {
  const { accessToken } = await createSession(api.world.db, person.id, deviceName, api.world.clock.now());
  return accessToken;
};

/** Pulls as one device of a session, with the cookies of its browser. */
const pullWith = async (token: string, deviceId: string, pendingCount = 0, cookie?: string) => {
  const answer = await api.app.inject({
    method: 'POST',
    url: '/api/v1/sync/pull',
    headers: { authorization: `Bearer ${token}`, ...(cookie === undefined ? {} : { cookie }) },
    payload: { protocol: PROTOCOL_VERSION, deviceId, cursors: {}, unfinished: [], pendingCount },
  });
  expect(answer.statusCode).toBe(200);
  const kept = answer.headers['set-cookie'];
  return { ...pullResponse.parse(answer.json()), kept: kept === undefined ? null : String(kept) };
};

/** What the server knew of the device's unsent work. */
const pullAs = async (token: string, deviceId: string, pendingCount = 0): Promise<number | null> =>
  (await pullWith(token, deviceId, pendingCount)).lastPendingCount;

const countOf = (person: Person): Promise<number> =>
  api.world.db.$count(devices, eq(devices.userId, person.id));

describe('a device that comes back with another id', () => {
  it('is told by the cookie of its browser what the old one had not sent', async () => {
    const ana = await api.world.person();
    const token = await signIn(ana);
    const [before, after] = [newId(), newId()];
    const { kept } = await pullWith(token, before, 3);
    expect(kept).toBe(
      `tambay-device=${before}; Max-Age=34560000; Path=/api/v1/sync/pull; HttpOnly; SameSite=Strict`,
    );
    const cookie = kept?.split(';', 1)[0];
    expect(await pullWith(token, before, 3, cookie)).toMatchObject({ kept: null, lastPendingCount: 3 });
    const back = await pullWith(token, after, 0, `other=x; ${cookie}`);
    expect(back).toMatchObject({ evictedPendingCount: 3, lastPendingCount: null });
    expect(back.kept).toContain(after);
    expect(await pullWith(token, after, 0, `tambay-device=${after}`)).not.toHaveProperty(
      'evictedPendingCount',
    );
  });

  it.each(['x', 'tambay-device=x', `tambay-device=${'0'.repeat(36)}`, 'tambay-device='])(
    'a cookie %j tells nothing and is replaced',
    async (cookie) => {
      const deviceId = newId();
      const answer = await pullWith(await signIn(await api.world.person()), deviceId, 0, cookie);
      expect(answer).not.toHaveProperty('evictedPendingCount');
      expect(answer.kept).toContain(deviceId);
    },
  );

  it('is told what a device like it had not sent where nothing tells that it is another one', async () => {
    const ana = await api.world.person();
    const at = api.world.clock.now().toISOString();
    await pullAs(await signIn(ana, 'Chrome on Android'), newId(), 3);
    await pullAs(await signIn(ana, 'Safari on iPhone'), newId(), 5);
    const [again, deviceId] = [await signIn(ana, 'Chrome on Android'), newId()];
    const { similarDevice, ...answer } = await pullWith(again, deviceId);
    expect([answer.lastPendingCount, similarDevice]).toEqual([null, { pendingCount: 3, seenAt: at }]);
    // Once: from now on it is known.
    expect(await pullWith(again, deviceId)).not.toHaveProperty('similarDevice');
    // Its cookie says which one it was.
    const known = await pullWith(again, newId(), 0, `tambay-device=${deviceId}`);
    expect(known).not.toHaveProperty('similarDevice');
    for (const token of [
      await signIn(ana, 'Firefox on Linux'),
      await signIn(await api.world.person(), 'Chrome on Android'),
    ])
      expect(await pullWith(token, newId())).not.toHaveProperty('similarDevice');
  });

  it('the pending count of one member is not told to another member of the same browser', async () => {
    const [ana, ben] = [await api.world.person(), await api.world.person()];
    const deviceId = newId();
    await pullWith(await signIn(ana), deviceId, 3);
    const answer = await pullWith(await signIn(ben), newId(), 0, `tambay-device=${deviceId}`);
    expect(answer).not.toHaveProperty('evictedPendingCount');
  });
});

describe('the devices of an account', () => {
  it('are told how much unsent work they held, also after signing in anew', async () => {
    const ana = await api.world.person();
    const deviceId = newId();
    const first = await signIn(ana);
    expect(await pullAs(first, deviceId, 7)).toBeNull();
    expect(await pullAs(first, deviceId, 7)).toBe(7);
    expect(await pullAs(await signIn(ana), deviceId, 0)).toBe(7);
    expect(await pullAs(first, deviceId, 0)).toBe(0);
    const ben = await api.world.person();
    expect(await pullAs(await signIn(ben), deviceId)).toBeNull();
  });

  it('are few for one session, however many ids it names, and another session keeps its own', async () => {
    const ana = await api.world.person();
    const [phone, phoneId] = [await signIn(ana), newId()];
    await pullAs(phone, phoneId, 3);
    const hostile = await signIn(ana);
    const named = Array.from({ length: 40 }, newId);
    for (const deviceId of named) {
      api.world.clock.advance(1_000);
      await pullAs(hostile, deviceId, 1);
    }
    expect(await countOf(ana)).toBe(DEVICES_PER_SESSION + 1);
    expect(await pullAs(phone, phoneId)).toBe(3);
    expect(await pullAs(hostile, named.at(-1) ?? '')).toBe(1);
    expect(await pullAs(hostile, named[0] ?? '')).toBeNull();
  });

  it('are few for an account, however often it signs in: the least recently seen is replaced', async () => {
    const ana = await api.world.person();
    const [leastRecent, token] = [newId(), await signIn(ana)];
    await pullAs(token, leastRecent, 3);
    for (let sessions = 0; sessions < DEVICES_PER_ACCOUNT; sessions += 1) {
      api.world.clock.advance(1_000);
      await pullAs(await signIn(ana), newId());
    }
    expect(await countOf(ana)).toBe(DEVICES_PER_ACCOUNT);
    expect(await pullAs(token, leastRecent)).toBeNull();
  });

  it('are forgotten when they have not pulled for as long as a session lives', async () => {
    const { world } = api;
    const ana = await world.person();
    const [gone, here] = [newId(), newId()];
    const token = await signIn(ana);
    await pullAs(token, gone, 5);
    await pullAs(token, here);
    world.clock.advance(100 * DAY_MS);
    await pullAs(token, here);
    await forgetOldKeys(world.db, world.clock.now());
    expect(await countOf(ana)).toBe(2);
    world.clock.advance(81 * DAY_MS);
    await pullAs(token, here);
    await forgetOldKeys(world.db, world.clock.now());
    expect(await countOf(ana)).toBe(1);
    expect(await pullAs(token, gone)).toBeNull();
  });
});
