import { afterAll, expect, it } from 'vitest';
import { newId } from '../../protocol/index.ts';
import { openBefore } from '../testing/open-before.ts';

const { client, rows, migrate, close } = await openBefore('file-uses.sql');
afterAll(close);

it('what files were used for is written down, and posts lose the files of others', async () => {
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
  await migrate();
  const stored = await rows('SELECT id, is_named, secret_of FROM files');
  const expected = [
    [own, true, null],
    [another, true, null],
    [secret, false, anonymous],
    [still, false, anonymous],
    [worn, true, null],
    [shown, false, said],
    [unused, false, null],
  ].map(([id, isNamed, secretOf]) => ({ id, is_named: isNamed, secret_of: secretOf }));
  expect(stored).toHaveLength(expected.length);
  expect(stored).toEqual(expect.arrayContaining(expected));
  expect(await rows('SELECT images, media, version FROM posts WHERE id = $1', named)).toEqual([
    { images: [own], media: [{ id: own }], version: 2 },
  ]);
  expect(await rows('SELECT version FROM posts WHERE id = $1', anonymous)).toEqual([{ version: 1 }]);
  expect(await rows('SELECT 1 FROM file_uses WHERE file_id = $1', another)).toEqual([]);
});
