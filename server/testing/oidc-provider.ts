import { generateKeyPairSync, type JsonWebKey, sign } from 'node:crypto';
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';
import { z } from '../../protocol/index.ts';

type Claims = Record<string, unknown>;

const CLIENT_ID = 'tambay';
const CLIENT_SECRET = 'the secret that only the two servers know';
const KEY_ID = 'test-key';

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const record = z.record(z.string(), z.unknown());
const tokenAnswer = z.looseObject({ id_token: z.string() });

/** A signed JWT (RFC 7515, RS256). */
const mint = (claims: Claims, key: ReturnType<typeof newKey>): string => {
  const content = `${encode({ alg: 'RS256', kid: KEY_ID })}.${encode(claims)}`;
  return `${content}.${sign('RSA-SHA256', Buffer.from(content), key).toString('base64url')}`;
};
const claimsOf = (token: string): Claims =>
  record.parse(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()));

/**
 * A real OpenID provider on a port of this machine, with its own pages: any login works, and is the subject.
 * @param redirectUris where it leads back to
 */
export const openOidcProvider = async (redirectUris: string[], port = 0) => {
  const [key, strangersKey] = [newKey(), newKey()];
  const people = new Map<string, Claims>();
  const tampering: { change: ((claims: Claims) => Claims) | null; isForged: boolean } = {
    change: null,
    isForged: false,
  };
  const jwk: JsonWebKey = key.export({ format: 'jwk' });
  // Its issuer names its port, and its answers need its issuer: the port comes first.
  const server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The provider has no port.');
  const issuer = `http://localhost:${bound.port}`;
  const provider = new Provider(issuer, {
    clients: [
      { client_id: CLIENT_ID, client_secret: CLIENT_SECRET, redirect_uris: redirectUris },
      { client_id: 'another-app', client_secret: `${CLIENT_SECRET}, too`, redirect_uris: redirectUris },
    ],
    jwks: { keys: [{ ...jwk, kid: KEY_ID, alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['keys of a test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    // Named, because it prints a line for each one that is not.
    ttl: { AccessToken: 60, AuthorizationCode: 60, IdToken: 60, Grant: 600, Interaction: 600, Session: 600 },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({ ...people.get(accountId), sub: accountId }),
    }),
  });
  // What a broken or hostile provider would answer: the claims of the ID token changed, and signed by its own key or another.
  provider.use(async (context, next) => {
    await next();
    const answered = context.path === '/token' ? tokenAnswer.safeParse(context.body) : null;
    if (!answered?.success || (tampering.change === null && !tampering.isForged)) return;
    const claims = claimsOf(answered.data.id_token);
    const changed = tampering.change?.(claims) ?? claims;
    context.body = { ...answered.data, id_token: mint(changed, tampering.isForged ? strangersKey : key) };
  });
  const answer = provider.callback();
  return {
    issuer,
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT_ID,
      OIDC_CLIENT_SECRET: CLIENT_SECRET,
      OIDC_NAME: 'Barangay',
    },
    /** What is known of people, by their logins. */
    people,
    tampering,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
export type TestProvider = Awaited<ReturnType<typeof openOidcProvider>>;

/** A browser of its own for the provider's pages, without a screen. */
export const createProviderVisitor = () => {
  const cookies = new Map<string, string>();
  const visit = async (url: string, form?: Record<string, string>): Promise<Response> => {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  };

  /**
   * Follows the provider's pages, signs in and consents.
   * @returns the address back at the app, not yet asked for
   */
  return async (start: string, login: string): Promise<URL> => {
    const { origin } = new URL(start);
    let answer = await visit(start);
    for (let step = 0; step < 12; step += 1) {
      const location = answer.headers.get('location');
      if (location !== null) {
        const next = new URL(location, origin);
        if (next.origin !== origin) return next;
        answer = await visit(next.href);
        continue;
      }
      const page = await answer.text();
      const [, action = ''] = /<form[^>]* action="([^"]+)"/.exec(page) ?? [];
      const [, prompt = ''] = /name="prompt" value="(\w+)"/.exec(page) ?? [];
      if (action === '') throw new Error(`The provider answers ${answer.status}: ${page}`);
      answer = await visit(new URL(action, origin).href, { prompt, login, password: 'any will do' });
    }
    throw new Error('The provider leads in circles.');
  };
};
