import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../../test/support/services.ts';
import { migrateServer } from './open-postgres.ts';

const WAIT_OPTIONS = { timeout: 30_000, interval: 50 };
const modulePath = join(import.meta.dirname, 'open-postgres.ts');

describe.skipIf(!hasPostgres)('migrating a PostgreSQL server', () => {
  let database: TestDatabase;
  let folder: string;
  let client: pg.Client;
  beforeEach(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'tambay-migrate-'));
    client = new pg.Client({ connectionString: database.url });
    client.on('error', () => undefined);
    await client.connect();
  });
  afterEach(async () => {
    await client.end();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const startMigration = (): ChildProcess =>
    spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `const { migrateServer } = await import(${JSON.stringify(modulePath)});
         await migrateServer(${JSON.stringify(database.url)}, ${JSON.stringify(folder)});`,
      ],
      { stdio: ['ignore', 'inherit', 'inherit'] },
    );
  const rowsOf = async (statement: string): Promise<unknown[]> => (await client.query(statement)).rows;

  it('is done once by three processes that start together', async () => {
    await writeFile(join(folder, '0001-a.sql'), 'CREATE TABLE a (n integer); SELECT pg_sleep(0.2);');
    await writeFile(join(folder, '0002-b.sql'), 'INSERT INTO a VALUES (1);');
    const processes = [startMigration(), startMigration(), startMigration()];
    const exits = await Promise.all(processes.map((child) => once(child, 'exit')));
    expect(exits).toEqual([
      [0, null],
      [0, null],
      [0, null],
    ]);
    expect(await rowsOf('SELECT n FROM a')).toEqual([{ n: 1 }]);
    expect(await rowsOf('SELECT number FROM migrations ORDER BY 1')).toEqual([{ number: 1 }, { number: 2 }]);
  });

  it('goes on after a process that was killed in the middle of a step', async () => {
    await writeFile(join(folder, '0001-a.sql'), 'CREATE TABLE a (n integer);');
    await writeFile(join(folder, '0002-b.sql'), 'INSERT INTO a VALUES (1); SELECT pg_sleep(600);');
    const killed = startMigration();
    await vi.waitFor(async () => {
      const busy = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`;
      expect(await rowsOf(busy)).toHaveLength(1);
    }, WAIT_OPTIONS);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    await writeFile(join(folder, '0002-b.sql'), 'INSERT INTO a VALUES (1);');
    await migrateServer(database.url, folder);
    expect(await rowsOf('SELECT n FROM a')).toEqual([{ n: 1 }]);
  });

  it('does without what an older server does not know', async () => {
    await writeFile(join(folder, '0001-a.sql'), 'CREATE TABLE a (n integer);');
    const query: (...parameters: unknown[]) => unknown = pg.Client.prototype.query;
    const spy = vi.spyOn(pg.Client.prototype, 'query');
    spy.mockImplementation(function (this: pg.Client, ...[text, ...rest]: unknown[]) {
      const isUnknown = String(text).includes('client_connection_check_interval');
      return query.call(this, isUnknown ? 'SET no_such_parameter = 1' : text, ...rest);
    } as never);
    await migrateServer(database.url, folder).finally(() => spy.mockRestore());
    expect(await rowsOf('SELECT n FROM a')).toEqual([]);
  });
});
