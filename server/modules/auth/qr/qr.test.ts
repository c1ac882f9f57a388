import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../../../protocol/index.ts';
import { sessions, users } from '../../../db/schema.ts';
import { openApi } from '../../../testing/api.ts';
import type { Person } from '../../../testing/world.ts';
import { createPasswordHasher } from '../password-hash.ts';

const PASSWORD = 'halo-halo sa tag-init';
const MINUTE = 60_000;
const PHONE = 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile';

let api: Awaited<ReturnType<typeof openApi>>;
let passwordHash: string;
beforeAll(async () => {
  api = await openApi();
  passwordHash = await createPasswordHasher().hash(PASSWORD);
});
afterAll(() => api.close());

const member = async (name = 'Ana'): Promise<Person> => {
  const person = await api.world.person(name);
  const email = `${newId()}@example.test`;
  await api.world.db.update(users).set({ passwordHash, email }).where(eq(users.id, person.id));
  return { ...person, email };
};

type Started = { id: string; pollSecret: string; number: number; expiresAt: string };
const start = async (): Promise<Started> =>
  (await api.ask(null, 'POST', '/auth/qr/sessions', { headers: { 'user-agent': PHONE } })).json().data;
const poll = ({ id, pollSecret }: Pick<Started, 'id' | 'pollSecret'>) =>
  api.ask(null, 'POST', `/auth/qr/sessions/${id}/poll`, { body: { pollSecret } });
const statusOf = async (started: Started): Promise<string> => (await poll(started)).json().data.status;
const claim = (person: Person, { id }: Pick<Started, 'id'>) =>
  api.ask(person, 'POST', `/auth/qr/sessions/${id}/claim`);
const approve = (person: Person, { id, number }: Pick<Started, 'id' | 'number'>) =>
  api.ask(person, 'POST', `/auth/qr/sessions/${id}/approve`, { body: { number } });
const deny = (person: Person, { id }: Pick<Started, 'id'>) =>
  api.ask(person, 'POST', `/auth/qr/sessions/${id}/deny`);
const refusalOf = (answer: Awaited<ReturnType<typeof poll>>) => [answer.statusCode, answer.json().code];
const wrongNumberOf = ({ number }: Started): number => (number === 99 ? 10 : number + 1);
const verify = (token: string) =>
  api.ask(null, 'GET', '/auth/verify', { headers: { authorization: `Bearer ${token}` } });
const grant = (person: Person, password = PASSWORD) =>
  api.ask(person, 'POST', '/auth/qr/grants', { body: { password } });
const redeem = async (id: string) => api.ask(null, 'POST', `/auth/qr/grants/${id}/redeem`);
const stateOf = (person: Person, id: string) => api.ask(person, 'GET', `/auth/qr/grants/${id}`);

