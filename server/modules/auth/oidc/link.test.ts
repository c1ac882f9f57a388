import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../../../protocol/index.ts';
import { openApi } from '../../../testing/api.ts';
import {
  createProviderVisitor,
  openOidcProvider,
  type TestProvider,
} from '../../../testing/oidc-provider.ts';
import { newToken } from '../sessions.ts';
import { oidcIdentities } from './table.ts';

const MINUTE = 60_000;
const OWN = 'http://localhost:3000';
const CALLBACK = `${OWN}/api/v1/auth/oidc/callback`;
const PASSWORD = 'halo-halo sa tag-init';
const LINK = '/auth/oidc/link';

let provider: TestProvider;
let api: Awaited<ReturnType<typeof openApi>>;
beforeAll(async () => {
  provider = await openOidcProvider([CALLBACK]);
  api = await openApi({ env: provider.env });
});
afterAll(async () => {
  await api.close();
  await provider.close();
});
afterEach(() => {
  provider.tampering.change = null;
});

let count = 0;
const newLogin = () => {
  count += 1;
  return `login-${count}`;
};

/** Somebody who registered with a password, in a browser that keeps our cookie. */
const member = async () => {
  const email = `${newId()}@example.test`;
  const made = await api.ask(null, 'POST', '/auth/register', {
    body: { email, password: PASSWORD, firstName: 'Ana', lastName: 'Reyes', birthDate: '1990-05-05' },
  });
  const { user, accessToken } = made.json().data;
  return { id: String(user.id), email, token: String(accessToken) };
};
type Member = Awaited<ReturnType<typeof member>>;

