import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseConfig } from '../config.ts';
import type { OpenDatabase } from '../db/database.ts';
import { openMemory } from '../db/open-pglite.ts';
import { askForBackup, serveBackups } from './backup-socket.ts';

let database: OpenDatabase;
let folder: string;
beforeAll(async () => {
  database = await openMemory();
  folder = await mkdtemp(join(tmpdir(), 'tambay-socket-'));
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const configOf = (dataDir: string) => parseConfig({ DATA_DIR: dataDir });

it('answers with what the backup has, and with why there is none', async () => {
  const config = configOf(folder);
  const server = await serveBackups(config, database);
  const made = await askForBackup(config, join(folder, 'made'));
  expect(made).toEqual({ rows: expect.any(Number), files: 0 });
  await expect(askForBackup(config, join(folder, 'made'))).rejects.toThrow('is not empty: name a new folder');
  server?.close();
});

it('lets a server start where no socket can be made', async () => {
  const taken = join(folder, 'taken');
  await mkdir(join(taken, 'backup.sock', 'a folder in its place'), { recursive: true });
  expect(await serveBackups(configOf(taken), database)).toBeNull();
  const long = join(folder, 'x'.repeat(120));
  expect(await serveBackups(configOf(long), database)).toBeNull();
  for (const dataDir of [taken, long])
    expect(await askForBackup(configOf(dataDir), join(folder, 'other'))).toBeNull();
});
