import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  LIMITS,
  newId,
  newUntimedId,
  type PostItem,
  postMarkId,
  postsResponse,
  userScope,
} from '../../../protocol/index.ts';
import { comments, likes, posts } from '../../db/schema.ts';
import { emptyBin } from '../../jobs/empty-bin.ts';
import { tellPosts } from '../../jobs/told-posts.ts';
import { openApi } from '../../testing/api.ts';
import type { Person } from '../../testing/world.ts';

let api: Awaited<ReturnType<typeof openApi>>;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

const DAY_MS = 86_400_000;

const publish = async (person: Person, body: object = {}): Promise<PostItem> => {
  const answer = await api.ask(person, 'POST', '/posts', { body: { content: 'Magandang umaga', ...body } });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().data;
};
const read = async (person: Person, id: string) => api.ask(person, 'GET', `/posts/${id}`);
const listed = async (person: Person, query = ''): Promise<string[]> => {
  const answer = await api.ask(person, 'GET', `/posts?perPage=100${query}`);
  return postsResponse.parse(answer.json()).data.map(({ id }) => id);
};

describe('a post', () => {
  it('is public unless said otherwise, and carries the public profile of its author', async () => {
    const [ana, sol] = [await api.world.person('Ana'), await api.world.person('Sol')];
    const post = await publish(ana);
    expect(post).toMatchObject({ privacy: 'PUBLIC', anonymous: false, liked: false, creatorId: ana.id });
    expect((await read(sol, post.id)).json().data.author).toMatchObject({
      kind: 'person',
      user: { firstName: 'Ana', uniqueCode: ana.uniqueCode },
    });
    expect((await read(sol, post.id)).body).not.toContain(ana.email);
  });

  it('that is private is there for its author alone, and PUBLIC → PRIVATE takes it from everybody else', async () => {
    const { ana, ben } = await api.world.friends();
    const post = await publish(ana, { privacy: 'PRIVATE' });
    expect((await read(ben, post.id)).statusCode).toBe(404);
    expect(await listed(ben)).not.toContain(post.id);
    expect(await listed(ana)).toContain(post.id);
    const open = await publish(ana);
    expect(await listed(ben)).toContain(open.id);
    const body = { content: 'Akin lang', privacy: 'PRIVATE' };
    expect((await api.ask(ana, 'PUT', `/posts/${open.id}`, { body })).statusCode).toBe(200);
    expect((await read(ben, open.id)).statusCode).toBe(404);
    expect(await listed(ben)).not.toContain(open.id);
  });

  it('is found by its words and its author, in pages of five by number and by cursor', async () => {
    const ana = await api.world.person('Ana');
    const ids: string[] = [];
    for (let n = 0; n < 7; n += 1) {
      api.world.clock.advance(1_000);
      ids.unshift((await publish(ana, { content: `Tindahan ${n} 100%` })).id);
    }
    const by = `creatorId=${ana.id}`;
    const first = (await api.ask(ana, 'GET', `/posts?${by}`)).json();
    expect(first.data.map((post: PostItem) => post.id)).toEqual(ids.slice(0, 5));
    expect(first.meta).toMatchObject({ page: 1, perPage: 5, total: 7, totalPages: 2, startReached: false });
    const more = `/posts?${by}&cursor=${first.meta.nextCursor}`;
    expect((await api.ask(ana, 'GET', more)).json().data.map((post: PostItem) => post.id)).toEqual(
      ids.slice(5),
    );
    expect((await api.ask(ana, 'GET', `/posts?${by}&page=2&orderDir=ASC`)).json().data).toHaveLength(2);
    expect((await api.ask(ana, 'GET', `/posts?${by}&search=tindahan%203`)).json().meta.total).toBe(1);
    expect((await api.ask(ana, 'GET', `/posts?${by}&search=100%25`)).json().meta.total).toBe(7);
    expect((await api.ask(ana, 'GET', '/posts?orderBy=creatorId')).statusCode).toBe(400);
  });

  it.each([
    [{ content: '  ' }, 'content', 'Required'],
    [{ content: 'x'.repeat(LIMITS.postMax + 1) }, 'content', undefined],
    [{ content: 'x', privacy: 'FRIENDS' }, 'privacy', undefined],
    [{ content: 'x', images: Array.from({ length: 11 }, newId) }, 'images', undefined],
    [{ content: 'x', images: [newId()], video: newId() }, 'video', 'Either pictures or one video'],
    [{ content: 'x', anonymous: true, privacy: 'PRIVATE' }, 'anonymous', 'An anonymous post is public'],
    [{ content: 'x', anonymous: true, id: newId() }, 'id', undefined],
  ])('is refused when %j', async (body, field, message) => {
    const ana = await api.world.person('Ana');
    const answer = await api.ask(ana, 'POST', '/posts', { body });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors[0]).toMatchObject(message ? { field, message } : { field });
  });

  it('that names a picture which is not there has to wait for it', async () => {
    const ana = await api.world.person('Ana');
    const answer = await api.ask(ana, 'POST', '/posts', { body: { content: 'x', images: [newId()] } });
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'dependency_missing']);
  });

  it('keeps what an edit does not name, and shows that it was edited', async () => {
    const ana = await api.world.person('Ana');
    const post = await publish(ana, { privacy: 'PRIVATE' });
    api.world.clock.advance(60_000);
    const answer = await api.ask(ana, 'PUT', `/posts/${post.id}`, { body: { content: 'Ay, gabi na' } });
    expect(answer.json().data).toMatchObject({ content: 'Ay, gabi na', privacy: 'PRIVATE', version: 2 });
    expect(answer.json().data.editedAt).toBe(api.world.clock.now().toISOString());
  });

  it('goes into the bin, comes back, and goes for good', async () => {
    const { ana, ben } = await api.world.friends();
    const post = await publish(ana);
    await api.world.applied(ben, 'createComment', { id: newId(), postId: post.id, content: 'Tara' });
    await api.ask(ben, 'PATCH', `/posts/${post.id}/like`, { body: { liked: true } });
    const gone = (await api.ask(ana, 'DELETE', `/posts/${post.id}?soft=true`)).json();
    expect(gone).toEqual({ data: { id: post.id, version: 4, deleted: true } });
    expect((await api.ask(ana, 'DELETE', `/posts/${post.id}?soft=true`)).json()).toEqual(gone);
    expect((await read(ben, post.id)).statusCode).toBe(404);
    expect(await listed(ana)).not.toContain(post.id);
    expect(await listed(ana, '&deleted=true')).toEqual([post.id]);
    expect(await listed(ben, '&deleted=true')).toEqual([]);
    expect((await api.ask(ana, 'PATCH', `/posts/${post.id}/like`, { body: {} })).statusCode).toBe(404);
    const back = await api.ask(ana, 'POST', `/posts/${post.id}/restore`);
    expect(back.json().data).toMatchObject({ deletedAt: null, likeCount: 1, commentCount: 1 });
    expect(await listed(ben)).toContain(post.id);

    expect((await api.ask(ana, 'DELETE', `/posts/${post.id}`)).json().data.version).toBe(6);
    expect((await api.ask(ana, 'DELETE', `/posts/${post.id}`)).json().data.version).toBe(6);
    expect((await api.ask(ana, 'POST', `/posts/${post.id}/restore`)).statusCode).toBe(404);
    const [row] = await api.world.db.select().from(posts).where(eq(posts.id, post.id));
    expect(row).toMatchObject({ content: '', likeCount: 0, commentCount: 0 });
    expect(await api.world.db.$count(likes, eq(likes.postId, post.id))).toBe(0);
    const said = await api.world.db.select().from(comments).where(eq(comments.postId, post.id));
    expect(said).toMatchObject([{ content: null, deletedAt: api.world.clock.now() }]);
    expect(await api.world.verdict(ben, 'createPost', { id: post.id, content: 'akin na' })).toBe('id_taken');
  });

  it('is purged after thirty days in the bin, and its author is told', async () => {
    const ana = await api.world.person('Ana');
    const post = await publish(ana);
    await api.ask(ana, 'DELETE', `/posts/${post.id}?soft=true`);
    const { services } = api.world;
    api.world.clock.advance(29 * DAY_MS);
    await emptyBin(services);
    expect(await listed(ana, '&deleted=true')).toEqual([post.id]);
    api.world.clock.advance(2 * DAY_MS);
    api.world.commits.length = 0;
    await emptyBin(services);
    expect(await listed(ana, '&deleted=true')).toEqual([]);
    const entries = api.world.commits.flatMap((commit) => commit.entries);
    expect(entries).toMatchObject([
      { scope: userScope(ana.id), changes: [{ table: 'posts', id: post.id, row: null }] },
    ]);
  });
});

