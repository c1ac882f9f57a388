import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../protocol/index.ts';
import { migrate, type SqlConnection } from './migrate.ts';

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
  folder = await mkdtemp(join(tmpdir(), 'tambay-migrate-'));
});
afterAll(async () => {
  await client.close();
  await rm(folder, { recursive: true, force: true });
});

const migrations = join(import.meta.dirname, 'migrations');

it('what files were used for is written down, and posts lose the files of others', async () => {
  const names = (await readdir(migrations)).toSorted();
  const until = names.findIndex((name) => name.endsWith('-file-uses.sql'));
  for (const name of names.slice(0, until)) await cp(join(migrations, name), join(folder, name));
  await migrate(connection, folder);
  const [ana, ben] = [newId(), newId()];
  for (const id of [ana, ben])
    await client.query(
      `INSERT INTO users (id, email, password_hash, first_name, last_name, birth_date, unique_code, created_at)
       VALUES ($1, $2, '', 'Ana', 'Reyes', '1990-05-05', $2, now())`,
      [id, id],
    );
  const fileOf = async (ownerId: string, posterOf: string | null = null): Promise<string> => {
    const id = newId();
    await client.query(
      `INSERT INTO files (id, owner_id, state, kind, mime, size, storage_key, poster_of, created_at)
       VALUES ($1, $2, 'ready', 'image', 'image/webp', 1, $4, $3, now())`,
      [id, ownerId, posterOf, id],
    );
    return id;
  };
  const use = (fileId: string, kind: string, targetId: string) =>
    client.query('INSERT INTO file_uses VALUES ($1, $2, $3)', [fileId, kind, targetId]);
  const post = async (images: string[], alias: string | null): Promise<string> => {
    const id = newId();
    await client.query(
      `INSERT INTO posts (id, creator_id, content, images, media, privacy, alias, created_at)
       VALUES ($1, $2, '', $3, $4, 'PUBLIC', $5, now())`,
      [id, ana, JSON.stringify(images), JSON.stringify(images.map((file) => ({ id: file }))), alias],
    );
    for (const file of images) await use(file, 'post', id);
    return id;
  };
  const [own, another, secret, worn, shown, unused] = [
    await fileOf(ana),
    await fileOf(ben),
    await fileOf(ana),
    await fileOf(ana),
    await fileOf(ana),
    await fileOf(ana),
  ];
  const still = await fileOf(ana, secret);
  const named = await post([own, another], null);
  const anonymous = await post([secret], 'Tala');
  const said = newId();
  await use(worn, 'user', ana);
  await use(shown, 'stranger', said);
  const [name = ''] = names.slice(until, until + 1);
  await cp(join(migrations, name), join(folder, name));
  await migrate(connection, folder);
  const rows = await connection.rows('SELECT id, is_named, secret_of FROM files');
  const expected = [
    [own, true, null],
    [another, true, null],
    [secret, false, anonymous],
    [still, false, anonymous],
    [worn, true, null],
    [shown, false, said],
    [unused, false, null],
  ].map(([id, isNamed, secretOf]) => ({ id, is_named: isNamed, secret_of: secretOf }));
  expect(rows).toHaveLength(expected.length);
  expect(rows).toEqual(expect.arrayContaining(expected));
  expect(await connection.rows('SELECT images, media, version FROM posts WHERE id = $1', [named])).toEqual([
    { images: [own], media: [{ id: own }], version: 2 },
  ]);
  expect(await connection.rows('SELECT version FROM posts WHERE id = $1', [anonymous])).toEqual([
    { version: 1 },
  ]);
  expect(await connection.rows('SELECT 1 FROM file_uses WHERE file_id = $1', [another])).toEqual([]);
});
