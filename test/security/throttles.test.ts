import type { LightMyRequestResponse } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newId, PROTOCOL_VERSION } from '../../protocol/index.ts';
import { createMemoryBuckets } from '../../server/plugins/buckets.ts';
import { TestClock } from '../../server/testing/world.ts';
import { openApp } from './app.ts';
import { ask, expectErrorBody } from './ask.ts';
import { type Actor, type Cast, PASSWORD } from './cast.ts';
import type { Call } from './matrix-call.ts';
import { gather } from './world.ts';

/** The table of docs/threat-model.md, "Rate limits", with the real numbers and a clock that stands still until it is moved. */
const LIMIT_MS = 120_000;
const MINUTE_MS = 60_000;

let clock: TestClock;
let server: Awaited<ReturnType<typeof openApp>>;
let cast: Cast;
beforeEach(async () => {
  clock = new TestClock();
  const buckets = createMemoryBuckets(() => clock.now().getTime());
  server = await openApp({ takeFromBucket: buckets });
  cast = await gather(server.db);
}, LIMIT_MS);
afterEach(() => server.close());

const as = (actor: Actor, route: string, call: Call = {}) => ask(server.app, route, call, cast.tokens[actor]);
const from = (address: string, call: Call): Call => ({
  ...call,
  headers: { ...call.headers, 'x-forwarded-for': address },
});

/** Asks until the limit is reached, and gives the number of answers before it. */
async function countUntilLimited(send: () => Promise<LightMyRequestResponse>, most: number): Promise<number> {
  for (let count = 0; count <= most; count += 1) {
    const answer = await send();
    if (answer.statusCode === 429) {
      expectErrorBody(429, answer.body);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      return count;
    }
    expect(answer.statusCode, answer.body).toBeLessThan(500);
  }
  return most + 1;
}

const loginOf = (email: string, password = 'not the password'): Call => ({ body: { email, password } });
const registrationOf = (email: string): Call => ({
  body: { email, password: PASSWORD, firstName: 'Nena', lastName: 'Cruz', birthDate: '1991-07-04' },
});

describe('sign-in', { timeout: LIMIT_MS }, () => {
  const login = (call: Call) => as('N', 'POST /api/v1/auth/login', call);

  it('stops after five tries on an account, even with the right password, and opens again', async () => {
    const { email } = cast.account;
    expect(await countUntilLimited(() => login(loginOf(email)), 10)).toBe(5);
    expect((await login(loginOf(email, PASSWORD))).statusCode).toBe(429);
    expect((await login(loginOf(`other-${email}`))).statusCode).toBe(422);
    clock.advance(3 * MINUTE_MS);
    expect((await login(loginOf(email, PASSWORD))).statusCode).toBe(200);
  });

  it('counts every spelling of an e-mail as one account', async () => {
    const { email } = cast.account;
    const spellings = [email, email.toUpperCase(), ` ${email} `, `${email}\t`];
    let turn = 0;
    const send = () => login(loginOf(spellings[turn++ % spellings.length] ?? email));
    expect(await countUntilLimited(send, 10)).toBe(5);
  });

  it('stops after 25 tries from an address, whatever the accounts', async () => {
    let turn = 0;
    const send = () => login(loginOf(`nobody${turn++}@example.test`));
    expect(await countUntilLimited(send, 30)).toBe(25);
  });

  it('does not believe an address that the client makes up', async () => {
    let turn = 0;
    const send = () => login(from(`10.0.0.${turn++}`, loginOf(cast.account.email)));
    expect(await countUntilLimited(send, 10)).toBe(5);
  });

  it('does not disturb a session that lives', async () => {
    const token = await cast.tokenFor(cast.account);
    await countUntilLimited(() => login(loginOf(cast.account.email)), 10);
    expect((await ask(server.app, 'GET /api/v1/auth/verify', {}, token)).statusCode).toBe(200);
  });
});

describe('behind a proxy that is believed', { timeout: LIMIT_MS }, () => {
  it('one IPv6 /64 is one address, and another is another', async () => {
    await server.close();
    const buckets = createMemoryBuckets(() => clock.now().getTime());
    server = await openApp({ takeFromBucket: buckets, env: { TRUST_PROXY: 'loopback' } });
    let host = 0;
    const send = (network: string) => {
      host += 1;
      const call = from(`${network}::${host}`, registrationOf(`${newId()}@example.test`));
      return as('N', 'POST /api/v1/auth/register', call);
    };
    expect(await countUntilLimited(() => send('2001:db8:1:1'), 10)).toBe(5);
    expect((await send('2001:db8:1:2')).statusCode).toBe(201);
  });
});

describe('search', { timeout: LIMIT_MS }, () => {
  it('stops after sixty at once, for one member alone, and goes on one a second', async () => {
    const send = () => as('O', 'GET /api/v1/search', { query: { search: 'canary' } });
    expect(await countUntilLimited(send, 70)).toBe(60);
    expect((await as('F', 'GET /api/v1/search', { query: { search: 'canary' } })).statusCode).toBe(200);
    clock.advance(1_000);
    expect([(await send()).statusCode, (await send()).statusCode]).toEqual([200, 429]);
  });
});