describe('a like', () => {
  const like = (person: Person, id: string, body?: object, key = newId()) =>
    api.ask(person, 'PATCH', `/posts/${id}/like`, {
      ...(body === undefined ? {} : { body }),
      headers: { 'idempotency-key': key },
    });

  it('is absolute with a body: twice is once, and a replay changes nothing', async () => {
    const { ana, ben } = await api.world.friends();
    const { id } = await publish(ana);
    const key = newId();
    for (let n = 0; n < 3; n += 1)
      expect((await like(ben, id, { liked: true }, key)).json().data).toMatchObject({
        liked: true,
        likeCount: 1,
      });
    expect((await like(ben, id, { liked: true })).json().data.likeCount).toBe(1);
    expect((await like(ben, id, { liked: false })).json().data).toMatchObject({ liked: false, likeCount: 0 });
    expect((await like(ben, id, { liked: true })).json().data.likeCount).toBe(1);
    const rows = await api.world.db.select().from(likes).where(eq(likes.postId, id));
    expect(rows).toMatchObject([{ userId: ben.id, version: 3, deletedAt: null }]);
  });

  it('without a body is a toggle that its key protects', async () => {
    const ana = await api.world.person('Ana');
    const { id } = await publish(ana);
    const key = newId();
    expect((await like(ana, id, undefined, key)).json().data.liked).toBe(true);
    expect((await like(ana, id, undefined, key)).json().data.liked).toBe(true);
    expect((await like(ana, id)).json().data.liked).toBe(false);
  });

  it('of many at once is counted once each', async () => {
    const ana = await api.world.person('Ana');
    const { id } = await publish(ana);
    const fans = await Promise.all(Array.from({ length: 20 }, () => api.world.person('Fan')));
    await Promise.all(
      fans.flatMap((fan) => [like(fan, id, { liked: true }), like(fan, id, { liked: true })]),
    );
    expect((await read(ana, id)).json().data.likeCount).toBe(20);
  });

  it('comes to the member who likes with its count, and to nobody else as a like', async () => {
    const { ana, ben } = await api.world.friends();
    const { id } = await publish(ana);
    api.world.commits.length = 0;
    await api.world.applied(ben, 'setLike', { postId: id, liked: true });
    const entries = api.world.commits.flatMap((commit) => commit.entries);
    expect(entries.map(({ scope }) => scope)).toEqual([userScope(ben.id)]);
    expect(entries[0]?.changes).toMatchObject([
      { table: 'likes', id: postMarkId(id, ben.id) },
      { table: 'posts', id, row: { likeCount: 1 } },
    ]);
  });
});

