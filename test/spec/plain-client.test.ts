import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer, openMemory, parseConfig, type TambayServer } from '../../server/index.ts';
import { multipartOf } from '../../server/testing/multipart.ts';

// The calls of specification §7 as a client makes them that knows only the specification: its fields and nothing of ours,
// no ids of its own, no idempotency keys. Answers are read as docs/decisions/0001 shapes them.

let server: TambayServer;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(joinPath(tmpdir(), 'tambay-plain-'));
  server = await createServer({
    config: parseConfig({ LOG_LEVEL: 'silent', DATA_DIR: dataDir }),
    database: await openMemory(),
    takeFromBucket: async () => 0,
  });
});
afterAll(async () => {
  await server.close();
  await rm(dataDir, { recursive: true, force: true });
});

type Json = Record<string, unknown>;
interface Answer {
  status: number;
  data: Json;
  list: Json[];
  meta: Json;
  error: Json;
}
interface Member extends Json {
  id: string;
  email: string;
  uniqueCode: string;
  token: string;
}

async function call(
  token: string | null,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: Json,
): Promise<Answer> {
  const response = await server.app.inject({
    method,
    url: `/api/v1${path}`,
    ...(token === null ? {} : { headers: { authorization: `Bearer ${token}` } }),
    ...(body === undefined ? {} : { payload: body }),
  });
  const json = response.json();
  return { status: response.statusCode, data: json.data, list: json.data, meta: json.meta, error: json };
}

let registered = 0;
const password = 'halo-halo sa tag-init';
const person = (firstName: string) => {
  registered += 1;
  return {
    email: `member${registered}@example.ph`,
    password,
    firstName,
    lastName: 'Reyes',
    birthDate: '1999-05-04',
  };
};

async function join(firstName: string): Promise<Member> {
  const { status, data } = await call(null, 'POST', '/auth/register', person(firstName));
  expect(status).toBe(201);
  return { ...(data['user'] as Member), token: String(data['accessToken']) };
}

/** Ana has asked Ben. */
async function asked(): Promise<{ ana: Member; ben: Member; requestId: string }> {
  const ana = await join('Ana');
  const ben = await join('Ben');
  const { status, data } = await call(ana.token, 'POST', '/users/friends', { uniqueCode: ben.uniqueCode });
  expect(status).toBe(201);
  return { ana, ben, requestId: String(data['id']) };
}

async function friends() {
  const { ana, ben, requestId } = await asked();
  await call(ben.token, 'PATCH', `/users/friends/${requestId}/accept`);
  const { data } = await call(ana.token, 'GET', `/chats/users/${ben.id}`);
  return { ana, ben, chatId: String(data['id']) };
}

describe('auth', () => {
  it('POST /auth/register makes an account with a unique code and a session', async () => {
    const { status, data } = await call(null, 'POST', '/auth/register', {
      ...person('Ana'),
      middleName: 'Cruz',
    });
    expect(status).toBe(201);
    expect(data).toMatchObject({
      accessToken: expect.any(String),
      user: { firstName: 'Ana', middleName: 'Cruz', lastName: 'Reyes', birthDate: '1999-05-04' },
    });
    expect((data['user'] as Member).uniqueCode).toHaveLength(13);
  });

  it('POST /auth/register says what is wrong, field by field, in the words of the specification', async () => {
    const young = { ...person('Ana'), email: 'ana', birthDate: `${new Date().getUTCFullYear() - 12}-01-01` };
    const { status, error } = await call(null, 'POST', '/auth/register', { ...young, lastName: undefined });
    expect(status).toBe(400);
    expect(error['errors']).toEqual(
      expect.arrayContaining([
        { field: 'birthDate', message: 'Age can not be less than 13' },
        { field: 'lastName', message: 'Required' },
        { field: 'email', message: expect.any(String) },
      ]),
    );
  });

  it('POST /auth/login gives a session for the right password, and for no other', async () => {
    const ana = await join('Ana');
    const { status, data } = await call(null, 'POST', '/auth/login', { email: ana.email, password });
    expect(status).toBe(200);
    expect(data).toMatchObject({ accessToken: expect.any(String), user: { id: ana.id } });
    expect((await call(null, 'POST', '/auth/login', { email: ana.email, password: 'x' })).status).toBe(422);
  });

  it('GET /auth/verify names whose token it is, and answers 401 to none and to a false one', async () => {
    const ana = await join('Ana');
    expect(await call(ana.token, 'GET', '/auth/verify')).toMatchObject({
      status: 200,
      data: { id: ana.id, email: ana.email },
    });
    for (const token of [null, 'false']) {
      expect(await call(token, 'GET', '/auth/verify')).toMatchObject({
        status: 401,
        error: { message: expect.any(String) },
      });
    }
  });
});

