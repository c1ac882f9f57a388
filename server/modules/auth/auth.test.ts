import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownUser } from '../../../protocol/index.ts';
import { sessions, uniqueCodes, users } from '../../db/schema.ts';
import { openApi } from '../../testing/api.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
let api: Awaited<ReturnType<typeof openApi>>;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

let count = 0;
const newcomer = (fields: Record<string, unknown> = {}) => {
  count += 1;
  return {
    email: `ana${count}@example.test`,
    password: 'halo-halo sa tag-init',
    firstName: 'Ana',
    lastName: 'Reyes',
    birthDate: '1990-05-05',
    ...fields,
  };
};
const register = (body: object, headers = {}) => api.ask(null, 'POST', '/auth/register', { body, headers });
const login = (email: string, password: string) =>
  api.ask(null, 'POST', '/auth/login', { body: { email, password } });
const verify = (token: string) =>
  api.ask(null, 'GET', '/auth/verify', { headers: { authorization: `Bearer ${token}` } });
const tokenOf = async (body = newcomer()): Promise<string> => (await register(body)).json().data.accessToken;
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

describe('register', () => {
  it('makes an account, signs in, and answers everything that is its owner’s', async () => {
    const body = newcomer({ email: ' Ana.Reyes@Example.test ', middleName: 'Cruz' });
    const answer = await register(body, {
      'user-agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile',
    });
    expect(answer.statusCode).toBe(201);
    const { accessToken, user } = answer.json().data;
    expect(ownUser.parse(user)).toEqual(user);
    expect(user).toMatchObject({
      email: 'ana.reyes@example.test',
      middleName: 'Cruz',
      birthDate: '1990-05-05',
    });
    expect((await verify(accessToken)).json()).toEqual({ data: user });
    const [session] = await api.world.db.select().from(sessions).where(eq(sessions.userId, user.id));
    expect(session).toMatchObject({ deviceName: 'Chrome on Android' });
    const codes = await api.world.db.select().from(uniqueCodes).where(eq(uniqueCodes.userId, user.id));
    expect(codes).toEqual([{ code: user.uniqueCode, userId: user.id, chatId: null }]);
  });

  it('stores neither the password nor the token as they were sent', async () => {
    const body = newcomer();
    const token = await tokenOf(body);
    const [session] = await api.world.db
      .select()
      .from(sessions)
      .where(eq(sessions.tokenHash, hashOf(token)));
    const [user] = await api.world.db.select().from(users).where(eq(users.email, body.email));
    const stored = JSON.stringify([session, user]);
    expect(session).toBeDefined();
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(body.password);
    expect(user?.passwordHash).toMatch(/^\$argon2id\$/);
  });

  it('has one account for all spellings of an e-mail, whichever is first', async () => {
    const body = newcomer();
    const [one, other] = await Promise.all([
      register(body),
      register({ ...body, email: body.email.toUpperCase() }),
    ]);
    expect(new Set([one.statusCode, other.statusCode])).toEqual(new Set([201, 409]));
    const taken = one.statusCode === 409 ? one : other;
    expect(taken.json()).toMatchObject({ code: 'email_taken', errors: [{ field: 'email' }] });
  });

  it.each([
    ['password', 'password'],
    ['12345678', 'password'],
    ['anareyes1', 'password'],
  ])('refuses the password %s with words on its field', async (password, field) => {
    const answer = await register(newcomer({ firstName: 'Ana', lastName: 'Anareyes', password }));
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'weak_password']);
    expect(answer.json().errors).toEqual([{ field, message: expect.any(String) }]);
  });

  it.each([
    [{ birthDate: `${new Date().getUTCFullYear() - 12}-01-01` }, 'birthDate', 'Age can not be less than 13'],
    [{ email: 'ana' }, 'email', 'Must be a valid e-mail'],
    [{ firstName: '   ' }, 'firstName', 'Required'],
    [{ lastName: undefined }, 'lastName', 'Required'],
    [{ password: 'short' }, 'password', 'Must contain at least 8 characters'],
    [{ birthDate: '2000-02-30' }, 'birthDate', 'Required'],
  ])('says what is wrong with %j', async (fields, field, message) => {
    const answer = await register(newcomer(fields));
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'validation', errors: [{ field, message }] });
  });

  it('ignores what nobody may set', async () => {
    const id = '01890000-0000-7000-8000-000000000000';
    const answer = await register(newcomer({ id, uniqueCode: '0000000000000', version: 9, createdAt: 'x' }));
    const { user } = answer.json().data;
    expect(user.id).not.toBe(id);
    expect(user).toMatchObject({ version: 1, uniqueCode: expect.not.stringMatching(/^0+$/) });
  });
});

