import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type MutationArgs,
  type MutationName,
  mutations,
  newId,
  PROTOCOL_VERSION,
} from '../../protocol/index.ts';
import { openApp } from './app.ts';
import { ask, expectErrorBody } from './ask.ts';
import { findInternals, hostileTexts, hostileValues } from './corpus.ts';
import { arbitraryOf, listFields, type Path, toWireSchema, withField } from './fields.ts';
import { type Call, calls } from './matrix-cases.ts';
import type { AppRoute } from './routes.ts';
import { type Cast, gather } from './world.ts';

/**
 * threats.md §2.3: every hostile value on every field of every route. Routes come from the running app, fields from their
 * schemas, and a request that would succeed from the authorisation matrix, so that a new route is covered by being there.
 */
const { app, db, routes, close } = await openApp();
const api = routes.filter(({ method }) => method !== 'HEAD' && method !== 'OPTIONS');
const LIMIT_MS = 300_000;

let cast: Cast;
beforeAll(async () => {
  cast = await gather(db);
});
afterAll(close);

/** What a member's hostile request may bring. 401 would sign the client out, and 5xx is ours to explain. 302: `/auth/oidc`. */
const ALLOWED = new Set([200, 201, 204, 302, 400, 403, 404, 409, 410, 413, 414, 415, 422, 426, 431]);

async function askAsOwner(route: AppRoute, call: Call): Promise<LightMyRequestResponse> {
  const answer = await ask(app, route.name, call, cast.tokens.O);
  if (!ALLOWED.has(answer.statusCode))
    expect.fail(
      `${route.name} answered ${answer.statusCode} (${answer.body.slice(0, 300)}) to ${describeCall(call)}`,
    );
  if (answer.statusCode >= 400) expectErrorBody(answer.statusCode, answer.body);
  else expect(findInternals(answer.body), describeCall(call)).toBeUndefined();
  return answer;
}

const describeCall = (call: Call): string => JSON.stringify(call)?.slice(0, 400) ?? '';

/** A request to the route that would succeed; logging out would end the test's own session. */
async function callOf({ name }: AppRoute): Promise<Call> {
  const [makeCall] = Object.values(calls[name] ?? {});
  return (await makeCall?.(cast, 'O')) ?? {};
}

const ENDS_SESSION = new Set(['POST /api/v1/auth/logout', 'POST /api/v1/account/deletion']);
const tested = api.filter(({ url, name }) => url.startsWith('/api/v1/') && !ENDS_SESSION.has(name));

describe.each(tested)('$name', { timeout: LIMIT_MS }, (route) => {
  // What another route has deleted, left or ended would answer 404 to everything.
  beforeAll(async () => {
    cast = await gather(db);
  });

  const fieldsOf = (part: 'params' | 'query' | 'body'): Path[] => {
    const schema = route[part];
    return schema === undefined ? [] : listFields(toWireSchema(schema));
  };

  it('survives every hostile text in every part of its address', async () => {
    const call = await callOf(route);
    for (const [field = ''] of fieldsOf('params'))
      for (const text of hostileTexts.filter((value) => value.length < 8_000 && value.isWellFormed()))
        await askAsOwner(route, { ...call, params: { ...call.params, [field]: text } });
  });

  it('survives every hostile text in every parameter', async () => {
    const call = await callOf(route);
    const fields = [...fieldsOf('query').map(([field = '']) => field), 'unknown', '__proto__'];
    for (const field of fields)
      for (const text of hostileTexts.filter((value) => value.length < 8_000))
        await askAsOwner(route, { ...call, query: { ...call.query, [field]: text } });
  });

  it('survives every hostile value in every field of its body', async () => {
    if (route.body === undefined) return;
    const call = await callOf(route);
    for (const path of [[], ...fieldsOf('body'), ['unknown']])
      for (const value of hostileValues)
        await askAsOwner(route, { ...call, body: withField(call.body, path, value) });
  });

  it.each(['idempotency-key', 'x-acting-user'])(
    'survives every hostile text in the header %s',
    async (header) => {
      const call = await callOf(route);
      for (const text of hostileTexts.filter(isHeaderValue))
        await askAsOwner(route, { ...call, headers: { ...call.headers, [header]: text } });
    },
  );

  it('survives whatever fits its schemas about', async () => {
    const base = await callOf(route);
    const ids = [
      ...Object.values(cast.people).flatMap(({ id, uniqueCode }) => [id, uniqueCode]),
      cast.groupId,
    ];
    const part = (name: 'body' | 'query') => {
      const schema = route[name];
      return schema === undefined ? fc.constant(base[name]) : arbitraryOf(toWireSchema(schema), ids);
    };
    const property = fc.asyncProperty(part('body'), part('query'), async (body, query) => {
      const texts = Object.entries(Object(query)).map(([key, value]) => [key, String(value)]);
      const call = { ...base, body, query: Object.fromEntries(texts) };
      await askAsOwner(route, route.body === undefined ? { ...call, body: undefined } : call);
    });
    await fc.assert(property, { numRuns: 60, seed: 20_261_120 });
  });
});

/** What an HTTP client can put into a header at all; the rest is for `raw.test.ts`. */
function isHeaderValue(text: string): boolean {
  return text.length < 8_000 && /^[\t\x20-\x7e\x80-\xff]*$/.test(text);
}