describe('telling of posts', () => {
  it('tells the author once of all that came together, and hints at it to those who watch', async () => {
    const { ana, ben } = await api.world.friends();
    await tellPosts(api.world.services);
    api.world.commits.length = 0;
    const { id } = await publish(ana);
    await tellPosts(api.world.services);
    expect(api.world.commits.at(-1)).toMatchObject({
      entries: [],
      hints: [{ postId: id, version: 1, isNew: true }],
    });
    for (const liked of [true, false, true]) await api.world.applied(ben, 'setLike', { postId: id, liked });
    api.world.commits.length = 0;
    await tellPosts(api.world.services);
    await tellPosts(api.world.services);
    expect(api.world.commits).toMatchObject([
      {
        entries: [{ scope: userScope(ana.id), changes: [{ id, version: 4, row: { likeCount: 1 } }] }],
        hints: [{ postId: id, version: 4, isNew: false }],
      },
    ]);
  });
});

describe('an anonymous post', () => {
  it('stays anonymous, and no edit makes a named one so', async () => {
    const ana = await api.world.person('Ana');
    const masked = await publish(ana, { anonymous: true });
    const named = await publish(ana);
    for (const [id, anonymous] of [
      [masked.id, false],
      [named.id, true],
    ])
      expect(
        (await api.ask(ana, 'PUT', `/posts/${id}`, { body: { content: 'x', anonymous } })).statusCode,
      ).toBe(422);
    const body = { content: 'x', privacy: 'PRIVATE' };
    expect((await api.ask(ana, 'PUT', `/posts/${masked.id}`, { body })).statusCode).toBe(422);
  });

  it('has one alias for its author inside it, and another one elsewhere', async () => {
    const { ana, ben } = await api.world.friends();
    const [one, other] = [await publish(ana, { anonymous: true }), await publish(ana, { anonymous: true })];
    const comment = { id: newUntimedId(), postId: one.id, content: 'Ako ito' };
    expect(await api.world.verdict(ana, 'createComment', { ...comment, id: newId() })).toBe('validation');
    await api.world.applied(ana, 'createComment', comment);
    const author = (await read(ben, one.id)).json().data.author;
    expect(author).toEqual({ kind: 'anonymous', alias: expect.stringMatching(/^[\w-]{16}$/) });
    const seen = (await api.ask(ben, 'GET', `/posts/${one.id}/comments`)).json().data[0];
    expect(seen).toMatchObject({ creatorId: null, author: { kind: 'author', alias: author.alias } });
    expect((await read(ben, other.id)).json().data.author.alias).not.toBe(author.alias);
  });
});

