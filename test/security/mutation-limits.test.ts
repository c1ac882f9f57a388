import { and, eq, isNull } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  friendshipId,
  type MutationName,
  memberId,
  mutations,
  newId,
  PROTOCOL_VERSION,
} from '../../protocol/index.ts';
import { invitations } from '../../server/db/schema.ts';
import { createMemoryBuckets } from '../../server/plugins/buckets.ts';
import { type Person, TestClock } from '../../server/testing/world.ts';
import { openApp } from './app.ts';
import { ask, expectErrorBody } from './ask.ts';
import type { Cast } from './cast.ts';
import type { Call } from './matrix-call.ts';
import { gather } from './world.ts';

/** Mutations take from the same buckets by push and by their REST call. The clock stands still until it is moved. */
const LIMIT_MS = 120_000;
const BATCH = 100;

let clock: TestClock;
let server: Awaited<ReturnType<typeof openApp>>;
let cast: Cast;
beforeEach(async () => {
  clock = new TestClock();
  const buckets = createMemoryBuckets(() => clock.now().getTime());
  server = await openApp({ takeFromBucket: buckets });
  cast = await gather(server.db);
}, LIMIT_MS);
afterEach(() => server.close());

type Answer = { status: string; error?: { code: string; message: string }; retryAfterMs?: number };

/** Each in a lane of its own, as a client would that means to be as quick as it can. */
const pushAll = async (name: MutationName, argsOfAll: readonly object[]): Promise<Answer[]> => {
  const answers: Answer[] = [];
  for (let from = 0; from < argsOfAll.length; from += BATCH) {
    const batch = argsOfAll.slice(from, from + BATCH).map((args) => ({
      ...{ id: newId(), name, version: mutations[name].version, lane: newId(), prev: null, args },
    }));
    const answer = await asOwner('POST /api/v1/sync/push', {
      body: { protocol: PROTOCOL_VERSION, deviceId: newId(), mutations: batch },
    });
    expect(answer.statusCode).toBe(200);
    answers.push(...answer.json().answers);
  }
  return answers;
};
const asOwner = (route: string, call: Call = {}) => ask(server.app, route, call, cast.tokens.O);
const many = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);
const countOf = (answers: readonly Answer[], status: string): number =>
  answers.filter((answer) => answer.status === status).length;
const codesOf = (answers: readonly Answer[]): string[] => [
  ...new Set(answers.flatMap(({ error }) => error?.code ?? [])),
];

const reportOf = (targetId: string) => ({ id: newId(), kind: 'person', targetId, reason: 'spam' });
const groupOf = (...users: string[]) => ({ id: newId(), type: 'GROUP', name: 'Tropa', users });
const postOf = () => ({ id: newId(), content: 'Magandang umaga' });

describe('a push', { timeout: LIMIT_MS }, () => {
  it('of 200 reports against one person leaves three that are open', async () => {
    const answers = await pushAll(
      'reportThing',
      many(200, () => reportOf(cast.people.S.id)),
    );
    expect(countOf(answers, 'applied')).toBe(3);
    expect(countOf(answers, 'rejected')).toBe(17);
    expect(countOf(answers, 'retry')).toBe(180);
    const refused = answers.find(({ status }) => status === 'rejected');
    expect(refused?.error).toMatchObject({
      code: 'impossible',
      message: expect.stringContaining('already reported'),
    });
  });

  it('of 300 groups makes ten, and another every 72 minutes', async () => {
    const groups = many(300, () => groupOf(cast.people.F.id));
    const answers = await pushAll('createChat', groups);
    expect(countOf(answers, 'applied')).toBe(10);
    expect(codesOf(answers)).toEqual(['rate_limited']);
    const waits = answers.flatMap(({ retryAfterMs }) => retryAfterMs ?? []);
    expect(waits).toHaveLength(290);
    expect(Math.min(...waits)).toBe(72 * 60_000);
    clock.advance(72 * 60_000);
    expect(countOf(await pushAll('createChat', groups.slice(10, 20)), 'applied')).toBe(1);
  });

  it('of 500 post edits carries out as many as new posts would be', async () => {
    const edit = () => ({ id: cast.postId, content: 'x'.repeat(5_000) });
    const answers = await pushAll('updatePost', many(500, edit));
    expect(countOf(answers, 'applied')).toBe(10);
    expect(codesOf(answers)).toEqual(['rate_limited']);
    expect(countOf(await pushAll('createPost', [postOf()]), 'retry')).toBe(1);
  });
});

const lines = async (person: Person, chatId: string): Promise<number> => {
  const rows = (await cast.world.pull(person)).scopes.flatMap(({ changes }) => changes);
  return rows.filter(
    ({ table, row }) => table === 'messages' && row !== null && 'chatId' in row && row.chatId === chatId,
  ).length;
};