describe('a header that every route reads the same way', { timeout: LIMIT_MS }, () => {
  it.each([
    'content-type',
    'accept',
    'accept-encoding',
    'accept-language',
    'origin',
    'user-agent',
    'x-forwarded-for',
    'x-request-id',
    'if-none-match',
    'range',
  ])('%s may hold every hostile text', async (header) => {
    for (const name of ['GET /api/v1/chats', 'POST /api/v1/auth/register']) {
      const route = api.find((known) => known.name === name);
      if (route === undefined) throw new Error(`There is no ${name}.`);
      for (const text of hostileTexts.filter(isHeaderValue))
        await askAsOwner(route, { ...(await callOf(route)), headers: { [header]: text } });
    }
  });
});

describe('a pushed mutation', { timeout: LIMIT_MS }, () => {
  beforeAll(async () => {
    cast = await gather(db);
  });

  /** Arguments of each mutation that would be accepted; the compiler asks for those of a new one. */
  const argsOf: { readonly [N in MutationName]: () => MutationArgs<N> } = {
    sendMessage: () => ({
      id: newId(),
      chatId: cast.groupId,
      content: 'Kumusta?',
      writtenAt: new Date().toISOString(),
    }),
    editMessage: () => ({ chatId: cast.groupId, messageId: cast.messageOfO, content: 'Kumusta na?' }),
    deleteMessage: () => ({ chatId: cast.groupId, messageId: cast.messageOfO }),
    hideMessage: () => ({ chatId: cast.groupId, messageId: cast.messageOfO, hidden: true }),
    reactToMessage: () => ({ chatId: cast.groupId, messageId: cast.messageOfO, emoji: '👍' }),
    markSeen: () => ({ chatId: cast.groupId, seq: 1 }),
    requestFriend: () => ({ uniqueCode: cast.people.S.uniqueCode }),
    acceptFriend: () => ({ friendshipId: newId() }),
    rejectFriend: () => ({ friendshipId: newId() }),
    updateProfile: () => ({
      userId: cast.people.O.id,
      firstName: 'Olive',
      middleName: '',
      birthDate: '1990-05-05',
    }),
    cancelRequest: () => ({ friendshipId: newId() }),
    unfriend: () => ({ friendshipId: newId() }),
    reportThing: () => ({
      id: newId(),
      kind: 'person',
      targetId: cast.people.S.id,
      reason: 'spam',
      note: 'x',
      snapshot: { text: 'x', authorId: cast.people.S.id },
    }),
    setBlock: () => ({ userId: cast.people.S.id, blocked: true }),
    updateSettings: () => ({ showPresence: false, language: 'fil' }),
    createPost: () => ({ id: newId(), content: 'Magandang umaga', alts: { [newId()]: 'dagat' } }),
    updatePost: () => ({ id: cast.postId, content: 'Magandang gabi' }),
    deletePost: () => ({ id: newId(), soft: true }),
    restorePost: () => ({ id: cast.postId }),
    setLike: () => ({ postId: cast.postId, liked: true }),
    hidePost: () => ({ postId: cast.postId, hidden: true }),
    createComment: () => ({ id: newId(), postId: cast.postId, content: 'Oo nga' }),
    updateComment: () => ({ id: cast.commentId, postId: cast.postId, content: 'Hindi pala' }),
    deleteComment: () => ({ id: newId(), postId: cast.postId }),
    createChat: () => ({ id: newId(), type: 'GROUP', name: 'Tropa', users: [cast.people.F.id] }),
    updateChat: () => ({ chatId: cast.groupId, name: 'Tropa' }),
    addMember: () => ({ chatId: cast.groupId, userId: cast.people.F.id }),
    removeMember: () => ({ chatId: cast.groupId, userId: cast.people.E.id }),
    setMemberRole: () => ({ chatId: cast.groupId, userId: cast.people.M.id, role: 'ADMIN' }),
    joinChat: () => ({ chatId: cast.publicId }),
    declineInvitation: () => ({ chatId: cast.groupId }),
    leaveChat: () => ({ chatId: newId() }),
    setChatPreferences: () => ({ chatId: cast.groupId, isMuted: true }),
    clearChat: () => ({ chatId: cast.privateId, seq: 1 }),
    deleteChat: () => ({ chatId: newId() }),
    answerMessageRequest: () => ({ chatId: cast.requestId, isAccepted: true }),
  };
  const push = api.find(({ name }) => name === 'POST /api/v1/sync/push');

  it.each(Object.entries(mutations))(
    '%s survives every hostile value in every argument',
    async (name, mutation) => {
      if (push === undefined) throw new Error('There is no push.');
      const paths: Path[] = [[], ...listFields(toWireSchema(mutation.args)), ['unknown']];
      const makeArgs = Object.entries(argsOf).find(([known]) => known === name)?.[1];
      for (const path of paths)
        for (const value of hostileValues) {
          const args = withField(makeArgs?.(), path, value);
          const pushed = { id: newId(), name, version: mutation.version, lane: 'x', prev: null, args };
          const body = { protocol: PROTOCOL_VERSION, deviceId: newId(), mutations: [pushed] };
          const answer = await askAsOwner(push, { body });
          if (answer.statusCode === 200) expect(answer.json().answers[0].status).not.toBe('retry');
        }
    },
  );
});
