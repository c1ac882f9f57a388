import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId, socialAuthPayload } from '../../../../protocol/index.ts';
import { openApi } from '../../../testing/api.ts';
import { tokenOfMail } from '../../../testing/mailbox.ts';
import {
  createProviderVisitor,
  openOidcProvider,
  type TestProvider,
} from '../../../testing/oidc-provider.ts';
import { deleteDueAccounts } from '../deletion.ts';
import { newToken } from '../sessions.ts';
import { oidcFlows, oidcIdentities } from './table.ts';

const MINUTE = 60_000;
const POLL = { timeout: 25_000, interval: 10 };
const OWN = 'http://localhost:3000';
const CALLBACK = `${OWN}/api/v1/auth/oidc/callback`;
const PASSWORD = 'halo-halo sa tag-init';

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
  provider.tampering.isForged = false;
});

/** A browser at our side of the sign-in: it has our cookie, and says what browsers say. */
const createBrowser = () => {
  let cookie: string | undefined;
  const send = async (method: 'GET' | 'POST', url: string, body?: unknown, headers = {}) => {
    const answer = await api.app.inject({
      method,
      url,
      headers: {
        ...(cookie === undefined ? {} : { cookie: `theme=dark; ${cookie}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    const [line] = [answer.headers['set-cookie'] ?? []].flat();
    if (line !== undefined) cookie = /Max-Age=0/.test(line) ? undefined : line.split(';', 1)[0];
    return answer;
  };
  const start = () => send('GET', '/api/v1/auth/oidc/start');
  /** Comes back from the provider. @returns where the app is opened */
  const comeBack = async (url: URL) =>
    String((await send('GET', url.pathname + url.search)).headers.location);
  return {
    send,
    start,
    comeBack,
    /** To the provider, through its pages. @returns the address back, not yet asked for */
    visitProvider: async (login: string) =>
      createProviderVisitor()(String((await start()).headers.location), login),
    session: (code: string) => send('POST', '/api/v1/auth/oidc/session', { code }),
    register: (code: string, more = {}) =>
      send('POST', '/api/v1/auth/oidc/registration', {
        ...{ code, email: `${newId()}@example.test`, password: PASSWORD },
        ...{ firstName: 'Ana', lastName: 'Reyes', birthDate: '1990-05-05', ...more },
      }),
  };
};
type Browser = ReturnType<typeof createBrowser>;

const codeOf = (address: string): string => {
  const [, code] = /^http:\/\/localhost:3000\/#oidc=([A-Za-z0-9_-]{43})$/.exec(address) ?? [];
  if (code === undefined) throw new Error(`No code in ${address}`);
  return code;
};
const refusal = (kind: string) => `${OWN}/#oidc-error=${kind}`;

/** All the way to the code that the app gets. */
const arrive = async (browser: Browser, login: string): Promise<string> =>
  codeOf(await browser.comeBack(await browser.visitProvider(login)));

let count = 0;
const newLogin = () => {
  count += 1;
  return `login-${count}`;
};
/** Somebody who has registered by the provider. */
const member = async () => {
  const login = newLogin();
  const browser = createBrowser();
  const code = await arrive(browser, login);
  await browser.session(code);
  const answer = await browser.register(code);
  expect(answer.statusCode, answer.body).toBe(201);
  const { user, accessToken } = answer.json().data;
  return { login, id: String(user.id), email: String(user.email), token: String(accessToken) };
};
const verify = (token: string) =>
  api.ask(null, 'GET', '/auth/verify', { headers: { authorization: `Bearer ${token}` } });

describe('sign-in at the provider', () => {
  it('is named where the app looks anyway', async () => {
    const answer = await api.ask(null, 'GET', '/health/check');
    expect(answer.json().data.signInWith).toBe('Barangay');
  });

  it('leads there with PKCE, state and nonce, and a cookie that scripts cannot read', async () => {
    const answer = await createBrowser().start();
    const url = new URL(String(answer.headers.location));
    expect([answer.statusCode, url.origin]).toEqual([302, provider.issuer]);
    const asked = Object.fromEntries(url.searchParams);
    expect(asked).toMatchObject({
      client_id: 'tambay',
      redirect_uri: CALLBACK,
      response_type: 'code',
      code_challenge_method: 'S256',
    });
    const line = String(answer.headers['set-cookie']);
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(asked[name], name).toHaveLength(43);
      expect(line).not.toContain(asked[name]);
    }
    expect(line).toMatch(/^tambay-oidc=[A-Za-z0-9_-]{43}; .*HttpOnly; SameSite=Lax$/);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('asks a newcomer for what is missing, makes the account, and opens it from then on', async () => {
    const login = newLogin();
    const claims = { email: `${login}@barangay.test`, email_verified: true };
    provider.people.set(login, { ...claims, given_name: 'Ana', family_name: 'Reyes' });
    const browser = createBrowser();
    const code = await arrive(browser, login);
    const asked = await browser.session(code);
    const profile = { email: claims.email, firstName: 'Ana', lastName: 'Reyes' };
    expect([asked.statusCode, asked.json()]).toEqual([200, { data: { status: 'newcomer', profile } }]);

    const made = await browser.register(code, profile);
    expect(made.statusCode, made.body).toBe(201);
    const { user, accessToken } = made.json().data;
    expect(user).toMatchObject(profile);
    expect((await verify(accessToken)).json().data.id).toBe(user.id);

    const other = createBrowser();
    const signedIn = await other.session(await arrive(other, login));
    expect(signedIn.statusCode).toBe(200);
    expect(signedIn.json().data).toMatchObject({ status: 'signedIn', user: { id: user.id } });
    expect((await verify(signedIn.json().data.accessToken)).statusCode).toBe(200);
    expect(String(signedIn.headers['set-cookie'])).toContain('Max-Age=0');
    const password = { email: claims.email, password: PASSWORD };
    expect((await api.ask(null, 'POST', '/auth/login', { body: password })).statusCode).toBe(200);
  });

  it('leaves no token and no secret in the database', async () => {
    const browser = createBrowser();
    const started = await browser.start();
    const back = await createProviderVisitor()(String(started.headers.location), newLogin());
    const code = codeOf(await browser.comeBack(back));
    const stored = JSON.stringify(await api.world.db.select().from(oidcFlows));
    const cookie = String(started.headers['set-cookie']).split(/[=;]/)[1] ?? '';
    for (const secret of [
      cookie,
      code,
      back.searchParams.get('code') ?? '',
      back.searchParams.get('state') ?? '',
    ])
      expect(stored).not.toContain(secret);
  });
});

describe('an account that was made before', () => {
  const registered = async (email: string) =>
    api.ask(null, 'POST', '/auth/register', {
      body: { email, password: PASSWORD, firstName: 'Ben', lastName: 'Cruz', birthDate: '1990-05-05' },
    });

  it('is not opened by an account at the provider with its e-mail, not even a verified one', async () => {
    const login = newLogin();
    const email = `${login}@barangay.test`;
    await registered(email);
    provider.people.set(login, { email: email.toUpperCase(), email_verified: true });
    const browser = createBrowser();
    expect(await browser.comeBack(await browser.visitProvider(login))).toBe(refusal('oidc_email_taken'));
    expect(await api.world.db.select().from(oidcIdentities).where(eq(oidcIdentities.subject, login))).toEqual(
      [],
    );
  });

  it('is not given away by an e-mail that the provider has not verified', async () => {
    const login = newLogin();
    const email = `${login}@barangay.test`;
    await registered(email);
    provider.people.set(login, { email, email_verified: false, given_name: '\u0000', family_name: 'Cruz' });
    const browser = createBrowser();
    const code = await arrive(browser, login);
    expect((await browser.session(code)).json().data).toEqual({
      status: 'newcomer',
      profile: { lastName: 'Cruz' },
    });
    const taken = await browser.register(code, { email });
    expect([taken.statusCode, taken.json().code]).toEqual([409, 'email_taken']);
    // What was refused can be corrected.
    expect((await browser.register(code)).statusCode).toBe(201);
  });

  it('is kept by its owner’s coming in, and forgotten by the provider’s account once it is deleted', async () => {
    const { login, id, token } = await member();
    const askDeletion = (bearer: string) =>
      api.ask(null, 'POST', '/account/deletion', {
        body: { password: PASSWORD },
        headers: { authorization: `Bearer ${bearer}` },
      });
    await askDeletion(token);
    const browser = createBrowser();
    const kept = (await browser.session(await arrive(browser, login))).json().data;
    expect(kept).toMatchObject({ status: 'signedIn', deletionCancelled: true, user: { id } });
    await askDeletion(kept.accessToken);
    api.world.clock.advance(14 * 24 * 60 * MINUTE);
    await deleteDueAccounts(api.world.services);
    const again = (await browser.session(await arrive(browser, login))).json().data;
    expect(again).toEqual({ status: 'newcomer', profile: {} });
  });
});

describe('an account that somebody made in another’s name', () => {
  it('is its e-mail’s owner’s alone once they have set the password anew', async () => {
    const { login, email } = await member();
    await api.ask(null, 'POST', '/auth/forgot-password', { body: { email } });
    const mail = await vi.waitFor(() => {
      const found = api.mailbox.mails.findLast((one) => one.to === email && tokenOfMail(one) !== '');
      if (!found) throw new Error('No such mail yet');
      return found;
    }, POLL);
    const newPassword = `${PASSWORD} na bago`;
    const reset = await api.ask(null, 'POST', '/auth/reset-password', {
      body: { newPassword, confirmPassword: newPassword },
      headers: { authorization: `Bearer ${tokenOfMail(mail)}` },
    });
    expect(reset.statusCode).toBe(200);
    const browser = createBrowser();
    const again = (await browser.session(await arrive(browser, login))).json().data;
    expect(again).toEqual({ status: 'newcomer', profile: {} });
  });
});

describe('who somebody is there', () => {
  it('is never taken from a client: no call reads the social auth payload', async () => {
    const payload = socialAuthPayload.parse({ authId: 'ana-at-the-provider', accessToken: newToken() });
    const browser = createBrowser();
    for (const call of ['session', 'registration']) {
      const answer = await browser.send('POST', `/api/v1/auth/oidc/${call}`, payload);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ code: 'validation' });
    }
    const { paths } = (await api.app.inject('/api/docs/json')).json();
    expect(Object.keys(paths)).toContain('/api/v1/auth/oidc/session');
    expect(JSON.stringify(paths).includes('authId')).toBe(false);
  });
});

describe('what the provider says is verified', () => {
  it.each([
    ['for another audience', { aud: 'another-app' }],
    ['for several audiences, made out to another', { aud: ['tambay', 'another-app'], azp: 'another-app' }],
    ['from another issuer', { iss: 'https://evil.example' }],
    ['that answers another sign-in', { nonce: 'x'.repeat(43) }],
    ['without a nonce', { nonce: undefined }],
    ['that has expired', { exp: 1_600_000_000 }],
    ['without a subject', { sub: undefined }],
  ])('an ID token %s is refused', async (_what, changed) => {
    provider.tampering.change = (claims) => ({ ...claims, ...changed });
    const browser = createBrowser();
    expect(await browser.comeBack(await browser.visitProvider(newLogin()))).toBe(refusal('oidc_failed'));
  });

  it('an ID token with somebody else’s signature is refused', async () => {
    provider.tampering.isForged = true;
    const browser = createBrowser();
    expect(await browser.comeBack(await browser.visitProvider(newLogin()))).toBe(refusal('oidc_failed'));
  });

  it('an unchanged ID token that went the same way is taken', async () => {
    provider.tampering.change = (claims) => ({ ...claims });
    await arrive(createBrowser(), newLogin());
  });

  it('a code that was made out to another app is refused', async () => {
    const browser = createBrowser();
    const asked = new URL(String((await browser.start()).headers.location));
    asked.searchParams.set('client_id', 'another-app');
    const back = await createProviderVisitor()(asked.href, newLogin());
    expect(await browser.comeBack(back)).toBe(refusal('oidc_failed'));
  });

  it('an answer with another state is refused, and does not end the sign-in', async () => {
    const browser = createBrowser();
    const back = await browser.visitProvider(newLogin());
    const changed = new URL(back);
    changed.searchParams.set('state', 'x'.repeat(43));
    expect(await browser.comeBack(changed)).toBe(refusal('oidc_failed'));
    codeOf(await browser.comeBack(back));
  });

  it('a no is passed on in words', async () => {
    const browser = createBrowser();
    const asked = new URL(String((await browser.start()).headers.location));
    const no = new URL(CALLBACK);
    no.search = new URLSearchParams({
      error: 'access_denied',
      state: asked.searchParams.get('state') ?? '',
      iss: provider.issuer,
    }).toString();
    expect(await browser.comeBack(no)).toBe(refusal('oidc_failed'));
  });
});

describe('a sign-in belongs to one browser, and happens once', () => {
  it('another browser cannot come back with it', async () => {
    const back = await createBrowser().visitProvider(newLogin());
    const stranger = createBrowser();
    expect(await stranger.comeBack(back)).toBe(refusal('oidc_unknown'));
    await stranger.start();
    expect(await stranger.comeBack(back)).toBe(refusal('oidc_failed'));
  });

  it('another browser cannot use the code that was handed to the app', async () => {
    const { login } = await member();
    const browser = createBrowser();
    const code = await arrive(browser, login);
    const stranger = createBrowser();
    await stranger.start();
    const stolen = await stranger.session(code);
    expect([stolen.statusCode, stolen.json().code]).toEqual([410, 'oidc_unknown']);
    expect((await browser.session(code)).json().data.status).toBe('signedIn');
  });

  it('coming back twice is refused', async () => {
    const browser = createBrowser();
    const back = await browser.visitProvider(newLogin());
    codeOf(await browser.comeBack(back));
    expect(await browser.comeBack(back)).toBe(refusal('oidc_dead'));
  });

  it('of 20 who use a code at once one gets a session', async () => {
    const { login } = await member();
    const browser = createBrowser();
    const started = await browser.start();
    const cookie = String(started.headers['set-cookie']).split(';', 1)[0] ?? '';
    const back = await createProviderVisitor()(String(started.headers.location), login);
    const code = codeOf(await browser.comeBack(back));
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        createBrowser().send('POST', '/api/v1/auth/oidc/session', { code }, { cookie }),
      ),
    );
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 410)]);
  });

  it('a registration is made once, and only after the app has asked', async () => {
    const browser = createBrowser();
    const code = await arrive(browser, newLogin());
    expect((await browser.register(code)).json().code).toBe('oidc_dead');
    await browser.session(code);
    const answers = await Promise.all([browser.register(code), browser.register(code)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 410]);
  });

  it('two newcomers’ windows make one account', async () => {
    const login = newLogin();
    const browsers = [createBrowser(), createBrowser()] as const;
    const codes = [await arrive(browsers[0], login), await arrive(browsers[1], login)] as const;
    await browsers[0].session(codes[0]);
    await browsers[1].session(codes[1]);
    expect((await browsers[0].register(codes[0])).statusCode).toBe(201);
    const second = await browsers[1].register(codes[1]);
    expect([second.statusCode, second.json().code]).toEqual([410, 'oidc_dead']);
    const linked = await api.world.db
      .select()
      .from(oidcIdentities)
      .where(and(eq(oidcIdentities.issuer, provider.issuer), eq(oidcIdentities.subject, login)));
    expect(linked).toHaveLength(1);
  });

  it('is over after its time: ten minutes at the provider, two on the way into the app', async () => {
    const browser = createBrowser();
    const back = await browser.visitProvider(newLogin());
    api.world.clock.advance(10 * MINUTE);
    expect(await browser.comeBack(back)).toBe(refusal('oidc_expired'));
    const code = await arrive(browser, newLogin());
    api.world.clock.advance(2 * MINUTE);
    expect((await browser.session(code)).json().code).toBe('oidc_expired');
  });

  it('keeps nothing of the person when it is over or ended, and is forgotten after an hour', async () => {
    const [ended, over] = [createBrowser(), createBrowser()];
    const { login } = await member();
    await ended.session(await arrive(ended, login));
    const forgotten = newLogin();
    provider.people.set(forgotten, { email: `${forgotten}@barangay.test`, email_verified: true });
    const code = await arrive(over, forgotten);
    api.world.clock.advance(31 * MINUTE);
    await createBrowser().start();
    const kept = JSON.stringify(await api.world.db.select().from(oidcFlows));
    for (const personal of [login, forgotten]) expect(kept).not.toContain(personal);
    expect((await over.session(code)).json().code).toBe('oidc_expired');
    api.world.clock.advance(61 * MINUTE);
    await createBrowser().start();
    expect((await over.session(code)).json().code).toBe('oidc_unknown');
  });

  it.each(['cross-site', 'same-site'])('is not begun by another site (%s)', async (site) => {
    const answer = await createBrowser().send('GET', '/api/v1/auth/oidc/start', undefined, {
      'sec-fetch-site': site,
    });
    expect(answer.headers).toMatchObject({ location: refusal('oidc_failed') });
    expect(answer.headers).not.toHaveProperty('set-cookie');
  });

  it('leads nowhere that a request names', async () => {
    const query = 'redirect_uri=https://evil.example&next=https://evil.example&returnTo=//evil.example';
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
    const started = await createBrowser().send('GET', `/api/v1/auth/oidc/start?${query}`, undefined, headers);
    expect(String(started.headers.location)).not.toContain('evil');
    const back = await createBrowser().send('GET', `/api/v1/auth/oidc/callback?${query}`, undefined, headers);
    expect(back.headers.location).toBe(refusal('oidc_unknown'));
  });
});

describe('a provider that is down', () => {
  it('is said in words, before and after its pages, and tried again', { timeout: 60_000 }, async () => {
    const own = await openOidcProvider([CALLBACK]);
    const before = api;
    api = await openApi({ env: own.env });
    const port = Number(new URL(own.issuer).port);
    await own.close();
    const browser = createBrowser();
    expect((await browser.start()).headers.location).toBe(refusal('oidc_unreachable'));
    const again = await openOidcProvider([CALLBACK], port);
    const back = await browser.visitProvider(newLogin());
    await again.close();
    expect(await browser.comeBack(back)).toBe(refusal('oidc_unreachable'));
    await api.close();
    api = before;
  });
});

describe('without a provider', () => {
  it('there is nothing to see', async () => {
    const plain = await openApi();
    const answers = [
      await plain.ask(null, 'GET', '/auth/oidc/start'),
      await plain.ask(null, 'GET', '/auth/oidc/callback'),
      await plain.ask(null, 'POST', '/auth/oidc/session', { body: { code: newToken() } }),
      await plain.ask(null, 'POST', '/auth/oidc/registration', { body: {} }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
    expect((await plain.ask(null, 'GET', '/health/check')).json().data).not.toHaveProperty('signInWith');
    await plain.close();
  });
});
