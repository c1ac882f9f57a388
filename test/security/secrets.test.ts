import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import {
  friendshipId,
  newId,
  privateChatId,
  qrStarted,
  signedIn,
  siteTokenResponse,
} from '../../protocol/index.ts';
import { createSubscriber } from '../../server/testing/push-service.ts';
import { startServer } from '../faults/support/server-process.ts';
import { listen } from './sockets.ts';

const LIMIT_MS = 240_000;
const PORT = 4360;
const ORIGIN = `http://127.0.0.1:${PORT}`;
const PASSWORD = 'isang mahabang lihim na salita';
const WORDS = 'walang makakabasa nito sa talaan';

it('neither the logs nor the data folder hold what lets somebody in, and the logs not what people wrote', {
  timeout: LIMIT_MS,
}, async () => {
  const directory = await mkdtemp(join(tmpdir(), 'tambay-secrets-'));
  try {
    const server = await startServer(PORT, { DATA_DIR: directory, PUBLIC_URL: ORIGIN, LOG_LEVEL: 'trace' });
    const call = async (method: string, path: string, token?: string, body?: unknown) => {
      const answer = await fetch(`${server.url}/api/v1${path}`, {
        method,
        headers: {
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: await answer.text() };
    };
    const register = async (firstName: string) => {
      const email = `${firstName}-secret@example.test`;
      const body = { email, password: PASSWORD, firstName, lastName: 'Santos', birthDate: '1990-01-01' };
      return signedIn.parse(JSON.parse((await call('POST', '/auth/register', undefined, body)).body)).data;
    };

    const [ana, ben] = [await register('Ana'), await register('Ben')];
    const login = { email: ana.user.email, password: PASSWORD };
    const again = signedIn.parse(JSON.parse((await call('POST', '/auth/login', undefined, login)).body)).data;
    await call('POST', '/auth/login', undefined, { ...login, password: `${PASSWORD}!` });
    await call('POST', '/auth/register', undefined, { ...login, password: PASSWORD.slice(0, 3) });
    await call('GET', `/auth/verify?token=${ana.accessToken}`, ana.accessToken);
    await call('GET', `/chats?search=${encodeURIComponent(WORDS)}`, ana.accessToken);
    await call('POST', '/users/friends', ana.accessToken, { uniqueCode: ben.user.uniqueCode });
    const friendship = friendshipId(ana.user.id, ben.user.id);
    expect((await call('PATCH', `/users/friends/${friendship}/accept`, ben.accessToken)).status).toBe(200);
    const chat = `/chats/${privateChatId(ana.user.id, ben.user.id)}/messages`;
    const id = newId();
    expect((await call('POST', chat, ana.accessToken, { id, content: WORDS })).status).toBe(201);
    // The same id again, by somebody else: a constraint of the database says no, and its message holds the row.
    expect((await call('POST', chat, ben.accessToken, { id, content: WORDS })).status).toBe(409);
    expect((await call('POST', chat, ana.accessToken, { content: WORDS, video: WORDS })).status).toBe(400);

    // What a new device shows and keeps, what a mail carries, what a site is given, what a browser subscribes with.
    const shown = qrStarted.parse(
      JSON.parse((await call('POST', '/auth/qr/sessions', undefined, {})).body),
    ).data;
    const qr = `/auth/qr/sessions/${shown.id}`;
    expect((await call('POST', `${qr}/claim`, ben.accessToken)).status).toBe(200);
    const { pollSecret } = shown;
    expect((await call('POST', `${qr}/poll`, undefined, { pollSecret })).status).toBe(200);
    const site = await call('POST', '/auth/site-tokens', ben.accessToken, { origin: ORIGIN });
    const siteToken = siteTokenResponse.parse(JSON.parse(site.body)).data.token;
    const { keys } = createSubscriber();
    const subscription = { endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/x', keys };
    expect((await call('POST', '/notifications/push/register', ben.accessToken, subscription)).status).toBe(
      201,
    );
    const authKey = keys.auth;
    expect((await call('DELETE', `/notifications/push/${authKey}`, ben.accessToken)).status).toBe(200);
    await call('POST', '/auth/forgot-password', undefined, { email: ben.user.email });
    const resetToken = await vi.waitFor(() => tokenInMail(directory), { timeout: 60_000, interval: 100 });
    const newPassword = `${PASSWORD} na bago`;
    const passwords = { newPassword, confirmPassword: newPassword };
    expect((await call('POST', '/auth/reset-password', resetToken, passwords)).status).toBe(200);
    expect((await call('POST', '/auth/reset-password', resetToken, passwords)).status).toBe(422);

    const { socket, ready } = listen(server.url, ana.accessToken);
    await ready;
    socket.disconnect();
    const logs = server.output();
    expect((await server.end('SIGTERM')).code).toBe(0);

    const tokens = [ana.accessToken, ben.accessToken, again.accessToken, siteToken];
    const handed = [resetToken, shown.id, pollSecret, authKey];
    // Something was logged at all, and of every request.
    expect(logs).toContain('/api/v1/auth/register');
    for (const secret of [...tokens, ...handed, PASSWORD, WORDS, encodeURIComponent(WORDS), ana.user.email])
      expect(logs.includes(secret), `the logs hold ${secret}`).toBe(false);

    const files = await readdir(directory, { recursive: true, withFileTypes: true });
    const stored: Buffer[] = [];
    // Without a mail server the mail itself lies in the folder; it is meant to hold the link.
    const isMail = (path: string) => path === join(directory, 'mail');
    for (const file of files.filter((entry) => entry.isFile() && !isMail(entry.parentPath)))
      stored.push(await readFile(join(file.parentPath, file.name)));
    const holds = (text: string) => stored.some((bytes) => bytes.includes(text));
    // What is meant to be stored is found this way, and so would the rest be.
    expect(holds(WORDS)).toBe(true);
    for (const secret of [...tokens, resetToken, shown.id, pollSecret, PASSWORD])
      expect(holds(secret), `the data hold ${secret}`).toBe(false);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

/** The token of the link in the only kind of mail that has one. */
const tokenInMail = async (dataDir: string): Promise<string> => {
  const folder = join(dataDir, 'mail');
  for (const name of (await readdir(folder)).filter((each) => each.endsWith('.eml'))) {
    // Quoted-printable (RFC 2045 §6.7) breaks long lines and writes the sign of equality as a number.
    const letter = (await readFile(join(folder, name), 'utf8')).replace(/=\r?\n/g, '').replace(/=3D/g, '=');
    const token = /#token=([\w-]{43})/.exec(letter)?.[1];
    if (token !== undefined) return token;
  }
  throw new Error('No such mail yet');
};
