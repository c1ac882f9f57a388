import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../../protocol/index.ts';
import { posts, users } from '../../db/schema.ts';
import { type OpenedDatabase, openMemoryDatabase } from '../../testing/open-database.ts';
import { World } from '../../testing/world.ts';
import { findReadablePost, isReadable } from './policy.ts';

let opened: OpenedDatabase;
beforeAll(async () => {
  opened = await openMemoryDatabase();
});
afterAll(() => opened.close());

const BOTH = [false, true];

it('lets the same posts be read from memory and from the database', async () => {
  const world = new World(opened.db);
  const { ana, ben } = await world.friends();
  const blocker = await world.person('Cora');
  await world.block(blocker, ana);
  const now = world.clock.now();
  const id = newId();
  await world.applied(ana, 'createPost', { id, content: 'Traffic sa EDSA' });
  const answers = new Set<boolean>();
  for (const isPrivate of BOTH)
    for (const isInBin of BOTH)
      for (const isPurged of BOTH)
        for (const isAnonymous of BOTH)
          for (const isAuthorGone of BOTH) {
            // The table holds no such post.
            if (isPrivate && isAnonymous) continue;
            await world.db
              .update(posts)
              .set({
                privacy: isPrivate ? 'PRIVATE' : 'PUBLIC',
                deletedAt: isInBin ? now : null,
                purgedAt: isPurged ? now : null,
                alias: isAnonymous ? 'alias' : null,
              })
              .where(eq(posts.id, id));
            await world.db
              .update(users)
              .set({ deletedAt: isAuthorGone ? now : null })
              .where(eq(users.id, ana.id));
            const [row] = await world.db
              .select({ post: posts, author: users })
              .from(posts)
              .innerJoin(users, eq(users.id, posts.creatorId))
              .where(eq(posts.id, id));
            if (!row) throw new Error('The post is stored.');
            for (const [reader, isBlocked] of [
              [ana, false],
              [ben, false],
              [blocker, true],
            ] as const) {
              const answer = isReadable(row, { readerId: reader.id, isBlocked });
              const stored = await findReadablePost(world.db, reader.id, id);
              expect({ reader: reader.firstName, row, answer }).toEqual({
                ...{ reader: reader.firstName, row },
                answer: stored !== undefined,
              });
              answers.add(answer);
            }
          }
  expect(answers.size).toBe(2);
});