describe('a new device that shows a code', () => {
  it('is signed in by the member who scans it, sees who asks and picks the number; the token comes once', async () => {
    const ana = await member();
    const started = await start();
    expect(started).toMatchObject({
      id: expect.stringMatching(/^[0-9A-Z]{26}$/),
      number: expect.any(Number),
    });
    expect(await statusOf(started)).toBe('waiting');

    const asked = (await claim(ana, started)).json().data;
    expect(asked).toMatchObject({ device: 'Android', browser: 'Chrome', address: '127.0.0.1' });
    expect(new Set(asked.numbers).size).toBe(3);
    expect(asked.numbers).toContain(started.number);
    expect(await statusOf(started)).toBe('claimed');

    expect((await approve(ana, started)).statusCode).toBe(200);
    const collected = (await poll(started)).json().data;
    expect(collected).toMatchObject({ status: 'approved', user: { id: ana.id } });
    expect((await verify(collected.accessToken)).json().data.id).toBe(ana.id);
    expect((await poll(started)).statusCode).toBe(410);
    expect(refusalOf(await claim(ana, started))).toEqual([410, 'qr_dead']);
    // Used stays used when its minute is over, too.
    api.world.clock.advance(MINUTE + 1_000);
    expect(refusalOf(await claim(ana, started))).toEqual([410, 'qr_dead']);
    const devices = (await api.ask(ana, 'GET', '/auth/sessions')).json().data;
    expect(devices.map(({ deviceName }: { deviceName: string }) => deviceName)).toContain(
      'Chrome on Android',
    );
  });

  it('gives one token to fifty who collect at once', async () => {
    const ana = await member();
    const started = await start();
    await claim(ana, started);
    await approve(ana, started);
    const answers = await Promise.all(Array.from({ length: 50 }, () => poll(started)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 410)).toHaveLength(49);
    const living = await api.world.db.select().from(sessions).where(eq(sessions.userId, ana.id));
    expect(living).toHaveLength(2);
  });

  it('is told to the member by mail', async () => {
    const ana = await member();
    const started = await start();
    await claim(ana, started);
    await approve(ana, started);
    await poll(started);
    const letter = await vi.waitUntil(() => api.mailbox.mails.find(({ to }) => to === ana.email), 10_000);
    expect(letter).toMatchObject({ subject: 'New sign-in to your Tambay account' });
    expect(letter.text).toContain('Chrome on Android');
  });

  it('burns its code when somebody asks with another secret', async () => {
    const ana = await member();
    const started = await start();
    await claim(ana, started);
    await approve(ana, started);
    expect((await poll({ ...started, pollSecret: 'A'.repeat(43) })).statusCode).toBe(410);
    expect(refusalOf(await poll(started))).toEqual([410, 'qr_dead']);
  });

  it('stays out when the number is wrong, and no second guess helps', async () => {
    const ana = await member();
    const started = await start();
    await claim(ana, started);
    const wrong = await approve(ana, { ...started, number: wrongNumberOf(started) });
    expect([wrong.statusCode, wrong.json().code]).toEqual([422, 'qr_wrong_number']);
    expect((await approve(ana, started)).statusCode).toBe(410);
    expect(await statusOf(started)).toBe('denied');
  });

  it('stays out when the member says no, for good', async () => {
    const ana = await member();
    const started = await start();
    await claim(ana, started);
    expect((await deny(ana, started)).statusCode).toBe(200);
    expect(await statusOf(started)).toBe('denied');
    expect((await claim(ana, started)).statusCode).toBe(410);
    expect((await approve(ana, started)).statusCode).toBe(410);
  });

  it('belongs to the member who scanned first, and to that device', async () => {
    const [ana, ben] = [await member(), await member('Ben')];
    const started = await start();
    await claim(ana, started);
    expect((await claim(ana, started)).statusCode).toBe(200);
    expect((await claim(ben, started)).statusCode).toBe(410);
    expect((await approve(ben, started)).statusCode).toBe(404);
    expect((await deny(ben, started)).statusCode).toBe(404);
    const { accessToken } = (
      await api.ask(null, 'POST', '/auth/login', { body: { email: ana.email, password: PASSWORD } })
    ).json().data;
    const other = { authorization: `Bearer ${accessToken}` };
    const path = `/auth/qr/sessions/${started.id}/approve`;
    const answer = await api.ask(null, 'POST', path, { body: { number: started.number }, headers: other });
    expect(answer.statusCode).toBe(404);
    await approve(ana, started);
    expect((await claim(ben, started)).statusCode).toBe(410);
    expect(await statusOf(started)).toBe('approved');
  });

  it('has a minute to be scanned, and the member as long to decide', async () => {
    const ana = await member();
    const late = await start();
    api.world.clock.advance(MINUTE + 1_000);
    expect(refusalOf(await poll(late))).toEqual([410, 'qr_expired']);
    expect(refusalOf(await claim(ana, late))).toEqual([410, 'qr_expired']);

    const scanned = await start();
    api.world.clock.advance(MINUTE - 1_000);
    await claim(ana, scanned);
    api.world.clock.advance(MINUTE - 1_000);
    expect((await approve(ana, scanned)).statusCode).toBe(200);
    api.world.clock.advance(2_000);
    expect(refusalOf(await poll(scanned))).toEqual([410, 'qr_expired']);
  });

  it('stays out when the session that said yes has ended', async () => {
    const ana = await member();
    const started = await start();
    await claim(ana, started);
    await approve(ana, started);
    await api.ask(ana, 'POST', '/auth/logout');
    expect((await poll(started)).statusCode).toBe(410);
  });

  it('leaves nothing in the database that opens anything', async () => {
    const ana = await member();
    const started = await start();
    await claim(ana, started);
    await approve(ana, started);
    const { accessToken } = (await poll(started)).json().data;
    const { rows } = await api.executeSql('SELECT to_jsonb(q) AS row FROM qr_sign_ins q');
    const dump = JSON.stringify(rows);
    for (const secret of [started.id, started.pollSecret, accessToken]) {
      expect(dump).not.toContain(secret);
      expect(dump).not.toContain(Buffer.from(secret).toString('hex'));
    }
    expect(dump).toContain(createHash('sha256').update(started.id).digest('hex'));
  });

  it('has a code of many random characters that people can type', async () => {
    const ana = await member();
    const started = await start();
    const typed = started.id
      .toLowerCase()
      .replace(/(.{5})/g, '$1-')
      .replaceAll('0', 'o')
      .replace(/-$/, '');
    expect((await claim(ana, { id: typed })).statusCode).toBe(200);
    const ids = await Promise.all(Array.from({ length: 200 }, async () => (await start()).id));
    expect(new Set(ids).size).toBe(200);
    expect(new Set(ids.join('')).size).toBe(32);
  });
});

