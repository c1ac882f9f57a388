import 'fake-indexeddb/auto';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { authorMuteId, LIMITS, newId } from '../../protocol/index.ts';
import { posts } from '../../server/db/schema.ts';
import type { Person } from '../../server/testing/world.ts';
import { feedList, readMine } from '../../src/queries/feed.ts';
import { startRealDevices } from './real-devices.ts';

/** What is a member's own (posts, mutes) on several devices: the real engine against the real server. */
const WAIT_OPTIONS = { timeout: 20_000, interval: 50 };

const { world, open, closeEngines, close } = await startRealDevices();
afterEach(closeEngines);
afterAll(close);

/** Posts as if written a minute apart, the first one long ago. */
const writeMany = async (person: Person, count: number): Promise<string[]> => {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: newId(),
    creatorId: person.id,
    content: `Ika-${index}`,
    images: [],
    alts: {},
    privacy: 'PUBLIC' as const,
    createdAt: new Date(Date.parse('2025-01-01T00:00:00.000Z') + index * 60_000),
  }));
  await world.db.insert(posts).values(rows);
  return rows.map(({ id }) => id);
};

describe("one's own posts", () => {
  it('older than those that the scope carries come by pages, to the first one and without a hole', async () => {
    const [ana, ben] = [await world.person('Ana'), await world.person('Ben')];
    const ids = await writeMany(ana, LIMITS.ownPostsMax + 70);
    const { engine } = await open(ana);
    const { db } = engine;
    const mine = () => readMine(db, ana.id, { first: 0, last: 999 });
    await vi.waitFor(async () => expect((await mine()).ids).toHaveLength(LIMITS.ownPostsMax), WAIT_OPTIONS);
    expect((await mine()).end).toBe('gap');

    // A like brings the very first one to the device: it does not stand below the others as if nothing were between.
    await world.applied(ben, 'setLike', { postId: ids[0], liked: true });
    await engine.mutate('setLike', { postId: ids[0] ?? '', liked: true });
    await vi.waitFor(async () => expect(await db.posts.get(ids[0] ?? '')).toBeDefined(), WAIT_OPTIONS);
    expect((await mine()).ids).toHaveLength(LIMITS.ownPostsMax);

    expect(await engine.loadOlder(feedList('mine', ana.id))).toBe('loaded');
    expect((await mine()).ids).toHaveLength(LIMITS.ownPostsMax + 50);
    expect(await engine.loadOlder(feedList('mine', ana.id))).toBe('complete');
    const all = await mine();
    expect(all.ids).toEqual(ids.toReversed());
    expect(all.end).toBe('complete');
    expect(all.posts.get(ids[0] ?? '')?.isLiked).toBe(true);
  }, 60_000);

  it('that the scope carries all are the whole list, and nothing is asked for', async () => {
    const ana = await world.person('Ana');
    const ids = await writeMany(ana, 3);
    await world.applied(ana, 'deletePost', { id: ids[1], soft: true });
    const { db } = (await open(ana)).engine;
    await vi.waitFor(
      async () =>
        expect(await readMine(db, ana.id, { first: 0, last: 19 })).toMatchObject({
          ids: [ids[2], ids[0]],
          end: 'complete',
        }),
      WAIT_OPTIONS,
    );
  }, 60_000);

  it('in the bin come with the scope however old they are', async () => {
    const ana = await world.person('Ana');
    const ids = await writeMany(ana, LIMITS.ownPostsMax + 5);
    await world.applied(ana, 'deletePost', { id: ids[0], soft: true });
    const { db } = (await open(ana)).engine;
    await vi.waitFor(
      async () => expect((await db.posts.get(ids[0] ?? ''))?.deletedAt).toBeTruthy(),
      WAIT_OPTIONS,
    );
    expect((await readMine(db, ana.id, { first: 0, last: 999 })).end).toBe('gap');
  }, 60_000);
});

describe('a muted author', () => {
  it('is muted in a tunnel, and then on every device of mine, with a name; and so is the taking back', async () => {
    const [ana, ben] = [await world.person('Ana'), await world.person('Ben')];
    // A post of his in the feed is all that she knows of him.
    await world.applied(ben, 'createPost', { id: newId(), content: 'Uy', privacy: 'PUBLIC' });
    const { engine: phone, cable } = await open(ana);
    const { engine: laptop } = await open(ana);
    await phone.sync();
    cable.isCut = true;
    await phone.mutate('muteAuthor', { userId: ben.id, muted: true });
    const id = authorMuteId(ana.id, ben.id);
    expect(await phone.db.authorMutes.get(id)).toMatchObject({ userId: ben.id, version: 0 });
    cable.isCut = false;
    await phone.sync();
    await vi.waitFor(async () => expect(await laptop.db.authorMutes.get(id)).toBeDefined(), WAIT_OPTIONS);
    expect((await laptop.db.users.get(ben.id))?.firstName).toBe('Ben');
    const { engine: fresh } = await open(ana);
    await vi.waitFor(async () => expect(await fresh.db.authorMutes.get(id)).toBeDefined(), WAIT_OPTIONS);
    expect((await fresh.db.users.get(ben.id))?.firstName).toBe('Ben');

    await laptop.mutate('muteAuthor', { userId: ben.id, muted: false });
    await vi.waitFor(async () => expect(await phone.db.authorMutes.count()).toBe(0), WAIT_OPTIONS);
    // Nothing points to the profile any more.
    await vi.waitFor(async () => expect(await phone.db.users.get(ben.id)).toBeUndefined(), WAIT_OPTIONS);
  }, 60_000);
});