describe('a comment', () => {
  it('is answered, edited and deleted; what was deleted keeps its place under its answers', async () => {
    const { ana, ben } = await api.world.friends();
    const post = await publish(ana);
    const path = `/posts/${post.id}/comments`;
    const first = (await api.ask(ben, 'POST', path, { body: { content: 'Saan?' } })).json().data;
    api.world.clock.advance(1_000);
    const answer = { content: 'Sa dagat', parentId: first.id };
    const second = (await api.ask(ana, 'POST', path, { body: answer })).json().data;
    expect(second.parentId).toBe(first.id);
    expect((await read(ana, post.id)).json().data.commentCount).toBe(2);
    expect((await api.ask(ana, 'PUT', `${path}/${first.id}`, { body: { content: 'x' } })).statusCode).toBe(
      403,
    );
    const edited = await api.ask(ben, 'PUT', `${path}/${first.id}`, { body: { content: 'Saan tayo?' } });
    expect(edited.json().data).toMatchObject({ content: 'Saan tayo?', version: 2 });
    expect((await api.ask(ben, 'DELETE', `${path}/${first.id}`)).json().data).toMatchObject({
      deleted: true,
    });
    const held = (await api.ask(ana, 'GET', path)).json();
    expect(held.data[0]).toMatchObject({ id: first.id, content: null, author: null, creatorId: null });
    expect(held.meta.total).toBe(2);
    await api.ask(ana, 'DELETE', `${path}/${second.id}`);
    expect((await api.ask(ana, 'GET', path)).json().meta.total).toBe(0);
    expect((await read(ana, post.id)).json().data.commentCount).toBe(0);
  });

  it('of somebody behind a block is not shown, and their answer is not told', async () => {
    const { ana, ben } = await api.world.friends();
    const cora = await api.world.person('Cora');
    const post = await publish(cora);
    const parentId = newId();
    await api.world.applied(ana, 'createComment', { id: parentId, postId: post.id, content: 'Uy' });
    await api.world.block(ana, ben);
    api.world.commits.length = 0;
    await api.world.applied(ben, 'createComment', {
      id: newId(),
      postId: post.id,
      parentId,
      content: 'Ano?',
    });
    const scopes = api.world.commits.flatMap((commit) => commit.entries).map(({ scope }) => scope);
    expect(scopes).toEqual([userScope(ben.id)]);
    expect((await api.ask(ana, 'GET', `/posts/${post.id}/comments`)).json().meta.total).toBe(1);
    expect((await api.ask(cora, 'GET', `/posts/${post.id}/comments`)).json().meta.total).toBe(2);
  });
});

it('an edit of a post or a comment that was begun over other words is refused, unless it says what is there', async () => {
  const ana = await api.world.person('Ana');
  const post = await publish(ana);
  const comment = { id: newId(), postId: post.id };
  expect(await api.world.verdict(ana, 'createComment', { ...comment, content: 'Ako rin' })).toBe('applied');
  for (const [name, target, first] of [
    ['updatePost', { id: post.id }, 'Magandang umaga'],
    ['updateComment', comment, 'Ako rin'],
  ] as const) {
    const edit = (content: string, expectedContent: string) =>
      api.world.verdict(ana, name, { ...target, content, expectedContent });
    expect([name, await edit('Mamaya', first)]).toEqual([name, 'applied']);
    expect([name, await edit('Bukas', first)]).toEqual([name, 'conflict']);
    expect([name, await edit('Mamaya', first)]).toEqual([name, 'applied']);
    expect([name, await edit('Bukas', 'Mamaya')]).toEqual([name, 'applied']);
  }
});
