import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId, newUntimedId, userScope } from '../../protocol/index.ts';
import { tellPosts } from '../../server/jobs/told-posts.ts';
import { openApi } from '../../server/testing/api.ts';
import { storedPhoto } from '../../server/testing/upload.ts';
import type { Person } from '../../server/testing/world.ts';

/**
 * docs/threat-model.md T04: everything that leaves the server for anybody but the author, searched byte by byte for the author.
 */
let api: Awaited<ReturnType<typeof openApi>>;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

const POSTS = 500;
const LIMIT_MS = 240_000;
const tracesOf = ({ id, uniqueCode, email }: Person): string[] => [id, uniqueCode, email, 'Zenaida'];

const expectNoTrace = (author: Person, where: string, bytes: string): void => {
  for (const trace of tracesOf(author))
    if (bytes.includes(trace)) expect.fail(`${where} names the author: ${bytes}`);
};

it(`500 anonymous posts give their author away in no channel, to no kind of reader`, {
  timeout: LIMIT_MS,
}, async () => {
  const { world } = api;
  const author = await world.person('Zenaida');
  const [friend, blocked, blocker, stranger] = [
    await world.person('Fe'),
    await world.person('Boy'),
    await world.person('Bing'),
    await world.person('Sol'),
  ];
  await world.befriend(author, friend);
  await world.block(author, blocked);
  await world.block(blocker, author);
  world.commits.length = 0;
  const ids: string[] = [];
  const files: string[] = [];
  for (let n = 0; n < POSTS; n += 1) {
    world.clock.advance(1_000 + (n % 7));
    const id = newUntimedId();
    ids.push(id);
    const images = n % 25 === 4 ? [(await storedPhoto(api, author, newUntimedId())).id] : [];
    files.push(...images);
    await world.applied(author, 'createPost', { id, content: `lihim ${n}`, anonymous: true, images });
    if (n % 10 === 0)
      await world.applied(author, 'createComment', { id: newUntimedId(), postId: id, content: 'ako' });
    if (n % 10 === 1) await world.applied(author, 'setLike', { postId: id, liked: true });
    if (n % 10 === 2) await world.applied(author, 'updatePost', { id, content: `lihim ${n}!` });
    if (n % 10 === 3) await world.applied(author, 'deletePost', { id, soft: true });
  }
  // Their answers are logged for those who wrote under them, the author's replies included.
  const [masked = ''] = ids;
  const parentId = newId();
  await world.applied(stranger, 'createComment', { id: parentId, postId: masked, content: 'sino ka?' });
  const reply = { id: newUntimedId(), postId: masked, parentId, content: 'di ko sasabihin' };
  await world.applied(author, 'createComment', reply);
  await tellPosts(world.services);

  // Sockets: what is published to any room but the author's own, hints included.
  for (const { entries, hints } of world.commits) {
    for (const entry of entries) {
      if (entry.scope !== userScope(author.id)) expectNoTrace(author, 'socket', JSON.stringify(entry));
    }
    expectNoTrace(author, 'hint', JSON.stringify(hints ?? []));
  }

  for (const reader of [friend, blocked, blocker, stranger]) {
    const read = async (path: string) => {
      const answer = await api.ask(reader, 'GET', path);
      expect(answer.statusCode).toBe(200);
      const bytes = `${JSON.stringify(answer.headers)} ${answer.body}`;
      expectNoTrace(author, `GET ${path}`, bytes);
      return answer.json();
    };
    let cursor: string | null = '';
    let seen = 0;
    while (cursor !== null) {
      const page = await read(`/posts?perPage=100${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen += page.data.length;
      cursor = page.meta.nextCursor;
    }
    // A block hides none of them: else blocking people one by one would tell who wrote them.
    expect(seen).toBe(POSTS - POSTS / 10);
    await read('/posts?orderBy=likeCount');
    expect((await read(`/posts?search=${author.firstName}`)).meta.total).toBe(0);
    const searched = await read(`/search?kind=posts&search=${author.firstName}`);
    expect(searched.data.posts).toEqual([]);
    expect((await read(`/posts?creatorId=${author.id}`)).meta).toMatchObject({ total: 0, totalPages: 0 });
    for (const id of ids.slice(0, 3)) {
      await read(`/posts/${id}`);
      await read(`/posts/${id}/comments`);
      const like = await api.ask(reader, 'PATCH', `/posts/${id}/like`, { body: { liked: true } });
      expectNoTrace(author, 'like', like.body);
      for (const method of ['PUT', 'DELETE'] as const) {
        const refusal = await api.ask(reader, method, `/posts/${id}`, { body: { content: 'akin' } });
        expect(refusal.statusCode).toBe(403);
        expectNoTrace(author, method, refusal.body);
      }
    }
    for (const file of files) {
      const got = await api.ask(reader, 'GET', `/files/${file}`);
      expect(got.statusCode).toBe(200);
      const bytes = `${JSON.stringify(got.headers)} ${got.rawPayload.toString('latin1')}`;
      for (const trace of [...tracesOf(author), 'Telepono', 'litrato'])
        if (bytes.includes(trace)) expect.fail(`GET /files names the author: ${got.headers}`);
    }
    // What a device pulls, but for the friendship that a friend knows of anyway.
    const { scopes } = await world.pull(reader, {});
    const pulled = scopes.flatMap(({ changes }) => changes);
    const posted = pulled.filter(
      ({ table }) => table === 'posts' || table === 'comments' || table === 'likes',
    );
    expectNoTrace(author, 'pull', JSON.stringify(posted));
  }
});

/** Channels of docs/threat-model.md that are not a matter of bytes with a name in them, by their numbers. */
const readers = async () => {
  const { world } = api;
  const author = await world.person('Zenaida');
  const named = await world.person('Nora');
  const reader = await world.person('Sol');
  const [secret, open] = [newUntimedId(), newUntimedId()];
  await world.applied(author, 'createPost', { id: secret, content: 'lihim', anonymous: true });
  await world.applied(named, 'createPost', { id: open, content: 'hayag' });
  return { author, named, reader, secret, open };
};

it.each([
  ['PUT', '', { content: 'akin' }],
  ['DELETE', '', undefined],
  ['DELETE', '?soft=true', undefined],
  ['POST', '/restore', undefined],
] as const)('10: a reader’s %s%s is answered as for a named post', async (method, path, body) => {
  const { reader, secret, open } = await readers();
  const ask = async (id: string) => {
    const url = `/posts/${id}${path}`;
    const { statusCode, headers, body: text } = await api.ask(reader, method, url, body ? { body } : {});
    const { instance: _url, requestId: _id, ...rest } = JSON.parse(text);
    return { statusCode, names: Object.keys(headers).sort((a, b) => (a < b ? -1 : 1)), rest };
  };
  const answer = await ask(secret);
  expect(answer).toEqual(await ask(open));
  expect(answer.statusCode).toBe(403);
});

it('11: ids of one device are as far from each other as from those of another', () => {
  const ids = Array.from({ length: 1_000 }, () => [newUntimedId(), newUntimedId()] as const);
  const whose = new Map(ids.flatMap(([ana, ben]) => [[ana, 'ana'] as const, [ben, 'ben'] as const]));
  const inOrder = [...whose.keys()].sort((a, b) => (a < b ? -1 : 1)).map((id) => whose.get(id));
  const alike = inOrder.filter((who, at) => at > 0 && who === inOrder[at - 1]).length;
  // 1,999 pairs at chance: 22 is one standard deviation. Ids that count within a millisecond give 1 or 1,998.
  expect(Math.abs(alike - 1_000)).toBeLessThan(7 * 22);
});

it('11: an id that tells when it was made is not taken for anything anonymous', async () => {
  const { world } = api;
  const { author, secret } = await readers();
  const post = { id: newId(), content: 'lihim', anonymous: true };
  expect(await world.verdict(author, 'createPost', post)).toBe('validation');
  const comment = { id: newId(), postId: secret, content: 'ako' };
  expect(await world.verdict(author, 'createComment', comment)).toBe('validation');
});

it('16: no time that a reader is shown is the millisecond of anything the author did', async () => {
  const { world } = api;
  const { author, reader, secret } = await readers();
  const start = Math.ceil(world.clock.now().getTime() / 1_000) * 1_000;
  const step = () => world.clock.advance(1_337);
  world.clock.advance(start + 123 - world.clock.now().getTime());
  await world.applied(author, 'updatePost', { id: secret, content: 'lihim pa rin' });
  step();
  const id = newUntimedId();
  await world.applied(author, 'createComment', { id, postId: secret, content: 'ako' });
  step();
  await world.applied(author, 'updateComment', { id, postId: secret, content: 'ako nga' });
  const [post, said] = await Promise.all([
    api.ask(reader, 'GET', `/posts/${secret}`),
    api.ask(reader, 'GET', `/posts/${secret}/comments`),
  ]);
  const shown = JSON.stringify([post.json().data, said.json().data]);
  const times = shown.match(/\d{4}-\d\d-\d\dT[\d:.]+Z/g) ?? [];
  expect(times.length).toBeGreaterThanOrEqual(4);
  for (const time of times) expect(time).toMatch(/\.000Z$/);
});

it('17: the author’s key and the author’s id are of no use to a reader', async () => {
  const { author, reader } = await readers();
  const key = newId();
  const body = { id: newUntimedId(), content: 'lihim', anonymous: true };
  const headers = { 'idempotency-key': key };
  expect((await api.ask(author, 'POST', '/posts', { body, headers })).statusCode).toBe(201);
  const copied = await api.ask(reader, 'POST', '/posts', { body, headers });
  expect(copied.headers['idempotent-replayed']).toBeUndefined();
  expect(copied.statusCode).toBeGreaterThanOrEqual(400);
  const theirs = { ...body, id: newUntimedId() };
  const own = await api.ask(reader, 'POST', '/posts', {
    body: theirs,
    headers: { 'idempotency-key': newId() },
  });
  expect(own.statusCode).toBe(201);
  for (const { body: text } of [copied, own]) expectNoTrace(author, 'POST /posts', text);
});

it('18: what only an author is told is told to nobody else', async () => {
  const { author, reader, secret } = await readers();
  for (const [method, path, body] of [
    ['PATCH', '/like', { liked: true }],
    ['PATCH', '/hidden', { hidden: true }],
    ['PUT', '', { content: '' }],
  ] as const) {
    const answer = await api.ask(reader, method, `/posts/${secret}${path}`, { body });
    expectNoTrace(author, `${method} ${path}`, answer.body);
  }
  const report = { reason: 'SPAM', subject: { kind: 'post', id: secret } };
  expectNoTrace(author, 'report', (await api.ask(reader, 'POST', '/reports', { body: report })).body);
});
