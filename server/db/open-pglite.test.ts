import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openMemoryDatabase } from '../testing/open-database.ts';
import { FolderInUseError } from './folder-lock.ts';
import { openFolder } from './open-pglite.ts';
import { lineage } from './schema.ts';

const synced = vi.hoisted(() => ({ count: 0, isBroken: false }));
vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs')>();
  const fdatasyncSync: typeof fs.fdatasyncSync = (descriptor) => {
    synced.count += 1;
    if (synced.isBroken) throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' });
    fs.fdatasyncSync(descriptor);
  };
  return { ...fs, fdatasyncSync };
});

const LIMIT_MS = 60_000;
let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tambay-data-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

describe('the embedded database', () => {
  it('waits for the disk at each commit, and keeps what it was given', { timeout: LIMIT_MS }, async () => {
    const first = await openFolder(dataDir);
    const [before] = await first.db.select().from(lineage);
    const countBefore = synced.count;
    for (let round = 0; round < 10; round += 1) {
      await first.db.execute(sql`update lineage set epoch = epoch`);
    }
    expect(synced.count - countBefore).toBeGreaterThanOrEqual(10);
    await first.close();
    const second = await openFolder(dataDir);
    expect(await second.db.select().from(lineage)).toEqual([before]);
    await second.close();
  });

  it('belongs to one process at a time', { timeout: LIMIT_MS }, async () => {
    const holder = await openFolder(dataDir);
    await expect(openFolder(dataDir)).rejects.toThrow(FolderInUseError);
    await holder.close();
  });

  it('reads every type, whether a query brings parsers of its own or not', async () => {
    const { db, executeSql, close } = await openMemoryDatabase();
    const row = `select 7 as number, true as truth, '{"a":1}'::jsonb as thing, 'x'::text as word,
      '2026-11-26T00:00:00Z'::timestamptz as moment, array[1, 2]::smallint[] as numbers, array['a', null] as words`;
    const plain = { number: 7, truth: true, thing: { a: 1 }, word: 'x' };
    const moment = new Date('2026-11-26T00:00:00Z');
    expect(await executeSql(row)).toEqual({
      rows: [{ ...plain, moment, numbers: [1, 2], words: ['a', null] }],
    });
    // Drizzle reads moments and arrays itself, by the types of its columns.
    expect(await db.execute(sql.raw(row))).toMatchObject({ rows: [{ ...plain, numbers: '{1,2}' }] });
    await close();
  });

  it('makes a folder again whose first making was cut short', { timeout: LIMIT_MS }, async () => {
    const aside = join(dataDir, 'database.new');
    await mkdir(aside);
    await writeFile(join(aside, 'PG_VERSION'), '18\n');
    const database = await openFolder(dataDir);
    expect(await database.db.select().from(lineage)).toHaveLength(1);
    expect(existsSync(aside)).toBe(false);
    await database.close();
  });

  it('acknowledges nothing that the disk refuses, and says that it is over', {
    timeout: LIMIT_MS,
  }, async () => {
    const database = await openFolder(dataDir);
    synced.isBroken = true;
    await expect(database.db.execute(sql`update lineage set epoch = epoch`)).rejects.toThrow();
    expect(await database.died).toMatchObject({ severity: 'PANIC' });
    synced.isBroken = false;
    await database.close();
    const next = await openFolder(dataDir);
    expect(await next.db.select().from(lineage)).toHaveLength(1);
    await next.close();
  });
});
