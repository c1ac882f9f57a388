import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatScope } from '../../protocol/index.ts';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../../test/support/services.ts';
import { World } from '../testing/world.ts';
import type { OpenDatabase } from './database.ts';
import { openPostgres } from './open-postgres.ts';
import { lineage, scopes } from './schema.ts';

const run = promisify(execFile);

describe.skipIf(!hasPostgres)('a database that was restored from a dump', () => {
  let database: TestDatabase;
  let opened: OpenDatabase;
  let folder: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    opened = await openPostgres(database.url, 2);
    folder = await mkdtemp(join(tmpdir(), 'tambay-dump-'));
  });
  afterAll(async () => {
    await opened.close();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const epochs = async () => {
    const [row] = await opened.db.select({ epoch: lineage.epoch }).from(lineage);
    const held = await opened.db.selectDistinct({ epoch: scopes.epoch }).from(scopes);
    return { lineage: row?.epoch, scopes: held.map(({ epoch }) => epoch) };
  };

  it('under a running server has a new epoch, and devices start again', { timeout: 60_000 }, async () => {
    const world = new World(opened.db);
    const { ana, ben, chatId } = await world.friends();
    await world.say(ana, chatId, 'before');
    const before = await epochs();
    const dump = join(folder, 'dump');
    await run('pg_dump', ['-Fc', '-f', dump, database.url]);
    await world.say(ana, chatId, 'lost');
    const pulled = await world.pull(ben);
    const cursors = Object.fromEntries(
      pulled.scopes.map(({ scope, epoch, to }) => [scope, { epoch, seq: to }]),
    );
    const cut = `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
    await run('psql', ['-q', '-c', cut, database.url]);
    await run('pg_restore', ['--clean', '--if-exists', '-d', database.url, dump]);
    const after = await epochs();
    expect(after.lineage).not.toBe(before.lineage);
    expect(after.scopes).toEqual([after.lineage]);
    const scope = (await world.pull(ben, cursors)).scopes.find((one) => one.scope === chatScope(chatId));
    expect(scope).toMatchObject({ kind: 'reset', epoch: after.lineage });
    const content = scope?.changes.flatMap(({ table, row }) =>
      table === 'messages' && row && 'content' in row ? [row.content] : [],
    );
    expect(content).toEqual(['before']);
  });

  it('keeps its epoch when it is opened again', async () => {
    const before = await epochs();
    const again = await openPostgres(database.url, 1);
    expect(await again.db.select({ epoch: lineage.epoch }).from(lineage)).toEqual([
      { epoch: before.lineage },
    ]);
    await again.close();
  });
});
