import 'fake-indexeddb/auto';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { authorMuteId, LIMITS, newId } from '../../protocol/index.ts';
import { posts } from '../../server/db/schema.ts';
import { createServer, parseConfig, type TambayServer } from '../../server/index.ts';
import { createSession } from '../../server/modules/auth/sessions.ts';
import { openMemoryDatabase } from '../../server/testing/open-database.ts';
import { type Person, World } from '../../server/testing/world.ts';
import { feedList, readMine } from '../../src/queries/posts.ts';
import { type Engine, openEngine } from '../../sync/index.ts';

/** What is a member's own (posts, mutes) on several devices: the real engine against the real server. */
const PATIENCE = { timeout: 20_000, interval: 50 };

let server: TambayServer;
let world: World;
let url: string;
const engines: Engine[] = [];

beforeAll(async () => {
  const database = await openMemoryDatabase();
  world = new World(database.db);
  server = await createServer({
    config: parseConfig({ LOG_LEVEL: 'silent' }),
    database,
    takeFromBucket: async () => 0,
    eventLoopDelayMaxMs: 0,
  });
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.app.server.address() as AddressInfo;
  url = `http://127.0.0.1:${port}`;
});
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
});
afterAll(() => server.close());

const open = async (person: Person, cable = { isCut: false }): Promise<Engine> => {
  const { accessToken } = await createSession(world.db, person.id, 'Test device', new Date());
  const databaseName = `tambay-${newId()}`;
  const engine = await openEngine({
    userId: person.id,
    baseUrl: url,
    token: () => accessToken,
    databaseName,
    deviceDatabaseName: `${databaseName}-device`,
    ports: {
      online: { isOnline: () => !cable.isCut, subscribe: () => () => undefined },
      // Each device of this process is a browser of its own.
      channel: { post: () => undefined, subscribe: () => () => undefined, close: () => undefined },
      locks: { withLock: (_name, _options, action) => action(new AbortController().signal) },
    },
  });
  engines.push(engine);
  return engine;
};

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
    const { db, ...engine } = await open(ana);
    const mine = () => readMine(db, ana.id, 1_000);
    await vi.waitFor(async () => expect((await mine()).posts).toHaveLength(LIMITS.ownPostsMax), PATIENCE);
    expect((await mine()).end).toBe('gap');

    // A like brings the very first one to the device: it does not stand below the others as if nothing were between.
    await world.applied(ben, 'setLike', { postId: ids[0], liked: true });
    await engine.mutate('setLike', { postId: ids[0] ?? '', liked: true });
    await vi.waitFor(async () => expect(await db.posts.get(ids[0] ?? '')).toBeDefined(), PATIENCE);
    expect((await mine()).posts).toHaveLength(LIMITS.ownPostsMax);

    expect(await engine.loadOlder(feedList('mine', ana.id))).toBe('loaded');
    expect((await mine()).posts).toHaveLength(LIMITS.ownPostsMax + 50);
    expect(await engine.loadOlder(feedList('mine', ana.id))).toBe('complete');
    const all = await mine();
    expect(all.posts.map(({ post }) => post.id)).toEqual(ids.toReversed());
    expect(all.end).toBe('complete');
    expect(all.posts.at(-1)?.isLiked).toBe(true);
  }, 60_000);

  it('that the scope carries all are the whole list, and nothing is asked for', async () => {
    const ana = await world.person('Ana');
    const ids = await writeMany(ana, 3);
    await world.applied(ana, 'deletePost', { id: ids[1], soft: true });
    const { db } = await open(ana);
    await vi.waitFor(
      async () =>
        expect(await readMine(db, ana.id, 20)).toMatchObject({
          posts: [{ post: { id: ids[2] } }, { post: { id: ids[0] } }],
          end: 'complete',
        }),
      PATIENCE,
    );
  }, 60_000);

  it('in the bin come with the scope however old they are', async () => {
    const ana = await world.person('Ana');
    const ids = await writeMany(ana, LIMITS.ownPostsMax + 5);
    await world.applied(ana, 'deletePost', { id: ids[0], soft: true });
    const { db } = await open(ana);
    await vi.waitFor(
      async () => expect((await db.posts.get(ids[0] ?? ''))?.deletedAt).toBeTruthy(),
      PATIENCE,
    );
    expect((await readMine(db, ana.id, 1_000)).end).toBe('gap');
  }, 60_000);
});

describe('a muted author', () => {
  it('is muted in a tunnel, and then on every device of mine, with a name; and so is the taking back', async () => {
    const [ana, ben] = [await world.person('Ana'), await world.person('Ben')];
    const cable = { isCut: false };
    const [phone, laptop] = [await open(ana, cable), await open(ana)];
    await phone.sync();
    cable.isCut = true;
    await phone.mutate('muteAuthor', { userId: ben.id, muted: true });
    const id = authorMuteId(ana.id, ben.id);
    expect(await phone.db.authorMutes.get(id)).toMatchObject({ userId: ben.id, version: 0 });
    cable.isCut = false;
    await phone.sync();
    await vi.waitFor(async () => expect(await laptop.db.authorMutes.get(id)).toBeDefined(), PATIENCE);
    expect((await laptop.db.users.get(ben.id))?.firstName).toBe('Ben');
    const fresh = await open(ana);
    await vi.waitFor(async () => expect(await fresh.db.authorMutes.get(id)).toBeDefined(), PATIENCE);
    expect((await fresh.db.users.get(ben.id))?.firstName).toBe('Ben');

    await laptop.mutate('muteAuthor', { userId: ben.id, muted: false });
    await vi.waitFor(async () => expect(await phone.db.authorMutes.count()).toBe(0), PATIENCE);
    // Nothing points to the profile any more.
    await vi.waitFor(async () => expect(await phone.db.users.get(ben.id)).toBeUndefined(), PATIENCE);
  }, 60_000);
});
