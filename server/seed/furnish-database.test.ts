import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isNotNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseConfig } from '../config.ts';
import type { OpenDatabase } from '../db/database.ts';
import { openMemory } from '../db/open-pglite.ts';
import { comments, files, likes, posts, users } from '../db/schema.ts';
import type { FileStorage } from '../storage/file-storage.ts';
import { openFileStorage } from '../storage/open-storage.ts';
import { fillDatabase } from './fill-database.ts';
import { furnishDatabase } from './furnish-database.ts';

let database: OpenDatabase;
let folder: string;
let storage: FileStorage;

beforeAll(async () => {
  const now = new Date('2026-11-20T10:00:00.000Z');
  folder = await mkdtemp(join(tmpdir(), 'tambay-seed-'));
  storage = await openFileStorage(parseConfig({ DATA_DIR: folder }));
  database = await openMemory();
  const signIns = await fillDatabase(database.db, { people: 12, messages: 60, seed: 73, now });
  const emails = signIns.map(({ email }) => email);
  expect(await furnishDatabase(database.db, storage, { seed: 73, now, emails })).toBe(12);
}, 60_000);
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

it('gives most people a face, and stores every picture whole with its smaller copies', async () => {
  const { db } = database;
  expect((await db.select().from(users).where(isNotNull(users.avatarId))).length).toBeGreaterThan(5);
  const stored = new Set(await Array.fromAsync(storage.list()));
  for (const { storageKey, variants } of await db.select().from(files))
    for (const name of ['whole', ...variants]) expect(stored).toContain(`${storageKey}/${name}`);
});

it('counts likes and comments as they are', async () => {
  const { db } = database;
  const wrong = await db
    .select({ id: posts.id })
    .from(posts)
    .where(
      sql`${posts.likeCount} <> (select count(*) from ${likes} where ${likes.postId} = ${posts.id})
        or ${posts.commentCount} <> (select count(*) from ${comments} where ${comments.postId} = ${posts.id})`,
    );
  expect(wrong).toEqual([]);
  const [one] = await db.select().from(posts).where(sql`jsonb_array_length(${posts.media}) > 0`).limit(1);
  expect(one?.media[0]).toMatchObject({ kind: 'image', state: 'ready', alt: expect.any(String) });
});
