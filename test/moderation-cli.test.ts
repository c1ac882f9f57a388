import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId, newUntimedId } from '../protocol/index.ts';
import { type RunningApp, startApp } from './support/browser-app.ts';
import { befriend, logIn, type Person, registerPerson, say } from './support/browser-people.ts';

const LIMIT_MS = 120_000;
const root = join(import.meta.dirname, '..');
let app: RunningApp;
let [moderator, ana, ben]: Person[] = [];

/** What `node server/cli.ts …` prints and how it ends, as one who signs in with these words. */
const cli = (args: string[], env: Record<string, string> = session) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const options = { cwd: root, env: { ...process.env, TAMBAY_URL: app.origin, ...env } };
    execFile(process.execPath, ['server/cli.ts', ...args], options, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
    });
  });
let session: Record<string, string> = {};
const credentialsOf = (person: Person | undefined): Record<string, string> => ({
  TAMBAY_EMAIL: person?.email ?? '',
  TAMBAY_PASSWORD: person?.password ?? '',
});
const done = async (...args: string[]): Promise<string> => {
  const { code, out, err } = await cli(args);
  expect({ code, err }, args.join(' ')).toEqual({ code: 0, err: '' });
  return out;
};
const refused = async (args: string[], env?: Record<string, string>): Promise<string> => {
  const { code, out, err } = await cli(args, env);
  expect({ code, out }, args.join(' ')).toEqual({ code: 1, out: '' });
  return err;
};
const send = async (token: string, path: string, body: object): Promise<void> => {
  const answer = await fetch(`${app.origin}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.ok, await answer.text()).toBe(true);
};

beforeAll(async () => {
  app = await startApp();
  [moderator, ana, ben] = [
    await registerPerson(app.origin, 'Moda'),
    await registerPerson(app.origin, 'Ana'),
    await registerPerson(app.origin, 'Benedicto'),
  ];
  await app.stop();
  await app.start({ MODERATORS: moderator.uniqueCode });
}, LIMIT_MS);
afterAll(() => app?.dispose());

it('says what it can do, and in one line what it lacks', { timeout: LIMIT_MS }, async () => {
  expect(await done('help')).toContain('node server/cli.ts suspend REPORT --days N');
  expect(await refused(['reports'], {})).toContain('TAMBAY_EMAIL and TAMBAY_PASSWORD');
  const guess = { ...credentialsOf(moderator), TAMBAY_PASSWORD: 'not the password' };
  expect(await refused(['reports'], guess)).toBe('Wrong e-mail or password\n');
  expect(await refused(['reports'], credentialsOf(ana))).toBe('Not found\n');
  const nowhere = { ...credentialsOf(moderator), TAMBAY_URL: 'http://127.0.0.1:4399' };
  expect(await refused(['reports'], nowhere)).toContain('ECONNREFUSED');
  expect(await refused(['dance'])).toContain('Moderation from a terminal');
  expect(await refused(['dismiss', 'x'])).toContain('dismiss needs an id');
});

it('is the whole of moderation, and every act stands in the log', { timeout: LIMIT_MS }, async () => {
  if (!ana || !ben) throw new Error('Nobody is there.');
  const { out } = await cli(['login'], credentialsOf(moderator));
  const [, token = ''] = /^TAMBAY_TOKEN=(\S+)\n$/.exec(out) ?? [];
  session = { TAMBAY_TOKEN: token };
  await befriend(app.origin, ana, ben);
  const { id: messageId } = await say(app.origin, ben, ana, 'Masamang mensahe');
  const postId = newUntimedId();
  await send(ben.token, '/posts', { id: postId, content: 'Masamang post', anonymous: true });
  const [ofMessage, ofPost, ofPerson] = [newId(), newId(), newId()];
  for (const [id, kind, targetId] of [
    [ofMessage, 'message', messageId],
    [ofPost, 'post', postId],
    [ofPerson, 'person', ben.id],
  ])
    await send(ana.token, '/reports', { id, kind, targetId, reason: 'harassment', note: 'Ulit na naman' });

  const queue = await done('reports');
  for (const words of [ofMessage, 'about Benedicto Reyes', '"Masamang mensahe"', 'note: "Ulit na naman"'])
    expect(queue).toContain(words);
  expect(queue).toMatch(new RegExp(`${ofPost} .* post {2}harassment {2}about \\(anonymous\\)`));
  expect(queue).toContain('3 open, page 1 of 1');

  expect(await done('dismiss', ofPerson)).toBe(`${ofPerson}  dismissed\n`);
  expect(await done('remove', ofMessage)).toBe(`${ofMessage}  removed\n`);
  for (const days of ['soon', '0', '1.5'])
    expect(await refused(['suspend', ofPost, '--days', days])).toContain('--days');
  expect(await done('suspensions')).toBe('0 suspended\n');
  expect(await done('suspend', ofPost, '--days', '7', '--note', 'Maging mabait')).toBe(
    `${ofPost}  suspended\n`,
  );
  expect(await done('suspensions')).toContain('(anonymous)');
  expect(await refused(['author', ofPost])).not.toContain('Benedicto');
  expect(await done('author', ofPost, '--why', 'Umapela')).toBe(`Benedicto Reyes  ${ben.uniqueCode}\n`);

  const { accessToken } = await logIn(app.origin, ben);
  await send(accessToken, '/account/appeal', { words: 'Patawad po' });
  const held = await done('suspensions');
  expect(held).toMatch(/Benedicto Reyes {2}harassment {2}until 20\S+ {2}appeal: "Patawad po"\n1 suspended/);
  const id = held.slice(0, 36);
  expect(await done('keep', id)).toBe('Benedicto Reyes  stays\n');
  expect(await done('lift', id)).toBe('Benedicto Reyes  lifted\n');
  expect(await done('reports', '--closed')).toContain('3 closed, page 1 of 1');

  const log = (await done('log')).split('\n').map((line) => line.replace(/^\S+ {2}Moda Reyes {2}/, ''));
  expect(log).toEqual([
    'lift  Benedicto Reyes',
    'answerAppeal  Benedicto Reyes',
    'reveal  Benedicto Reyes  "Umapela"',
    'suspend  7 days  "Maging mabait"',
    'remove',
    'dismiss',
    '6 acts, page 1 of 1',
    '',
  ]);
  expect(await done('logout')).toBe('');
  expect(await refused(['log'])).toBe('Please sign in again\n');
});
