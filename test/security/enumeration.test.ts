import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPasswordHasher } from '../../server/modules/auth/password-hash.ts';
import { openApp } from './app.ts';
import { ask } from './ask.ts';
import { type Cast, PASSWORD } from './cast.ts';
import { gather } from './world.ts';

const LIMIT_MS = 60_000;
const hasher = createPasswordHasher();
const { app, db, close } = await openApp({ hasher });
let cast: Cast;
beforeAll(async () => {
  cast = await gather(db);
}, LIMIT_MS);
afterAll(close);

describe('whether an account exists', { timeout: LIMIT_MS }, () => {
  const login = (email: string, password: string) =>
    ask(app, 'POST /api/v1/auth/login', { body: { email, password } }, undefined);

  it('is not told by a failed sign-in: same status, body and headers, and one comparison each', async () => {
    const shapes = [];
    for (const email of [cast.account.email, 'nobody@example.test']) {
      const before = hasher.comparedCount();
      const answer = await login(email, `${PASSWORD}!`);
      const { requestId, ...body } = answer.json();
      expect(requestId).toEqual(expect.any(String));
      const { date, ...headers } = answer.headers;
      expect(date).toBeDefined();
      shapes.push({ status: answer.statusCode, body, headers, comparisons: hasher.comparedCount() - before });
    }
    expect(shapes[0]).toEqual(shapes[1]);
    expect(shapes[0]).toMatchObject({ status: 422, body: { code: 'invalid_credentials' }, comparisons: 1 });
  });

  it('is the same for passwords cut short or made longer, which must fit exactly', async () => {
    for (const wrong of [PASSWORD.slice(0, -1), `${PASSWORD} `, ` ${PASSWORD}`, PASSWORD.toUpperCase()])
      expect((await login(cast.account.email, wrong)).statusCode, wrong).toBe(422);
    expect((await login(cast.account.email, PASSWORD)).statusCode).toBe(200);
  });
});

describe('a password', { timeout: LIMIT_MS }, () => {
  const register = (email: string, password: string) => {
    const body = { email, password, firstName: 'Nena', lastName: 'Dimaculangan', birthDate: '1991-07-04' };
    return ask(app, 'POST /api/v1/auth/register', { body }, undefined);
  };

  it.each(['password', '12345678', 'iloveyou', 'Tambay123', 'dimaculangan', 'nena-weak@example.test'])(
    '%s is too easy to guess',
    async (password) => {
      const answer = await register('nena-weak@example.test', password);
      expect(answer.json()).toMatchObject({
        status: 422,
        code: 'weak_password',
        errors: [{ field: 'password' }],
      });
    },
  );

  it('is compared to its last character: 72 bytes and more are not cut', async () => {
    const passwords = [
      'xQ7'.repeat(24),
      `${'xQ7'.repeat(24)}a`,
      'kape at '.repeat(16),
      '🥭mangga🥭'.repeat(8),
    ];
    for (const [index, password] of passwords.entries()) {
      const email = `long${index}@example.test`;
      expect((await register(email, password)).statusCode, password).toBe(201);
      const login = (tried: string) =>
        ask(app, 'POST /api/v1/auth/login', { body: { email, password: tried } }, undefined);
      expect((await login(password)).statusCode).toBe(200);
      expect((await login(password.slice(0, -1))).statusCode).toBe(422);
    }
  });

  it('of 10 KB is refused before anything is computed', async () => {
    const before = hasher.comparedCount();
    const answer = await ask(
      app,
      'POST /api/v1/auth/login',
      { body: { email: cast.account.email, password: 'a'.repeat(10_240) } },
      undefined,
    );
    expect(answer.statusCode).toBe(400);
    expect(hasher.comparedCount()).toBe(before);
  });
});

describe('a flood of sign-ins', { timeout: LIMIT_MS }, () => {
  it('is turned away with 503 when the queue is full, and leaves other calls alone', async () => {
    const flood = Array.from({ length: 100 }, (_, index) =>
      ask(
        app,
        'POST /api/v1/auth/login',
        { body: { email: `f${index}@example.test`, password: 'x' } },
        undefined,
      ),
    );
    const verified = ask(app, 'GET /api/v1/auth/verify', {}, cast.tokens.O);
    const statuses = new Set((await Promise.all(flood)).map(({ statusCode }) => statusCode));
    expect([...statuses].every((status) => status === 422 || status === 503)).toBe(true);
    expect((await verified).statusCode).toBe(200);
  });
});
