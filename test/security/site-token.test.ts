import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, siteTokenResponse, verifiedForSite } from '../../protocol/index.ts';
import { openApp } from './app.ts';
import { ask, expectErrorBody } from './ask.ts';
import type { Cast } from './cast.ts';
import { calls } from './matrix-cases.ts';
import { rows } from './matrix-table.ts';
import { gather } from './world.ts';

const SITE = 'https://shop.example.org';
const OWN = 'https://chat.example.org';
const DAY_MS = 24 * 60 * 60_000;
const MINUTE_MS = 60_000;
let now = Date.now();
const { app, db, routes, close } = await openApp({
  env: { PUBLIC_URL: OWN, LOGIN_REQUEST_ORIGINS: SITE },
  clock: { now: () => new Date(now) },
});
afterAll(close);
let cast: Cast;
beforeAll(async () => {
  cast = await gather(db);
}, 60_000);

const grant = (body: object, token = cast.tokens.O) =>
  ask(app, 'POST /api/v1/auth/site-tokens', { body }, token);
const granted = async (token = cast.tokens.O): Promise<string> =>
  siteTokenResponse.parse((await grant({ origin: SITE, isAllowed: true }, token)).json()).data.token;
const verify = (token: string, origin?: string) =>
  ask(app, 'GET /api/v1/auth/verify', origin === undefined ? {} : { headers: { origin } }, token);

describe('a token for a site', () => {
  it('is given to listed sites alone, and the first time only with a yes', async () => {
    expect(
      (await grant({ origin: 'https://shop.example.org.evil.test', isAllowed: true })).json(),
    ).toMatchObject({
      status: 403,
      code: 'site_not_allowed',
    });
    expect((await grant({ origin: SITE })).json()).toMatchObject({ status: 409, code: 'consent_needed' });
    expect((await grant({ origin: SITE, isAllowed: true })).statusCode).toBe(201);
    expect((await grant({ origin: SITE })).statusCode).toBe(201);
    expect((await grant({ origin: OWN })).statusCode).toBe(201);
    // Remembered for this member, and for nobody else.
    expect((await grant({ origin: SITE }, cast.tokens.M)).statusCode).toBe(409);
  });

  it('tells who the member is, without the private half, and to no other origin', async () => {
    const token = await granted();
    expect(token).not.toBe(cast.tokens.O);
    const answer = await verify(token, SITE);
    expect(verifiedForSite.parse(answer.json())).toEqual(answer.json());
    expect(answer.json().data.id).toBe(cast.people.O.id);
    expect((await verify(token)).statusCode).toBe(200);
    for (const origin of ['https://evil.test', OWN, 'null'])
      expect((await verify(token, origin)).statusCode, origin).toBe(403);
  });

  it('opens nothing else', async () => {
    const token = await granted();
    const open = new Set(['GET /api/v1/auth/verify', 'POST /api/v1/auth/logout']);
    const guarded = [
      ...new Set(rows.filter(({ cells }) => cells.N.status === 401).map(({ route }) => route)),
    ];
    expect(guarded.length).toBeGreaterThan(60);
    expect(routes.length).toBeGreaterThan(guarded.length);
    for (const route of guarded.filter((name) => !open.has(name))) {
      const first = Object.values(calls[route] ?? {})[0];
      const answer = await ask(app, route, (await first?.(cast, 'O')) ?? {}, token);
      expect(answer.statusCode, route).toBe(403);
      expectErrorBody(403, answer.body);
    }
    const typed = { newPassword: `${newId()} a`, confirmPassword: `${newId()} a` };
    typed.confirmPassword = typed.newPassword;
    expect((await ask(app, 'POST /api/v1/auth/reset-password', { body: typed }, token)).statusCode).toBe(422);
    expect((await verify(token)).statusCode).toBe(200);
  });

  it('slides by ten minutes, for a day at most', async () => {
    const token = await granted();
    const start = now;
    for (; now - start < DAY_MS - 9 * MINUTE_MS; now += 9 * MINUTE_MS)
      expect((await verify(token)).statusCode).toBe(200);
    now = start + DAY_MS;
    expect((await verify(token)).statusCode).toBe(401);
    const idle = await granted();
    now += 10 * MINUTE_MS;
    expect((await verify(idle)).statusCode).toBe(401);
  });

  it('ends when the site is disconnected, when it signs out, and with the session that asked for it', async () => {
    const [removed, left] = [await granted(), await granted()];
    expect((await ask(app, 'POST /api/v1/auth/logout', {}, left)).statusCode).toBe(200);
    expect((await verify(left)).statusCode).toBe(401);
    expect((await verify(removed)).statusCode).toBe(200);
    const list = await ask(app, 'GET /api/v1/auth/sites', {}, cast.tokens.O);
    const [site, ...more] = list.json().data.filter((row: { origin: string }) => row.origin === SITE);
    expect(more).toEqual([]);
    await ask(app, 'DELETE /api/v1/auth/sites/:id', { params: { id: site.id } }, cast.tokens.O);
    expect((await verify(removed)).statusCode).toBe(401);
    expect((await grant({ origin: SITE })).statusCode).toBe(409);
    const session = await cast.tokenFor(cast.people.F);
    const bound = await granted(session);
    expect((await ask(app, 'POST /api/v1/auth/logout', {}, session)).statusCode).toBe(200);
    expect((await verify(bound)).statusCode).toBe(401);
  });
});