describe('login', () => {
  it('opens another session with a token of its own', async () => {
    const body = newcomer();
    const first = await tokenOf(body);
    const answer = await login(body.email.toUpperCase(), body.password);
    expect(answer.statusCode).toBe(200);
    const { accessToken } = answer.json().data;
    expect(accessToken).not.toBe(first);
    for (const token of [first, accessToken]) expect((await verify(token)).statusCode).toBe(200);
  });

  it('says the same of a wrong e-mail and a wrong password', async () => {
    const body = newcomer();
    await register(body);
    const answers = await Promise.all([
      login(body.email, 'not the password'),
      login('nobody@example.test', body.password),
    ]);
    const [wrong, unknown] = answers.map((answer) => {
      const { requestId, ...rest } = answer.json();
      expect(requestId).toEqual(expect.any(String));
      return { rest, headers: new Set(Object.keys(answer.headers)), status: answer.statusCode };
    });
    expect(wrong).toEqual(unknown);
    expect(wrong).toMatchObject({ status: 422, rest: { code: 'invalid_credentials' } });
  });

  it('takes a password exactly as it was typed', async () => {
    const body = newcomer({ password: ` ñandú ${'p'.repeat(100)} 🐚 ` });
    await register(body);
    expect((await login(body.email, body.password)).statusCode).toBe(200);
    expect((await login(body.email, body.password.trim())).statusCode).toBe(422);
  });
});

describe('a session', () => {
  it.each(['', 'short', 'x'.repeat(43), '../../etc/passwd', 'x'.repeat(5_000)])(
    'is not opened by the token "%s"',
    async (token) => {
      const answer = await verify(token);
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'session_dead']);
    },
  );

  it('is not opened by a token in the address or under another scheme', async () => {
    const token = await tokenOf();
    const inAddress = await api.ask(null, 'GET', `/auth/verify?token=${token}&access_token=${token}`);
    const asBasic = await api.ask(null, 'GET', '/auth/verify', {
      headers: { authorization: `Basic ${token}` },
    });
    expect([inAddress.statusCode, asBasic.statusCode]).toEqual([401, 401]);
  });

  it('lives 180 days from its last use', async () => {
    const [used, forgotten] = [await tokenOf(), await tokenOf()];
    api.world.clock.advance(179 * DAY);
    expect((await verify(used)).statusCode).toBe(200);
    api.world.clock.advance(2 * DAY);
    expect((await verify(used)).statusCode).toBe(200);
    expect((await verify(forgotten)).statusCode).toBe(401);
  });

  it('is written to at most every five minutes', async () => {
    const token = await tokenOf();
    const lastUse = async () => {
      const [row] = await api.world.db
        .select()
        .from(sessions)
        .where(eq(sessions.tokenHash, hashOf(token)));
      return row?.lastUsedAt.getTime();
    };
    const opened = await lastUse();
    api.world.clock.advance(4 * MINUTE);
    await verify(token);
    expect(await lastUse()).toBe(opened);
    api.world.clock.advance(2 * MINUTE);
    await verify(token);
    expect(await lastUse()).toBe(api.world.clock.now().getTime());
  });

  it('ends at logout, alone', async () => {
    const body = newcomer();
    const ended = await tokenOf(body);
    const other = (await login(body.email, body.password)).json().data.accessToken;
    const logout = () =>
      api.ask(null, 'POST', '/auth/logout', { headers: { authorization: `Bearer ${ended}` } });
    expect((await logout()).json()).toEqual({ data: { ended: true } });
    expect((await verify(ended)).statusCode).toBe(401);
    expect((await logout()).statusCode).toBe(401);
    expect((await verify(other)).statusCode).toBe(200);
  });

  it('ends by the hash of its token, alone, and tells nobody whether there was one', async () => {
    const body = newcomer();
    const ended = await tokenOf(body);
    const other = (await login(body.email, body.password)).json().data.accessToken;
    const revoke = (hash: Buffer) =>
      api.ask(null, 'POST', '/auth/revocations', { body: { tokenHash: hash.toString('base64url') } });
    expect((await revoke(hashOf(ended))).json()).toEqual({ data: { ended: true } });
    expect((await verify(ended)).statusCode).toBe(401);
    expect((await verify(other)).statusCode).toBe(200);
    expect((await revoke(hashOf(ended))).json()).toEqual({ data: { ended: true } });
    expect((await revoke(hashOf('never issued'))).json()).toEqual({ data: { ended: true } });
  });

  it('ends with its account', async () => {
    const body = newcomer();
    const token = await tokenOf(body);
    await api.world.db.update(users).set({ deletedAt: new Date() }).where(eq(users.email, body.email));
    expect((await verify(token)).statusCode).toBe(401);
    expect((await login(body.email, body.password)).statusCode).toBe(422);
  });
});