describe('a member who shows a code', () => {
  it('lets one new device in after the password, the scan and the number', async () => {
    const ana = await member();
    const granted = (await grant(ana)).json().data;
    expect(granted).toEqual({ id: expect.stringMatching(/^[0-9A-Z]{26}$/), expiresAt: expect.any(String) });
    expect((await stateOf(ana, granted.id)).json().data).toEqual({ status: 'waiting' });

    const started: Started = (await redeem(granted.id)).json().data;
    expect(await statusOf(started)).toBe('claimed');
    expect((await redeem(granted.id)).statusCode).toBe(410);
    const { status, request } = (await stateOf(ana, granted.id)).json().data;
    expect(status).toBe('claimed');
    expect(request.numbers).toContain(started.number);

    await approve(ana, started);
    expect((await stateOf(ana, granted.id)).json().data).toEqual({ status: 'approved' });
    const { accessToken } = (await poll(started)).json().data;
    expect((await verify(accessToken)).json().data.id).toBe(ana.id);
    expect((await poll(started)).statusCode).toBe(410);
    expect((await stateOf(ana, granted.id)).json().data).toEqual({ status: 'collected' });
  });

  it('has to know the password', async () => {
    const answer = await grant(await member(), 'not my password');
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'wrong_password']);
    expect(answer.json().errors).toEqual([
      { field: 'password', message: 'That is not your current password' },
    ]);
  });

  it('can take it back before and after the scan', async () => {
    const ana = await member();
    const early = (await grant(ana)).json().data;
    expect((await deny(ana, early)).statusCode).toBe(200);
    expect(refusalOf(await redeem(early.id))).toEqual([410, 'qr_dead']);

    const scanned = (await grant(ana)).json().data;
    const started: Started = (await redeem(scanned.id)).json().data;
    await deny(ana, scanned);
    expect(await statusOf(started)).toBe('denied');
  });

  it('alone sees and decides it, and it lives a minute', async () => {
    const [ana, ben] = [await member(), await member('Ben')];
    const granted = (await grant(ana)).json().data;
    expect((await stateOf(ben, granted.id)).statusCode).toBe(404);
    expect((await deny(ben, granted)).statusCode).toBe(404);
    expect((await claim(ben, granted)).statusCode).toBe(404);
    api.world.clock.advance(MINUTE + 1_000);
    expect(refusalOf(await redeem(granted.id))).toEqual([410, 'qr_expired']);
    expect(refusalOf(await stateOf(ana, granted.id))).toEqual([410, 'qr_expired']);
  });

  it('does not sign anybody in without its yes', async () => {
    const ana = await member();
    const granted = (await grant(ana)).json().data;
    const started: Started = (await redeem(granted.id)).json().data;
    expect((await poll(started)).json().data).toEqual({ status: 'claimed' });
    expect((await poll(started)).json().data).not.toHaveProperty('accessToken');
  });

  it('cannot redeem the code of a new device', async () => {
    expect((await redeem((await start()).id)).statusCode).toBe(404);
  });
});