describe('a friend', { timeout: LIMIT_MS }, () => {
  it('who is put in and taken out 100 times is added once, and asked three times', async () => {
    const { F, M } = cast.people;
    const rounds = { chatId: cast.groupId, userId: F.id };
    const before = await lines(M, cast.groupId);
    const isOpen = and(eq(invitations.id, memberId(cast.groupId, F.id)), isNull(invitations.deletedAt));
    let seen = 0;
    for (let round = 0; round < 100; round += 1) {
      clock.advance(60_000);
      await pushAll('addMember', [rounds]);
      const [asked] = await server.db.select().from(invitations).where(isOpen);
      if (asked && !asked.isHidden) seen += 1;
      await pushAll('removeMember', [rounds]);
    }
    expect((await lines(M, cast.groupId)) - before).toBe(2);
    expect(seen).toBe(3);
  });
});

const rest: Record<
  string,
  { route: string; burst: number; name: MutationName; call: () => Call; args: () => object }
> = {
  messages: {
    ...{ route: 'POST /api/v1/chats/:id/messages', name: 'sendMessage', burst: 400 },
    call: () => ({ params: { id: cast.groupId }, body: { id: newId(), content: 'x' } }),
    args: () => ({
      ...{ id: newId(), chatId: cast.groupId, content: 'x', writtenAt: new Date().toISOString() },
    }),
  },
  reports: {
    ...{ route: 'POST /api/v1/reports', name: 'reportThing', burst: 20 },
    call: () => ({ body: reportOf(newId()) }),
    args: () => reportOf(newId()),
  },
  groups: {
    ...{ route: 'POST /api/v1/chats', name: 'createChat', burst: 10 },
    call: () => ({ body: groupOf(cast.people.F.id) }),
    args: () => groupOf(cast.people.F.id),
  },
  posts: {
    ...{ route: 'POST /api/v1/posts', name: 'createPost', burst: 10 },
    call: () => ({ body: postOf() }),
    args: postOf,
  },
  comments: {
    ...{ route: 'POST /api/v1/posts/:id/comments', name: 'createComment', burst: 30 },
    call: () => ({ params: { id: cast.postId }, body: { id: newId(), content: 'x' } }),
    args: () => ({ id: newId(), postId: cast.postId, content: 'x' }),
  },
  likes: {
    ...{ route: 'PATCH /api/v1/posts/:id/like', name: 'setLike', burst: 60 },
    call: () => ({ params: { id: cast.postId }, body: { liked: true } }),
    args: () => ({ postId: cast.postId, liked: true }),
  },
  'friend requests': {
    ...{ route: 'POST /api/v1/users/friends', name: 'requestFriend', burst: 10 },
    call: () => ({ body: { uniqueCode: '0000000000000' } }),
    args: () => ({ uniqueCode: '0000000000000' }),
  },
  'answers to requests': {
    ...{ route: 'PATCH /api/v1/users/friends/:id/accept', name: 'acceptFriend', burst: 100 },
    call: () => ({ params: { id: friendshipId(newId(), newId()) } }),
    args: () => ({ friendshipId: friendshipId(newId(), newId()) }),
  },
};

describe('what follows a mutation that has to wait', { timeout: LIMIT_MS }, () => {
  it('in its lane waits with it and costs nothing', async () => {
    await pushAll(
      'createChat',
      many(10, () => groupOf(cast.people.F.id)),
    );
    const [made, lane] = [newId(), newId()];
    const group = groupOf(cast.people.F.id);
    const said = { chatId: group.id, content: 'x', writtenAt: new Date().toISOString() };
    const behind = many(99, () => newId()).map((id, index, ids) => ({
      ...{ id, name: 'sendMessage', version: 1, lane, prev: ids[index - 1] ?? made },
      args: { id: newId(), ...said },
    }));
    const batch = [{ id: made, name: 'createChat', version: 1, lane, prev: null, args: group }, ...behind];
    const body = { protocol: PROTOCOL_VERSION, deviceId: newId(), mutations: batch };
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const { answers } = (await asOwner('POST /api/v1/sync/push', { body })).json();
      expect(codesOf(answers)).toEqual(['rate_limited', 'out_of_order']);
    }
    clock.advance(72 * 60_000);
    const { answers } = (await asOwner('POST /api/v1/sync/push', { body })).json();
    expect(countOf(answers, 'applied')).toBe(100);
  });
});

describe('REST and push', { timeout: LIMIT_MS }, () => {
  it.each(Object.entries(rest))(
    'share one bucket of %s',
    async (_title, { route, burst, name, call, args }) => {
      const spent = await pushAll(name, many(burst, args));
      expect(countOf(spent, 'retry')).toBe(0);
      const refused = await asOwner(route, call());
      expect(refused.statusCode, refused.body).toBe(429);
      expectErrorBody(429, refused.body);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      clock.advance(24 * 60 * 60_000);
      for (let count = 0; count < burst; count += 1)
        expect((await asOwner(route, call())).statusCode).toBeLessThan(429);
      expect(await pushAll(name, [args()])).toMatchObject([
        { status: 'retry', error: { code: 'rate_limited' } },
      ]);
    },
  );
});
