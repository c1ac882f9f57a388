import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { endedResets } from '../../db/account-tables.ts';
import { passwordResets, sessions, users } from '../../db/schema.ts';
import { openApi } from '../../testing/api.ts';
import { tokenOfMail } from '../../testing/mailbox.ts';
import { createPasswordHasher, type PasswordHasher } from './password-hash.ts';

const MINUTE = 60_000;
const POLL = { timeout: 25_000, interval: 10 };
const OLD = 'halo-halo sa tag-init';
const NEW = 'kakanin tuwing umaga';
let api: Awaited<ReturnType<typeof openApi>>;
const hasher = createPasswordHasher();
/** What happens once between the comparison of a password and what comes of it. */
let meanwhile: (() => Promise<unknown>) | null = null;
const matches: PasswordHasher['matches'] = async (...pair) => {
  const isMatch = await hasher.matches(...pair);
  const happens = meanwhile;
  meanwhile = null;
  await happens?.();
  return isMatch;
};
beforeAll(async () => {
  api = await openApi({ hasher: { ...hasher, matches } });
});
afterAll(() => api.close());
beforeEach(() => {
  api.mailbox.mails.length = 0;
});

let count = 0;
const newcomer = async (headers: Record<string, string> = {}) => {
  count += 1;
  const email = `ana${count}@example.test`;
  const body = { email, password: OLD, firstName: 'Ana', lastName: 'Reyes', birthDate: '1990-05-05' };
  const answer = await api.ask(null, 'POST', '/auth/register', { body, headers });
  return { email, id: answer.json().data.user.id as string, token: answer.json().data.accessToken as string };
};
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const login = (email: string, password: string) =>
  api.ask(null, 'POST', '/auth/login', { body: { email, password } });
const verify = async (token: string) =>
  (await api.ask(null, 'GET', '/auth/verify', { headers: bearer(token) })).statusCode;
const change = (token: string, currentPassword: string, newPassword = NEW, confirmPassword = newPassword) =>
  api.ask(null, 'POST', '/auth/change-password', {
    body: { currentPassword, newPassword, confirmPassword },
    headers: bearer(token),
  });
const forgot = (email: string, headers: Record<string, string> = {}) =>
  api.ask(null, 'POST', '/auth/forgot-password', { body: { email }, headers });
const reset = (token: string | null, newPassword = NEW, confirmPassword = newPassword) =>
  api.ask(null, 'POST', '/auth/reset-password', {
    body: { newPassword, confirmPassword },
    headers: token === null ? {} : bearer(token),
  });
const mailTo = (email: string, subject: RegExp) =>
  vi.waitFor(() => {
    const mail = api.mailbox.mails.findLast((one) => one.to === email && subject.test(one.subject));
    if (!mail) throw new Error('No such mail yet');
    return mail;
  }, POLL);
const linkFor = async (email: string): Promise<string> => {
  api.mailbox.mails.length = 0;
  await forgot(email);
  return tokenOfMail(await mailTo(email, /Set a new password/));
};

describe('change-password', () => {
  it('takes the new password, keeps this session, ends the others and tells the owner', async () => {
    const { email, token } = await newcomer({ 'accept-language': 'fil' });
    const other = (await login(email, OLD)).json().data.accessToken;
    const answer = await change(token, OLD);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { data: { message: 'Password successfully updated' } },
    ]);
    expect([await verify(token), await verify(other)]).toEqual([200, 401]);
    expect((await login(email, OLD)).statusCode).toBe(422);
    expect((await login(email, NEW)).statusCode).toBe(200);
    const mail = await mailTo(email, /Napalitan/);
    expect(mail.text).toContain('Kumusta Ana,');
  });

  it('says 422 and not 401 to a wrong current password, on its field, and changes nothing', async () => {
    const { email, token } = await newcomer();
    const answer = await change(token, 'not the password');
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({
      code: 'wrong_password',
      errors: [{ field: 'currentPassword', message: 'That is not your current password' }],
    });
    expect((await login(email, OLD)).statusCode).toBe(200);
  });

  it.each([
    [NEW, 'something else', 400, 'confirmPassword', "Passwords don't match"],
    ['short', 'short', 400, 'newPassword', 'Must contain at least 8 characters'],
    ['password', 'password', 422, 'newPassword', 'This password is too easy to guess'],
    ['reyes1990', 'reyes1990', 422, 'newPassword', 'This password is too easy to guess'],
  ])('refuses %s twice typed as %s', async (newPassword, confirm, status, field, message) => {
    const { token } = await newcomer();
    const answer = await change(token, OLD, newPassword, confirm);
    expect(answer.statusCode).toBe(status);
    expect(answer.json().errors).toEqual([{ field, message }]);
  });

  it('lets nobody in with the old one who was just being compared: that session would outlive it', async () => {
    const { email, token } = await newcomer();
    meanwhile = () => change(token, OLD);
    const late = await login(email, OLD);
    expect([late.statusCode, late.json().code]).toEqual([422, 'invalid_credentials']);
    const link = await linkFor(email);
    meanwhile = () => reset(link, OLD);
    expect((await login(email, NEW)).statusCode).toBe(422);
    expect((await login(email, OLD)).statusCode).toBe(200);
  });

  it('of two at once lets one through', async () => {
    const { token } = await newcomer();
    const answers = await Promise.all([change(token, OLD, `${NEW} 1`), change(token, OLD, `${NEW} 2`)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422]);
  });
});

