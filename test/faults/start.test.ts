import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEV_MAIL_PATH } from '../../server/mail/dev-page.ts';
import { type Exit, type RunningProcess, until } from './support/process.ts';
import { launchServer, startServer } from './support/server-process.ts';

const LIMIT_MS = 180_000;
const PORT = 4350;

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tambay-start-'));
});
afterEach(async () => {
  await rm(directory, { recursive: true, force: true });
});

/** A start that must fail: with one line that a person understands, and no stack. */
async function expectRefusal(running: RunningProcess, words: RegExp): Promise<void> {
  const exit = await running.exited;
  const lines = running
    .output()
    .split('\n')
    .filter((line) => line.trim() !== '');
  expect({ exit, lines }).toEqual({
    exit: { code: 1, signal: null } satisfies Exit,
    lines: [expect.stringMatching(words)],
  });
}

describe('a start that cannot work ends at once with one clear line', () => {
  it('a port that is none', { timeout: LIMIT_MS }, async () => {
    await expectRefusal(launchServer({ DATA_DIR: directory, PORT: 'http' }), /PORT/);
    expect(await readdir(directory)).toEqual([]);
  });

  it('a port in use', { timeout: LIMIT_MS }, async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(PORT, '127.0.0.1', resolve));
    try {
      await expectRefusal(
        launchServer({ DATA_DIR: directory, PORT: String(PORT) }),
        new RegExp(`\\b${PORT}\\b`),
      );
    } finally {
      await new Promise((resolve) => other.close(resolve));
    }
  });

  it('a database that does not answer', { timeout: LIMIT_MS }, async () => {
    const running = launchServer({
      DATA_DIR: directory,
      PORT: String(PORT),
      DATABASE_URL: 'postgres://tambay:hush-hush@127.0.0.1:4399/none',
    });
    await expectRefusal(running, /database/i);
    expect(running.output()).not.toContain('hush-hush');
  });

  it('a database address that is none', { timeout: LIMIT_MS }, async () => {
    await expectRefusal(
      launchServer({ DATA_DIR: directory, PORT: String(PORT), DATABASE_URL: 'mysql://x' }),
      /DATABASE_URL/,
    );
  });

  it('cluster settings on the embedded database', { timeout: LIMIT_MS }, async () => {
    await expectRefusal(
      launchServer({ DATA_DIR: directory, PORT: String(PORT), REDIS_URL: 'redis://127.0.0.1:4399' }),
      /DATABASE_URL/,
    );
  });

  it('a data folder that another server uses', { timeout: LIMIT_MS }, async () => {
    const first = await startServer(PORT, { DATA_DIR: directory });
    try {
      await expectRefusal(
        launchServer({ DATA_DIR: directory, PORT: String(PORT + 1) }),
        new RegExp(directory.replaceAll('/', '\\/')),
      );
      expect((await fetch(`${first.url}/api/v1/health/check`)).status).toBe(200);
    } finally {
      await first.end('SIGKILL');
    }
  });
});

it('a server that starts says where it is, where the data live, and where mail goes without a mail server', {
  timeout: LIMIT_MS,
}, async () => {
  const server = await startServer(PORT, { DATA_DIR: directory, NODE_ENV: 'development' });
  const lines = await until('it has said so', 5_000, () =>
    server.output().includes('Mail is written') ? server.output().split('\n') : undefined,
  );
  const own = `http://localhost:${PORT}`;
  expect(lines).toContain(`Tambay is at ${own} (listening on ${server.url})`);
  expect(lines).toContain(`Data live in ${directory}`);
  expect(lines).toContain(
    `Mail is written to ${join(directory, 'mail')} and shown at ${own}${DEV_MAIL_PATH}; SMTP_URL names a mail server`,
  );
  await server.end('SIGTERM');
});

describe('a server that ends', () => {
  it('gives its data folder back when it is killed', { timeout: LIMIT_MS }, async () => {
    for (const round of [1, 2, 3]) {
      const server = await startServer(PORT, { DATA_DIR: directory });
      expect(await server.end('SIGKILL'), `round ${round}`).toEqual({ code: null, signal: 'SIGKILL' });
    }
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'finishes what it was asked before, and goes with 0 at %s',
    { timeout: LIMIT_MS },
    async (signal) => {
      const server = await startServer(PORT, { DATA_DIR: directory });
      // Hashing a password takes long enough that the answers are still open when the signal comes.
      const answers = Array.from({ length: 8 }, (_, index) =>
        fetch(`${server.url}/api/v1/auth/login`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ email: `nobody${index}@example.test`, password: 'no such person' }),
        }).then(({ status }) => status),
      );
      await until(
        'the server works on them',
        5_000,
        () => server.output().includes('/auth/login') || undefined,
      );
      const exit = server.end(signal);
      expect(await Promise.all(answers)).toEqual(answers.map(() => 422));
      expect(await exit).toEqual({ code: 0, signal: null });
    },
  );
});
