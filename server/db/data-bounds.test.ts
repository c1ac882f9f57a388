import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from '../../protocol/index.ts';
import { openApi } from '../testing/api.ts';

let api: Awaited<ReturnType<typeof openApi>>;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

const ROOT = join(import.meta.dirname, '../..');

/** The lines of docs/data-bounds.md. */
const listed = readFileSync(join(ROOT, 'docs/data-bounds.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Table') && !line.startsWith('| ---'))
  .map((line) => {
    const [, table = '', rows = '', heldBy = '', removedBy = ''] = line.split('|').map((cell) => cell.trim());
    return { table, rows, heldBy, removedBy };
  });

describe('docs/data-bounds.md', () => {
  it('says of every table of the database what bounds it, and of no other', async () => {
    const { rows } = await api.executeSql(
      `select table_schema as schema, table_name as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    );
    const tables = z.array(z.object({ schema: z.string(), name: z.string() })).parse(rows);
    // Jobs have a schema of their own, and a paragraph.
    expect(new Set(tables.map(({ schema }) => schema))).toEqual(new Set(['public', 'pgboss']));
    const own = tables.filter(({ schema }) => schema === 'public').map(({ name }) => name);
    expect(new Set(listed.map(({ table }) => table))).toEqual(new Set(own));
    expect(listed).toHaveLength(own.length);
  });

  it('names files that are there, and leaves nothing open', () => {
    for (const { table, rows, heldBy, removedBy } of listed) {
      expect([table, rows !== '', removedBy !== '']).toEqual([table, true, true]);
      for (const path of [heldBy, ...(removedBy.match(/server\/[\w./-]+\.ts/g) ?? [])])
        expect([table, path, existsSync(join(ROOT, path))]).toEqual([table, path, true]);
    }
  });
});
