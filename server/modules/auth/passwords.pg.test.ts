import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../../../test/support/services.ts';
import { parseConfig } from '../../config.ts';
import { createServer, type TambayServer } from '../../create-server.ts';
import { openMailbox, tokenOfMail } from '../../testing/mailbox.ts';
import { openPostgresDatabase } from '../../testing/open-database.ts';

const ROUNDS = 8;
const TRIES = 20;
const POLL = { timeout: 25_000, interval: 10 };
const person = { firstName: 'Ana', lastName: 'Reyes', birthDate: '1990-05-05' };
const passwordOf = (round: number | string) => `kakanin tuwing umaga ${round}`;

/** Many at once on connections of their own: the embedded database has only one, and hides what only a lock prevents. */
describe.skipIf(!hasPostgres)('passwords on PostgreSQL', { timeout: 240_000 }, () => {
  const mailbox = openMailbox();
  let database: TestDatabase;
  let server: TambayServer;
  beforeAll(async () => {
    database = await createTestDatabase();
    server = await createServer({
      config: parseConfig({ LOG_LEVEL: 'silent' }),
      database: await openPostgresDatabase(database.url),
      mailer: mailbox.mailer,
      takeFromBucket: async () => 0,
      eventLoopDelayMaxMs: 0,
    });
  }, 120_000);
  afterAll(async () => {
    await server.close();
    await database.drop();
  }, 120_000);

  const post = (path: string, payload: object, token?: string) =>
    server.app.inject({
      ...{ method: 'POST', url: `/api/v1/auth/${path}`, payload },
      ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
    });
  const register = async (email: string): Promise<string> =>
    (await post('register', { email, password: passwordOf(0), ...person })).json().data.accessToken;
  const verify = async (token: string): Promise<number> =>
    (
      await server.app.inject({
        url: '/api/v1/auth/verify',
        headers: { authorization: `Bearer ${token}` },
      })
    ).statusCode;

  it('that are changed leave no session that the old one opened at the same moment', async () => {
    const email = 'ana@example.test';
    const token = await register(email);
    let admitted = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const [current, next] = [passwordOf(round), passwordOf(round + 1)];
      const logins = Array.from({ length: 12 }, () => post('login', { email, password: current }));
      const changed = post(
        'change-password',
        { currentPassword: current, newPassword: next, confirmPassword: next },
        token,
      );
      const answers = await Promise.all(logins);
      expect((await changed).statusCode).toBe(200);
      for (const answer of answers) {
        if (answer.statusCode !== 200) continue;
        admitted += 1;
        expect(await verify(answer.json().data.accessToken)).toBe(401);
      }
      expect(await verify(token)).toBe(200);
    }
    // Some came before the change, or nothing was tried.
    expect(admitted).toBeGreaterThan(0);
  });

  it('are set anew once by a link that twenty use at once', async () => {
    const email = 'ben@example.test';
    await register(email);
    await post('forgot-password', { email });
    const mail = await vi.waitFor(() => {
      const found = mailbox.mails.findLast(({ to }) => to === email);
      if (!found) throw new Error('No such mail yet');
      return found;
    }, POLL);
    const answers = await Promise.all(
      Array.from({ length: TRIES }, (_, index) => {
        const newPassword = passwordOf(`anew ${index}`);
        return post('reset-password', { newPassword, confirmPassword: newPassword }, tokenOfMail(mail));
      }),
    );
    const winners = answers.filter(({ statusCode }) => statusCode === 200);
    expect(winners).toHaveLength(1);
    const losers = answers.filter(({ statusCode }) => statusCode !== 200);
    expect(new Set(losers.map((answer) => answer.json().code))).toEqual(new Set(['reset_dead']));
    const index = answers.findIndex(({ statusCode }) => statusCode === 200);
    expect((await post('login', { email, password: passwordOf(`anew ${index}`) })).statusCode).toBe(200);
  });
});