describe('users', () => {
  it('GET /users/{id} and /users/unique-code/{code} show a friend, and a stranger only by code', async () => {
    const { ana, ben } = await friends();
    const cora = await join('Cora');
    for (const path of [`/users/${ben.id}`, `/users/unique-code/${ben.uniqueCode}`]) {
      expect((await call(ana.token, 'GET', path)).data).toMatchObject({ id: ben.id, firstName: 'Ben' });
    }
    expect((await call(cora.token, 'GET', `/users/unique-code/${ben.uniqueCode}`)).data).toMatchObject({
      id: ben.id,
    });
    expect((await call(cora.token, 'GET', `/users/${ben.id}`)).status).toBe(404);
  });

  it('POST /users/friends asks by unique code: the request is PENDING and counted for the other', async () => {
    const { ana, ben, requestId } = await asked();
    const { list, meta } = await call(ben.token, 'GET', '/users/friends?status=PENDING&requestsToMe=true');
    expect(list).toMatchObject([
      { id: requestId, status: 'PENDING', requesterId: ana.id, requesteeId: ben.id },
    ]);
    expect(meta).toMatchObject({ page: 1, perPage: 5, total: 1 });
    expect((await call(ben.token, 'GET', '/users/friends/requests-count')).data['count']).toBe(1);
    expect((await call(ana.token, 'GET', '/users/friends?status=PENDING&myRequests=true')).list).toHaveLength(
      1,
    );
  });

  it('PATCH /users/friends/{id}/accept makes the request APPROVED, and both friends', async () => {
    const { ana, ben, requestId } = await asked();
    const accepted = await call(ben.token, 'PATCH', `/users/friends/${requestId}/accept`);
    expect(accepted).toMatchObject({ status: 200, data: { status: 'APPROVED' } });
    for (const [me, other] of [
      [ana, ben],
      [ben, ana],
    ] as const) {
      expect((await call(me.token, 'GET', '/users/friends')).list).toMatchObject([
        { user: { id: other.id } },
      ]);
    }
    expect((await call(ben.token, 'GET', '/users/friends/requests-count')).data['count']).toBe(0);
  });

  it('PATCH /users/friends/{id}/reject removes the request', async () => {
    const { ana, ben, requestId } = await asked();
    expect((await call(ben.token, 'PATCH', `/users/friends/${requestId}/reject`)).status).toBe(200);
    for (const { token } of [ana, ben]) {
      expect((await call(token, 'GET', '/users/friends?status=PENDING')).list).toEqual([]);
      expect((await call(token, 'GET', '/users/friends')).list).toEqual([]);
    }
  });

  it('POST /users/friends with a code of another length says "Must contain 13 characters"', async () => {
    const ana = await join('Ana');
    const { status, error } = await call(ana.token, 'POST', '/users/friends', { uniqueCode: '0123' });
    expect(status).toBe(400);
    expect(error['errors']).toEqual([{ field: 'uniqueCode', message: 'Must contain 13 characters' }]);
  });
});

describe('chats', () => {
  it('GET /chats/users/{id} and /chats/unique-code/{code} open the private chat of two friends', async () => {
    const { ana, ben, chatId } = await friends();
    const { data } = await call(ben.token, 'GET', `/chats/unique-code/${ana.uniqueCode}`);
    expect(data).toMatchObject({ id: chatId, type: 'PRIVATE' });
  });

  it('POST /chats/{id}/messages sends, and the other reads it by GET', async () => {
    const { ana, ben, chatId } = await friends();
    const sent = await call(ana.token, 'POST', `/chats/${chatId}/messages`, {
      chatId,
      userId: ana.id,
      content: 'Kumusta?',
    });
    expect(sent).toMatchObject({ status: 201, data: { content: 'Kumusta?', senderId: ana.id } });
    const read = await call(ben.token, 'GET', `/chats/${chatId}/messages?page=1&perPage=10`);
    expect(read.list).toMatchObject([{ id: sent.data['id'], content: 'Kumusta?' }]);
    expect(read.meta).toMatchObject({ page: 1, perPage: 10, total: 1 });
  });

  it('POST /chats/{id}/messages without content, images, files and video is Required on content', async () => {
    const { ana, chatId } = await friends();
    const { status, error } = await call(ana.token, 'POST', `/chats/${chatId}/messages`, { userId: ana.id });
    expect(status).toBe(400);
    expect(error['errors']).toEqual([{ field: 'content', message: 'Required' }]);
  });

  it('GET /chats lists the chats, GET /chats/messages/unseen-count what is new in them', async () => {
    const { ana, ben, chatId } = await friends();
    for (const content of ['Una', 'Pangalawa']) {
      await call(ana.token, 'POST', `/chats/${chatId}/messages`, { userId: ana.id, content });
    }
    const { list, meta } = await call(ben.token, 'GET', '/chats');
    expect(list).toMatchObject([{ id: chatId, type: 'PRIVATE', lastMessage: { content: 'Pangalawa' } }]);
    expect(meta).toMatchObject({ page: 1, perPage: 5, total: 1 });
    expect((await call(ben.token, 'GET', '/chats/messages/unseen-count')).data['count']).toBe(2);
    expect((await call(ana.token, 'GET', '/chats/messages/unseen-count')).data['count']).toBe(0);
  });
});

