import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MigrationError, migrate, type SqlConnection } from './migrate.ts';

let client: PGlite;
let connection: SqlConnection;
let folder: string;

beforeAll(async () => {
  client = await PGlite.create();
  connection = {
    run: async (sql) => {
      await client.exec(sql);
    },
    rows: async (sql, parameters) => (await client.query(sql, parameters)).rows,
  };
});
afterAll(() => client.close());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tambay-migrate-'));
  await client.exec('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const put = (name: string, sql: string): Promise<void> => writeFile(join(folder, name), sql);
const applied = async (): Promise<unknown[]> =>
  (await connection.rows('SELECT name FROM migrations ORDER BY number')).map((row) => Object(row).name);

describe('migrations', () => {
  it('are applied in order, once', async () => {
    await put('0001-a.sql', 'CREATE TABLE a (n integer); INSERT INTO a VALUES (1);');
    await migrate(connection, folder);
    await put('0002-b.sql', 'INSERT INTO a VALUES (2);');
    await migrate(connection, folder);
    await migrate(connection, folder);
    expect(await applied()).toEqual(['0001-a.sql', '0002-b.sql']);
    expect(await connection.rows('SELECT n FROM a ORDER BY n')).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('leave nothing of one that fails, and keep those before it', async () => {
    await put('0001-a.sql', 'CREATE TABLE a (n integer);');
    await put('0002-b.sql', 'INSERT INTO a VALUES (1); SELECT no_such_function();');
    await expect(migrate(connection, folder)).rejects.toThrow('0002-b.sql');
    expect(await applied()).toEqual(['0001-a.sql']);
    expect(await connection.rows('SELECT n FROM a')).toEqual([]);
    await put('0002-b.sql', 'INSERT INTO a VALUES (1);');
    await migrate(connection, folder);
    expect(await connection.rows('SELECT n FROM a')).toEqual([{ n: 1 }]);
  });

  it('refuse a database that was made with another file of that number', async () => {
    await put('0001-a.sql', 'CREATE TABLE a (n integer);');
    await migrate(connection, folder);
    await put('0001-a.sql', 'CREATE TABLE a (n bigint);');
    await expect(migrate(connection, folder)).rejects.toThrow(MigrationError);
  });

  it('do not mind how a checkout ends its lines', async () => {
    await put('0001-a.sql', 'CREATE TABLE a\n(n integer);\n');
    await migrate(connection, folder);
    await put('0001-a.sql', 'CREATE TABLE a\r\n(n integer);\r\n');
    await migrate(connection, folder);
    expect(await applied()).toEqual(['0001-a.sql']);
  });

  it('refuse a database of a newer version', async () => {
    await put('0001-a.sql', 'CREATE TABLE a (n integer);');
    await put('0002-b.sql', 'CREATE TABLE b (n integer);');
    await migrate(connection, folder);
    await rm(join(folder, '0002-b.sql'));
    await expect(migrate(connection, folder)).rejects.toThrow('newer');
  });

  it.each(['0002-a.sql', 'a.sql', '1-a.sql'])('refuse a first file that is named %s', async (name) => {
    await put(name, 'CREATE TABLE a (n integer);');
    await expect(migrate(connection, folder)).rejects.toThrow(name);
  });
});
