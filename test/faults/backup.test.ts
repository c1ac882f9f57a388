import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openFolder } from '../../server/db/open-pglite.ts';
import { messages } from '../../server/db/schema.ts';
import { seedAuthors } from './people.ts';
import { startProcess } from './support/process.ts';
import { serverEnvironment, startServer } from './support/server-process.ts';
import { Writer } from './writer.ts';

const PORT = 4_357;
const command = fileURLToPath(new URL('../../server/admin/main.ts', import.meta.url));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tambay-backup-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** As an operator runs it. */
const admin = async (
  dataDir: string,
  ...args: string[]
): Promise<{ code: number | null; output: string }> => {
  const running = startProcess(process.execPath, [command, ...args], {
    env: serverEnvironment({ DATA_DIR: dataDir }),
  });
  const { code } = await running.exited;
  return { code, output: running.output().trim() };
};

const storedIn = async (dataDir: string): Promise<string[]> => {
  const { db, close } = await openFolder(dataDir);
  const rows = await db.select({ id: messages.id }).from(messages);
  await close();
  return rows.map(({ id }) => id);
};

it('a running server with the embedded database is backed up while members write, and restored whole', {
  timeout: 180_000,
}, async () => {
  const [dataDir, restored] = [join(folder, 'data'), join(folder, 'restored')];
  const [online, offline] = [join(folder, 'online'), join(folder, 'offline')];
  const { db, close } = await openFolder(dataDir);
  const authors = await seedAuthors(db, 2);
  await close();
  const server = await startServer(PORT, { DATA_DIR: dataDir, LOG_LEVEL: 'error' });
  let isWriting = true;
  const enough = Promise.withResolvers<void>();
  const writers = authors.map((author) => new Writer(author, () => enough.resolve()));
  const writing = Promise.all(writers.map((writer) => writer.write(server.url, () => isWriting)));
  await enough.promise;
  const before = writers.flatMap(({ acknowledged }) => acknowledged);
  const made = await admin(dataDir, 'backup', online);
  isWriting = false;
  await writing;
  expect(made).toEqual({ code: 0, output: expect.stringMatching(/^.*online has \d+ rows and 0 files$/) });
  // A second one into the same folder, and a restore beside the running server.
  expect(await admin(dataDir, 'backup', online)).toMatchObject({
    code: 1,
    output: expect.stringContaining('is not empty: name a new folder'),
  });
  expect(await admin(dataDir, 'restore', online)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/is in use by another Tambay process\.$/),
  });
  // A killed server leaves its socket file behind, and connections to it are refused.
  await server.end('SIGKILL');
  expect((await admin(dataDir, 'backup', offline)).code).toBe(0);
  expect((await admin(restored, 'restore', online)).code).toBe(0);
  const stored = new Set(await storedIn(restored));
  const attempted = new Set(writers.flatMap((writer) => writer.attempted));
  expect(before.filter((id) => !stored.has(id))).toEqual([]);
  expect([...stored].filter((id) => !attempted.has(id))).toEqual([]);
  expect((await storedIn(dataDir)).length).toBeGreaterThanOrEqual(stored.size);
});
