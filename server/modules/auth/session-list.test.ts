import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionsResponse } from '../../../protocol/index.ts';
import { openApi } from '../../testing/api.ts';

let api: Awaited<ReturnType<typeof openApi>>;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

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
});
