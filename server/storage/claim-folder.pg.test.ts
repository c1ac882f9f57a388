import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../../test/support/services.ts';
import type { OpenDatabase } from '../db/database.ts';
import { openPostgres } from '../db/open-postgres.ts';
import { claimFolder, WrongFolder } from './claim-folder.ts';

describe.skipIf(!hasPostgres)('the folder of files', () => {
  let database: TestDatabase;
  let opened: OpenDatabase;
  let folders: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    opened = await openPostgres(database.url, 4);
    folders = await mkdtemp(join(tmpdir(), 'tambay-folder-'));
  });
  afterAll(async () => {
    await opened.close();
    await database.drop();
    await rm(folders, { recursive: true, force: true });
  });
  const claim = (name: string) => claimFolder(opened.db, join(folders, name));

  it('is the same for all nodes, those that start at once among them, and another one is refused in one line', async () => {
    await Promise.all([claim('shared'), claim('shared'), claim('shared')]);
    await claim('shared');
    const refused = await claim('own').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(WrongFolder);
    const line = refused instanceof Error ? refused.message : '';
    expect(line).toContain('All nodes need the same DATA_DIR, or STORAGE_URL');
    expect(line).not.toContain('\n');
    // As the line says: for an operator who knows that the folder is right.
    const [, mark = '', path = ''] = /write (\S+) into (\S+)$/.exec(line) ?? [];
    await writeFile(path, `${mark}\n`);
    await claim('own');
  });
});
