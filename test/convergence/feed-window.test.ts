import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newId, type PostRow, type UserRow } from '../../protocol/index.ts';
import { feedList, readAll } from '../../src/queries/feed.ts';
import { placeOf } from '../../src/queries/posts.ts';
import { databaseNameFor, LocalDatabase } from '../../sync/storage/local-database.ts';
import { deleteDatabase } from '../../sync/storage/versioned-database.ts';
import { outboxRow } from '../../sync/testing/rows.ts';

const ME = '00000000-0000-7000-8000-00000000000a';
const AT = '2026-03-01T10:00:00.000Z';
const BEN = '00000000-0000-7000-8000-00000000000b';
const CRIS = '00000000-0000-7000-8000-00000000000c';

let db: LocalDatabase;
beforeEach(() => {
  db = new LocalDatabase(databaseNameFor(newId()));
});
afterEach(() => {
  db.close();
  return deleteDatabase(db.name);
});

const personOf = (id: string): UserRow => ({
  ...{ id, uniqueCode: 'ABCDEFGHJKMNP', firstName: 'Ana', middleName: null, lastName: 'Santos' },
  ...{ avatarId: null, createdAt: '2026-03-01T09:00:00.000Z', version: 2 },
});
const postOf = (number: number, minute: number, creatorId: string | null, isDeleted = false): PostRow => {
  const createdAt = new Date(Date.UTC(2026, 2, 1, 9, minute)).toISOString();
  return {
    ...{ id: `00000000-0000-7000-9000-${String(number).padStart(12, '0')}`, creatorId, createdAt },
    author:
      creatorId === null ? { kind: 'anonymous', alias: 'x' } : { kind: 'person', user: personOf(creatorId) },
    ...{ content: `#${number}`, images: [], alts: {}, video: null, media: [], privacy: 'PUBLIC' },
    ...{ anonymous: creatorId === null, likeCount: 0, commentCount: 0, editedAt: null },
    ...{ deletedAt: isDeleted ? createdAt : null, version: 1 },
  };
};
const cover = (ranges: readonly (readonly [PostRow, PostRow])[], start: string | null = null) =>
  db.coverage.put({
    list: feedList('all', ME),
    ranges: ranges.map(([from, to]) => ({ from: placeOf(from), to: placeOf(to) })),
    ...{ start, people: [], refreshedAt: 1, usedAt: 1 },
  });
const sorted = (posts: readonly PostRow[]): PostRow[] =>
  [...posts].sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));

it('names all that is held without a hole, whatever shares its minute, and holds the rows of one stretch', () =>
  fc.assert(
    fc.asyncProperty(
      // Few minutes for many posts: what was written in the same moment is told apart by its id.
      fc.array(
        fc.record({
          minute: fc.nat(12),
          creatorId: fc.constantFrom(ME, BEN, CRIS, null),
          isDeleted: fc.boolean(),
          isHidden: fc.integer({ min: 0, max: 4 }).map((one) => one === 0),
        }),
        { minLength: 2, maxLength: 40 },
      ),
      fc.tuple(fc.nat(), fc.nat(), fc.nat()),
      fc.boolean(),
      async (written, [one, other, place], isMuted) => {
        for (const table of [db.posts, db.coverage, db.hiddenPosts, db.authorMutes, db.meta])
          await table.clear();
        const posts = written.map(({ minute, creatorId, isDeleted }, number) =>
          // Only one's own are held when they are deleted.
          postOf(number, minute, creatorId, isDeleted && creatorId === ME),
        );
        const [from = 0, to = 0] = [one % posts.length, other % posts.length].sort((a, b) => a - b);
        const inOrder = sorted(posts);
        const [lowest, highest] = [inOrder[from], inOrder[to]];
        const shownTo = inOrder[from + (place % (to - from + 1))];
        if (!lowest || !highest || !shownTo) throw new Error('Nothing was made');
        await db.posts.bulkPut(posts);
        await cover([[lowest, highest]]);
        const hidden = posts.filter((_post, number) => written[number]?.isHidden);
        await db.hiddenPosts.bulkPut(
          hidden.map(({ id }) => ({ id, postId: id, userId: ME, hiddenAt: AT, version: 1 })),
        );
        if (isMuted) await db.authorMutes.put({ id: BEN, userId: BEN, createdAt: AT, version: 1 });

        const shown = (post: PostRow) =>
          post.deletedAt === null && !hidden.includes(post) && !(isMuted && post.creatorId === BEN);
        const top = placeOf(shownTo);
        const isListed = (post: PostRow) =>
          placeOf(post) >= placeOf(lowest) && placeOf(post) <= placeOf(highest);
        const expected = inOrder
          .toReversed()
          .filter(shown)
          .filter((post) => placeOf(post) >= placeOf(lowest))
          .filter((post) => post.creatorId === ME || placeOf(post) <= top)
          .filter((post) => post.creatorId === ME || isListed(post) || placeOf(post) <= top);
        const feed = await readAll(db, ME, top, { first: 1, last: 3 });
        expect(feed.ids).toEqual(expected.map(({ id }) => id));
        expect([...feed.posts.keys()]).toEqual(expected.slice(1, 4).map(({ id }) => id));
        expect(feed.newAbove).toBe(
          posts.filter(
            (post) => shown(post) && post.creatorId !== ME && placeOf(post) > top && isListed(post),
          ).length,
        );
      },
    ),
  ));

it('shows nothing from below a hole, and says that there is more', async () => {
  const posts = [0, 1, 2, 3, 4].map((minute) => postOf(minute, minute, BEN));
  const [oldest, older, , newer, newest] = posts;
  if (!oldest || !older || !newer || !newest) throw new Error('Nothing was made');
  await db.posts.bulkPut(posts);
  await cover([
    [oldest, older],
    [newer, newest],
  ]);
  const all = { first: 0, last: 9 };
  expect(await readAll(db, ME, null, all)).toMatchObject({
    ids: [newest.id, newer.id],
    newAbove: 0,
    newest: placeOf(newest),
    end: 'gap',
  });
  // Where the reader was is below the hole: what is above it waits behind the pill.
  expect(await readAll(db, ME, placeOf(older), all)).toMatchObject({
    ids: [older.id, oldest.id],
    newAbove: 2,
  });
  // That place is held no longer: the newest part is shown.
  expect((await readAll(db, ME, '2020-01-01T00:00:00.000Z|x', all)).ids).toEqual([newest.id, newer.id]);
});

it('keeps a refused post where it was written', async () => {
  const [older, newer] = [postOf(1, 1, BEN), postOf(2, 5, BEN)];
  await db.posts.bulkPut([older, newer]);
  await cover([[older, newer]]);
  const refused = postOf(3, 3, ME);
  const { id, content, createdAt } = refused;
  const row = outboxRow(
    'createPost',
    { id, content, privacy: 'PUBLIC', anonymous: false },
    { seq: 1, state: 'rejected', writtenAt: createdAt },
  );
  await db.outbox.put(row);
  const { ids, posts } = await readAll(db, ME, null, { first: 0, last: 9 });
  expect(ids).toEqual([newer.id, id, older.id]);
  expect(posts.get(id)).toMatchObject({ state: 'failed', isMine: true });
});