/** What the app sends, with the cookie of its browser. */
const createBrowser = () => {
  let cookie: string | undefined;
  const send = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: object,
    token?: string,
  ) => {
    const answer = await api.app.inject({
      method,
      url,
      headers: {
        ...(cookie === undefined ? {} : { cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    const [line] = [answer.headers['set-cookie'] ?? []].flat();
    if (line !== undefined) cookie = /Max-Age=0/.test(line) ? undefined : line.split(';', 1)[0];
    return answer;
  };
  const link = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', who: Member, body?: object) =>
    send(method, `/api/v1${LINK}`, body, who.token);
  const begin = (who: Member, password = PASSWORD) => link('POST', who, { password });
  const comeBack = async (url: URL) =>
    String((await send('GET', url.pathname + url.search)).headers.location);
  return {
    send,
    link,
    begin,
    comeBack,
    /** To the provider and back, up to the code that the app gets. */
    fetchCode: async (who: Member, login: string): Promise<string> => {
      const { url } = (await begin(who)).json().data;
      return codeOf(await comeBack(await createProviderVisitor()(url, login)));
    },
  };
};
const codeOf = (address: string): string => {
  const [, code] = /^http:\/\/localhost:3000\/#oidc-link=([A-Za-z0-9_-]{43})$/.exec(address) ?? [];
  if (code === undefined) throw new Error(`No code in ${address}`);
  return code;
};

/** Signs in by the provider, as the sign-in screen does. */
const signIn = async (login: string) => {
  const browser = createBrowser();
  const started = await browser.send('GET', '/api/v1/auth/oidc/start');
  const back = await browser.comeBack(await createProviderVisitor()(String(started.headers.location), login));
  const code = new URL(back).hash.replace('#oidc=', '');
  return (await browser.send('POST', '/api/v1/auth/oidc/session', { code })).json().data;
};
const connected = async (who: Member, login: string): Promise<void> => {
  const browser = createBrowser();
  const code = await browser.fetchCode(who, login);
  expect((await browser.link('PUT', who, { code })).statusCode).toBe(200);
};
const refusalOf = (answer: { statusCode: number; json: () => { code: string } }) => [
  answer.statusCode,
  answer.json().code,
];

describe('a member connects an account at the provider', () => {
  it('after the password; from then on it opens this account, and its owner is told by mail', async () => {
    const [ana, login, browser] = [await member(), newLogin(), createBrowser()];
    expect((await browser.link('GET', ana)).json().data).toEqual({ name: 'Barangay', connectedAt: null });

    const begun = await browser.begin(ana);
    expect(begun.statusCode).toBe(201);
    expect(new URL(begun.json().data.url).origin).toBe(provider.issuer);
    expect(String(begun.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Lax$/);
    const back = await createProviderVisitor()(begun.json().data.url, login);
    const code = codeOf(await browser.comeBack(back));
    // Nothing yet: being back is not enough.
    expect((await browser.link('GET', ana)).json().data.connectedAt).toBeNull();

    const answer = await browser.link('PUT', ana, { code });
    expect(answer.json().data).toEqual({ name: 'Barangay', connectedAt: expect.any(String) });
    expect(String(answer.headers['set-cookie'])).toContain('Max-Age=0');
    expect(await signIn(login)).toMatchObject({ status: 'signedIn', user: { id: ana.id } });
    const letter = await vi.waitUntil(() => api.mailbox.mails.find(({ to }) => to === ana.email), 10_000);
    expect(letter.subject).toBe('There is a new way into your Tambay account');
  });

  it('also where the provider names an e-mail that has an account here: theirs, or another’s', async () => {
    const [ana, ben, login] = [await member(), await member(), newLogin()];
    provider.people.set(login, { email: ben.email, email_verified: true });
    await connected(ana, login);
    expect(await signIn(login)).toMatchObject({ status: 'signedIn', user: { id: ana.id } });
  });

  it('and disconnects it: it opens nothing any more, and the password does', async () => {
    const [ana, login, browser] = [await member(), newLogin(), createBrowser()];
    await connected(ana, login);
    for (let time = 0; time < 2; time += 1) {
      const answer = await browser.link('DELETE', ana);
      expect([answer.statusCode, answer.json().data.connectedAt]).toEqual([200, null]);
    }
    expect(await signIn(login)).toMatchObject({ status: 'newcomer' });
    const body = { email: ana.email, password: PASSWORD };
    expect((await api.ask(null, 'POST', '/auth/login', { body })).statusCode).toBe(200);
    // And may connect another.
    await connected(ana, newLogin());
  });

  it('has to know the password', async () => {
    const [ana, browser] = [await member(), createBrowser()];
    const answer = await browser.begin(ana, 'not my password');
    expect(refusalOf(answer)).toEqual([422, 'wrong_password']);
    expect(answer.json().errors).toEqual([
      { field: 'password', message: 'That is not your current password' },
    ]);
    expect(answer.headers).not.toHaveProperty('set-cookie');
  });

  it('keeps what is connected when the answer was lost and it is asked again', async () => {
    const [ana, login, browser] = [await member(), newLogin(), createBrowser()];
    await connected(ana, login);
    const code = await browser.fetchCode(ana, login);
    expect((await browser.link('PUT', ana, { code })).statusCode).toBe(200);
    expect(refusalOf(await browser.link('PUT', ana, { code }))).toEqual([410, 'oidc_unknown']);
    expect((await browser.link('GET', ana)).json().data.connectedAt).not.toBeNull();
  });
});

describe('what nobody can connect', () => {
  it('an account at the provider that opens another account here', async () => {
    const [ana, ben, login, browser] = [await member(), await member(), newLogin(), createBrowser()];
    await connected(ana, login);
    const code = await browser.fetchCode(ben, login);
    expect(refusalOf(await browser.link('PUT', ben, { code }))).toEqual([409, 'oidc_taken']);
    expect(await signIn(login)).toMatchObject({ user: { id: ana.id } });
  });

  it('a second one beside the first, from two browsers at once either', async () => {
    const ana = await member();
    const browsers = [createBrowser(), createBrowser()];
    const codes = [
      await browsers[0]?.fetchCode(ana, newLogin()),
      await browsers[1]?.fetchCode(ana, newLogin()),
    ];
    const answers = await Promise.all(
      browsers.map((each, index) => each.link('PUT', ana, { code: codes[index] })),
    );
    expect(answers.map((answer) => answer?.statusCode).toSorted()).toEqual([200, 409]);
    const rows = await api.world.db.select().from(oidcIdentities).where(eq(oidcIdentities.userId, ana.id));
    expect(rows).toHaveLength(1);
  });

  it('what somebody else has fetched: another member, another browser, or nobody', async () => {
    const [ana, mallory, login] = [await member(), await member(), newLogin()];
    const browser = createBrowser();
    const code = await browser.fetchCode(mallory, login);
    // Mallory’s code and cookie in Ana’s browser connect nothing to Ana.
    expect(refusalOf(await browser.link('PUT', ana, { code }))).toEqual([410, 'oidc_unknown']);
    expect(refusalOf(await createBrowser().link('PUT', mallory, { code }))).toEqual([410, 'oidc_unknown']);
    const stranger = createBrowser();
    await stranger.begin(mallory);
    expect(refusalOf(await stranger.link('PUT', mallory, { code }))).toEqual([410, 'oidc_unknown']);
    expect((await browser.link('PUT', mallory, { code: newToken() })).statusCode).toBe(410);
    expect((await browser.link('PUT', mallory, { code })).statusCode).toBe(200);
  });

  it('by a code that was fetched to sign in; and a code that was fetched to connect signs nobody in', async () => {
    const [ana, login] = [await member(), newLogin()];
    const visitor = createBrowser();
    const started = await visitor.send('GET', '/api/v1/auth/oidc/start');
    const back = await visitor.comeBack(
      await createProviderVisitor()(String(started.headers.location), login),
    );
    const code = new URL(back).hash.replace('#oidc=', '');
    expect(refusalOf(await visitor.link('PUT', ana, { code }))).toEqual([410, 'oidc_unknown']);

    const browser = createBrowser();
    const linkCode = await browser.fetchCode(ana, login);
    const tried = await browser.send('POST', '/api/v1/auth/oidc/session', { code: linkCode });
    expect(refusalOf(tried)).toEqual([410, 'oidc_unknown']);
    const registration = { code: linkCode, email: `${newId()}@example.test`, password: PASSWORD };
    const person = { firstName: 'Ana', lastName: 'Reyes', birthDate: '1990-05-05' };
    const made = await browser.send('POST', '/api/v1/auth/oidc/registration', { ...registration, ...person });
    expect(refusalOf(made)).toEqual([410, 'oidc_unknown']);
  });

  it('after its time, or with an ID token that is made out to another app', async () => {
    const [ana, browser] = [await member(), createBrowser()];
    const code = await browser.fetchCode(ana, newLogin());
    api.world.clock.advance(2 * MINUTE);
    expect(refusalOf(await browser.link('PUT', ana, { code }))).toEqual([410, 'oidc_expired']);
    provider.tampering.change = (claims) => ({ ...claims, aud: 'another-app' });
    const { url } = (await browser.begin(ana)).json().data;
    const back = await browser.comeBack(await createProviderVisitor()(url, newLogin()));
    expect(back).toBe(`${OWN}/#oidc-error=oidc_failed`);
  });

  it('without a session: nobody asks, begins, connects or disconnects', async () => {
    for (const [method, body] of [
      ['GET', undefined],
      ['POST', { password: PASSWORD }],
      ['PUT', { code: newToken() }],
      ['DELETE', undefined],
    ] as const)
      expect((await createBrowser().send(method, `/api/v1${LINK}`, body)).statusCode).toBe(401);
  });
});