describe('registration', { timeout: LIMIT_MS }, () => {
  it('stops after five from an address', async () => {
    const send = () => as('N', 'POST /api/v1/auth/register', registrationOf(`${newId()}@example.test`));
    expect(await countUntilLimited(send, 10)).toBe(5);
    clock.advance(6 * MINUTE_MS);
    expect((await send()).statusCode).toBe(201);
  });
});

describe('looking up codes', { timeout: LIMIT_MS }, () => {
  it.each([
    ['GET /api/v1/users/unique-code/:code', () => ({ params: { code: '0000000000000' } })],
    ['GET /api/v1/chats/unique-code/:code', () => ({ params: { code: '0000000000000' } })],
    ['POST /api/v1/users/friends', () => ({ body: { uniqueCode: '0000000000000' } })],
  ])('by %s stops after ten for one account, and not for another', async (route, makeCall) => {
    expect(await countUntilLimited(() => as('S', route, makeCall()), 20)).toBe(10);
    expect((await as('M', route, makeCall())).statusCode).toBe(404);
    clock.advance(6_000);
    expect((await as('S', route, makeCall())).statusCode).toBe(404);
  });
});

describe('messages', { timeout: LIMIT_MS }, () => {
  const call = (): Call => ({ params: { id: cast.groupId }, body: { id: newId(), content: 'x' } });
  const pushOf = (count: number): Call => {
    const mutations = Array.from({ length: count }, () => {
      const args = { id: newId(), chatId: cast.groupId, content: 'x', writtenAt: new Date().toISOString() };
      return { id: newId(), name: 'sendMessage', version: 1, lane: 'x', prev: null, args };
    });
    return { body: { protocol: PROTOCOL_VERSION, deviceId: newId(), mutations } };
  };
  const push = async (call: Call): Promise<string[]> => {
    const answer = await as('O', 'POST /api/v1/sync/push', call);
    return answer.json().answers.map((one: { status: string }) => one.status);
  };

  it('stop after 400 one by one, as many as a push carries at once', async () => {
    const send = () => as('O', 'POST /api/v1/chats/:id/messages', call());
    expect(await countUntilLimited(send, 410)).toBe(400);
    expect((await as('M', 'POST /api/v1/chats/:id/messages', call())).statusCode).toBe(201);
  });

  it('go out at once when an outbox has collected them, and no faster than one by one in the long run', async () => {
    for (let batch = 0; batch < 4; batch += 1) {
      expect(new Set(await push(pushOf(100)))).toEqual(new Set(['applied']));
    }
    const late = pushOf(3);
    expect(await push(late)).toEqual(['retry', 'retry', 'retry']);
    clock.advance(2_000);
    expect(await push(late)).toEqual(['applied', 'applied', 'retry']);
  });
});

describe('sign-in at an OpenID provider', { timeout: LIMIT_MS }, () => {
  it('stops after 25 of three requests each from an address, and says so to a person in the app', async () => {
    const call = { body: { code: 'A'.repeat(43) } };
    expect(await countUntilLimited(() => as('N', 'POST /api/v1/auth/oidc/session', call), 100)).toBe(75);
    const started = await as('N', 'GET /api/v1/auth/oidc/start');
    expect(started.headers.location).toBe('http://localhost:3000/#oidc-error=rate_limited');
    clock.advance(4_000);
    expect((await as('N', 'POST /api/v1/auth/oidc/session', call)).statusCode).toBe(410);
  });
});

describe('sign-in by QR code', { timeout: LIMIT_MS }, () => {
  const start = () => as('N', 'POST /api/v1/auth/qr/sessions');

  it('lets an address show ten codes, and another every half minute', async () => {
    expect(await countUntilLimited(start, 20)).toBe(10);
    clock.advance(30_000);
    expect((await start()).statusCode).toBe(201);
    expect((await start()).statusCode).toBe(429);
  });

  it('answers 429 and never 5xx to a device that asks a thousand times', async () => {
    const { id, pollSecret } = (await start()).json().data;
    const poll = () =>
      as('N', 'POST /api/v1/auth/qr/sessions/:qr/poll', { params: { qr: id }, body: { pollSecret } });
    expect(await countUntilLimited(poll, 1_000)).toBe(120);
    clock.advance(10_000);
    expect((await poll()).statusCode).toBe(200);
  });

  it('lets a member scan ten codes and guess ten passwords', async () => {
    const claim = () =>
      as('S', 'POST /api/v1/auth/qr/sessions/:qr/claim', { params: { qr: '0'.repeat(26) } });
    expect(await countUntilLimited(claim, 20)).toBe(10);
    const grant = () => as('S', 'POST /api/v1/auth/qr/grants', { body: { password: 'not the password' } });
    expect(await countUntilLimited(grant, 20)).toBe(10);
  });
});