describe('posts and files', () => {
  const upload = async (member: Member): Promise<string> => {
    const picture = sharp({ create: { width: 30, height: 20, channels: 3, background: 'teal' } });
    const form = multipartOf([{ name: 'file', bytes: await picture.jpeg().toBuffer(), filename: 'a.jpg' }]);
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/v1/files',
      payload: form.payload,
      headers: { ...form.headers, authorization: `Bearer ${member.token}` },
    });
    expect(answer.statusCode).toBe(201);
    expect(answer.json().data).toMatchObject({ mime: 'image/webp', width: 30, height: 20 });
    return String(answer.json().data.id);
  };

  it('POST /files takes a picture, POST /posts names it, and others read both, the post anonymous or not', async () => {
    const [ana, ben] = [await join('Ana'), await join('Ben')];
    for (const anonymous of [false, true]) {
      const image = await upload(ana);
      const post = { content: 'Magandang araw', images: [image], privacy: 'PUBLIC', anonymous };
      const { status, data } = await call(ana.token, 'POST', '/posts', post);
      expect(status).toBe(201);
      const read = await call(ben.token, 'GET', `/posts/${data['id']}`);
      expect(read.data).toMatchObject({
        content: 'Magandang araw',
        images: [image],
        privacy: 'PUBLIC',
        anonymous,
      });
      expect(read.data['creatorId']).toBe(anonymous ? null : ana.id);
      const got = await server.app.inject({
        url: `/api/v1/files/${image}`,
        headers: { authorization: `Bearer ${ben.token}` },
      });
      expect([got.statusCode, got.headers['content-type']]).toEqual([200, 'image/webp']);
      const by = await call(ben.token, 'GET', `/posts?creatorId=${ana.id}`);
      expect(by.meta['total']).toBe(1);
    }
  });

  it('PUT /posts/{id} changes, PATCH /posts/{id}/like toggles, DELETE /posts/{id} deletes, softly or not', async () => {
    const [ana, ben] = [await join('Ana'), await join('Ben')];
    const { data } = await call(ana.token, 'POST', '/posts', { content: 'Una' });
    const at = `/posts/${data['id']}`;
    const changed = await call(ana.token, 'PUT', at, { content: 'Iba', privacy: 'PUBLIC', anonymous: false });
    expect(changed).toMatchObject({ status: 200, data: { content: 'Iba' } });
    expect((await call(ben.token, 'PATCH', `${at}/like`)).data).toMatchObject({ likeCount: 1, liked: true });
    expect((await call(ben.token, 'PATCH', `${at}/like`)).data).toMatchObject({ likeCount: 0, liked: false });
    expect((await call(ana.token, 'DELETE', `${at}?soft=true`)).status).toBe(200);
    expect((await call(ben.token, 'GET', at)).status).toBe(404);
    expect((await call(ana.token, 'DELETE', at)).status).toBe(200);
    expect((await call(ana.token, 'GET', at)).status).toBe(404);
  });

  it('POST /posts/{id}/comments comments and answers, GET /posts/{id}/comments reads them', async () => {
    const [ana, ben] = [await join('Ana'), await join('Ben')];
    const { data } = await call(ana.token, 'POST', '/posts', { content: 'Una' });
    const at = `/posts/${data['id']}/comments`;
    const first = await call(ben.token, 'POST', at, { content: 'Tara' });
    expect(first.status).toBe(201);
    await call(ana.token, 'POST', at, { content: 'Saan?', parentId: String(first.data['id']) });
    const { list } = await call(ben.token, 'GET', `${at}?page=1&perPage=10`);
    expect(list).toMatchObject([{ content: 'Tara' }, { content: 'Saan?', parentId: first.data['id'] }]);
  });
});

describe('health and permission', () => {
  it('GET /health/check answers anybody', async () => {
    expect(await call(null, 'GET', '/health/check')).toMatchObject({ status: 200, data: { status: 'ok' } });
  });

  it('every signed-in call answers 401 without a token', async () => {
    const { chatId, ben } = await friends();
    for (const path of [
      '/users/friends',
      '/users/friends/requests-count',
      `/users/${ben.id}`,
      `/users/unique-code/${ben.uniqueCode}`,
      '/chats',
      '/chats/messages/unseen-count',
      `/chats/users/${ben.id}`,
      `/chats/unique-code/${ben.uniqueCode}`,
      `/chats/${chatId}/messages`,
    ]) {
      expect((await call(null, 'GET', path)).status, path).toBe(401);
    }
  });
});