describe('forgot-password', () => {
  it('answers the same whether there is such an account or not', async () => {
    const { email } = await newcomer();
    const answers = [await forgot(email), await forgot('nobody@example.test')];
    const shapes = answers.map(({ statusCode, headers, body }) => {
      const { date: _date, ...rest } = headers;
      return { statusCode, body, headers: rest };
    });
    expect(shapes[0]).toEqual(shapes[1]);
    expect(answers[0]?.json()).toEqual({ data: { message: 'Password Reset successfully sent' } });
    await mailTo(email, /Set a new password/);
    expect(api.mailbox.mails.map(({ to }) => to)).not.toContain('nobody@example.test');
  });

  it('mails a link to our own address, whatever the request says of hosts, in the language of who asks', async () => {
    const { email } = await newcomer();
    const evil = { host: 'evil.test', 'x-forwarded-host': 'evil.test', 'accept-language': 'tl-PH,en;q=0.5' };
    expect((await forgot(email, evil)).statusCode).toBe(200);
    const mail = await mailTo(email, /Magtakda/);
    expect(mail.text).toMatch(/http:\/\/localhost:3000\/reset-password#token=[A-Za-z0-9_-]{43}/);
    expect(mail.html).not.toContain('evil');
  });

  it('sends the mail again when the mail server does not answer', { timeout: 60_000 }, async () => {
    const { email } = await newcomer();
    api.mailbox.refuse(1);
    await forgot(email);
    expect(tokenOfMail(await mailTo(email, /Set a new password/))).toHaveLength(43);
  });
});

describe('reset-password', () => {
  it('sets the password once, signs every device out, and tells the owner', async () => {
    const { email, token } = await newcomer();
    const link = await linkFor(email);
    expect((await reset(link)).json()).toEqual({ data: { message: 'Password successfully updated' } });
    expect(await verify(token)).toBe(401);
    expect((await login(email, NEW)).statusCode).toBe(200);
    const again = await reset(link, 'isa pang password');
    expect([again.statusCode, again.json().code]).toEqual([422, 'reset_dead']);
    expect((await mailTo(email, /set anew/)).text).toContain('secure your mailbox');
  });

  it('of 20 at once with one token lets exactly one through', async () => {
    const { email } = await newcomer();
    const link = await linkFor(email);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => reset(link, `${NEW} ${n}`)));
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted();
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 422)]);
    const winner = answers.findIndex(({ statusCode }) => statusCode === 200);
    expect((await login(email, `${NEW} ${winner}`)).statusCode).toBe(200);
  });

  it('takes only the newest link, for 30 minutes', async () => {
    const { email } = await newcomer();
    const first = await linkFor(email);
    const second = await linkFor(email);
    expect((await reset(first)).json()).toMatchObject({ status: 422, code: 'reset_replaced' });
    api.world.clock.advance(31 * MINUTE);
    const expired = await reset(second);
    expect([expired.statusCode, expired.json().code]).toEqual([422, 'reset_expired']);
    const third = await linkFor(email);
    api.world.clock.advance(29 * MINUTE);
    expect((await reset(third)).statusCode).toBe(200);
  });

  it('keeps the link good after a password that it refuses', async () => {
    const { email } = await newcomer();
    const link = await linkFor(email);
    expect((await reset(link, 'password')).json()).toMatchObject({ status: 422, code: 'weak_password' });
    expect((await reset(link, NEW, 'other')).json().errors).toEqual([
      { field: 'confirmPassword', message: "Passwords don't match" },
    ]);
    expect((await reset(link)).statusCode).toBe(200);
  });

  it.each([
    ['none', null],
    ['garbage', 'x'.repeat(43)],
    ['too short', 'short'],
  ])('refuses a token that is %s with 422 and never 401', async (_what, token) => {
    const answer = await reset(token);
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'reset_unknown']);
  });

  it('does not take the token of a session, nor a session the token of a link', async () => {
    const { email, token } = await newcomer();
    expect((await reset(token)).json()).toMatchObject({ status: 422, code: 'reset_unknown' });
    expect(await verify(await linkFor(email))).toBe(401);
  });

  it('dies with a changed password', async () => {
    const { email, token } = await newcomer();
    const link = await linkFor(email);
    expect((await change(token, OLD)).statusCode).toBe(200);
    expect((await reset(link)).json()).toMatchObject({ status: 422, code: 'reset_withdrawn' });
  });

  it('says that a link was used for a month, long after its half hour', async () => {
    const { email } = await newcomer();
    const link = await linkFor(email);
    await reset(link);
    api.world.clock.advance(29 * 24 * 60 * MINUTE);
    expect((await reset(link)).json()).toMatchObject({ status: 422, code: 'reset_dead' });
    api.world.clock.advance(2 * 24 * 60 * MINUTE);
    const { email: another } = await newcomer();
    await reset(await linkFor(another));
    expect((await reset(link)).json()).toMatchObject({ status: 422, code: 'reset_unknown' });
  });

  it('leaves no token as it was sent in the database, jobs included', async () => {
    const { email, id, token } = await newcomer();
    const [replaced, link] = [await linkFor(email), await linkFor(email)];
    const { db } = api.world;
    const jobs = await api.executeSql('select * from pgboss.job');
    const stored = JSON.stringify([
      jobs.rows,
      await db.select().from(passwordResets).where(eq(passwordResets.userId, id)),
      await db.select().from(endedResets),
      await db.select().from(users).where(eq(users.id, id)),
      await db.select().from(sessions).where(eq(sessions.userId, id)),
    ]);
    expect(jobs.rows.length).toBeGreaterThan(0);
    for (const secret of [replaced, link, token, OLD]) expect(stored).not.toContain(secret);
  });
});
