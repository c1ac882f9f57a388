import { count, eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import {
  cancelResponse,
  chatScope,
  friendshipId,
  memberId,
  newId,
  PROTOCOL_VERSION,
  privateChatId,
  pullResponse,
  pushResponse,
  savedMessagesId,
  userScope,
  z,
} from '../../protocol/index.ts';
import {
  chats,
  friendships,
  members,
  memberships,
  messages,
  mutations,
  users,
} from '../../server/db/schema.ts';
import { openApp } from './app.ts';
import { ask } from './ask.ts';
import { type Actor, CANARY, type Cast, type Member } from './cast.ts';
import { forbiddenFields } from './corpus.ts';
import type { Call } from './matrix-call.ts';
import { calls } from './matrix-cases.ts';
import { gather } from './world.ts';

const { app, db, routes, close } = await openApp();
afterAll(close);

let cast: Cast;
beforeEach(async () => {
  cast = await gather(db);
});

const as = (actor: Actor, route: string, call: Call = {}) => ask(app, route, call, cast.tokens[actor]);
const rowsOf = async (table: typeof chats | typeof messages | typeof friendships) => {
  const [all] = await db.select({ total: count() }).from(table);
  return all?.total;
};

describe('what is deleted', () => {
  it('is a person: nobody finds them, by id or by code', async () => {
    const { O } = cast.people;
    await db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, O.id));
    for (const route of ['GET /api/v1/users/:id', 'GET /api/v1/chats/users/:id'])
      expect((await as('F', route, { params: { id: O.id } })).statusCode, route).toBe(404);
    for (const route of ['GET /api/v1/users/unique-code/:code', 'GET /api/v1/chats/unique-code/:code'])
      expect((await as('F', route, { params: { code: O.uniqueCode } })).statusCode, route).toBe(404);
    expect(
      (await as('S', 'POST /api/v1/users/friends', { body: { uniqueCode: O.uniqueCode } })).statusCode,
    ).toBe(404);
    expect((await as('O', 'GET /api/v1/auth/verify')).statusCode).toBe(401);
  });

  it('is a chat: its members neither read nor write nor pull it', async () => {
    const { groupId, groupCode } = cast;
    await db.update(chats).set({ deletedAt: new Date() }).where(eq(chats.id, groupId));
    const params = { id: groupId };
    expect((await as('M', 'GET /api/v1/chats/:id/messages', { params })).statusCode).toBe(404);
    expect(
      (await as('M', 'POST /api/v1/chats/:id/messages', { params, body: { content: 'x' } })).statusCode,
    ).toBe(404);
    expect((await as('M', 'PATCH /api/v1/chats/:id/seen', { params, body: { seq: 1 } })).statusCode).toBe(
      404,
    );
    expect(
      (await as('M', 'GET /api/v1/chats/unique-code/:code', { params: { code: groupCode } })).statusCode,
    ).toBe(404);
    const { body } = await as('M', 'POST /api/v1/sync/pull', pullFrom({}));
    expect(body).not.toContain(chatScope(groupId));
    expect(body).not.toContain(CANARY);
  });

  it('is a request: it can be neither accepted nor rejected', async () => {
    const id = await cast.pendingRequest();
    await db.update(friendships).set({ deletedAt: new Date() }).where(eq(friendships.id, id));
    for (const verdict of ['accept', 'reject'])
      expect(
        (await as('O', `PATCH /api/v1/users/friends/:id/${verdict}`, { params: { id } })).statusCode,
      ).toBe(404);
  });
});

describe('a look-up', () => {
  it('makes no chat and marks nothing as seen', async () => {
    const before = [await rowsOf(chats), await db.select().from(memberships)];
    const { O } = cast.people;
    for (const actor of ['S', 'M', 'F'] as const) {
      await as(actor, 'GET /api/v1/chats/users/:id', { params: { id: O.id } });
      await as(actor, 'GET /api/v1/chats/unique-code/:code', { params: { code: O.uniqueCode } });
    }
    await as('F', 'GET /api/v1/chats/:id/messages', { params: { id: cast.privateId } });
    expect([await rowsOf(chats), await db.select().from(memberships)]).toEqual(before);
  });
});

describe('a block', () => {
  it.each(['B', 'b'] as const)(
    'leaves %s and O their history, and keeps both from writing',
    async (actor) => {
      const params = { id: friendChat(actor) };
      for (const reader of [actor, 'O'] as const)
        expect((await as(reader, 'GET /api/v1/chats/:id/messages', { params })).statusCode).toBe(200);
      for (const writer of [actor, 'O'] as const)
        expect(
          (await as(writer, 'POST /api/v1/chats/:id/messages', { params, body: { content: 'x' } }))
            .statusCode,
        ).toBe(404);
    },
  );

  it('answers the same as for a code of nobody', async () => {
    const answers = [];
    for (const code of [cast.people.O.uniqueCode, '0000000000000'])
      for (const [route, call] of [
        ['GET /api/v1/users/unique-code/:code', { params: { code } }],
        ['GET /api/v1/chats/unique-code/:code', { params: { code } }],
        ['POST /api/v1/users/friends', { body: { uniqueCode: code } }],
      ] as const) {
        const answer = await as('B', route, call);
        answers.push([route, answer.statusCode, { ...answer.json(), requestId: '' }]);
      }
    expect(answers.slice(0, 3)).toEqual(answers.slice(3));
  });
});

const friendChat = (actor: Member): string => {
  const { people } = cast;
  return privateChatId(people.O.id, people[actor].id);
};

const pullFrom = (cursors: Record<string, unknown>): Call => ({
  body: { protocol: PROTOCOL_VERSION, deviceId: newId(), cursors, unfinished: [], pendingCount: 0 },
});

describe('a pull', () => {
  it.each(['S', 'P', 'F', 'B', 'b', 'M', 'E', 'O'] as const)(
    "brings %s one's own scopes and no others, whatever the cursors name",
    async (actor) => {
      const { people, groupId, privateId, publicId, requestId } = cast;
      const held: Record<Member, string[]> = {
        S: [],
        P: [requestId],
        F: [privateId],
        B: [groupId, friendChat('B')],
        b: [groupId, friendChat('b')],
        M: [groupId, publicId],
        E: [],
        O: [
          ...[groupId, publicId, requestId, privateId, friendChat('B'), friendChat('b')],
          savedMessagesId(people.O.id),
        ],
      };
      const everybody = Object.values(people).map(({ id }) => userScope(id));
      const every = [...everybody, ...[...new Set(Object.values(held).flat())].map(chatScope)];
      const epoch = await epochOf(actor);
      for (const cursors of [{}, Object.fromEntries(every.map((scope) => [scope, { epoch, seq: 0 }]))]) {
        const answer = await as(actor, 'POST /api/v1/sync/pull', pullFrom(cursors));
        const pulled = pullResponse.parse(answer.json());
        const own = [userScope(people[actor].id), ...held[actor].map(chatScope)];
        const brought = pulled.scopes.map(({ scope }) => scope);
        // A scope in which nothing has happened yet brings nothing to a device that stands at its start.
        if (Object.keys(cursors).length === 0) expect(new Set(brought)).toEqual(new Set(own));
        expect(own).toEqual(expect.arrayContaining(brought));
        expect(new Set(pulled.removed)).toEqual(
          new Set(every.filter((scope) => scope in cursors && !own.includes(scope))),
        );
        const emails = Object.values(people)
          .filter(({ id }) => id !== people[actor].id)
          .map(({ email }) => email);
        for (const email of emails) expect(answer.body).not.toContain(email);
      }
    },
  );

  it('takes a chat away from a member who left it', async () => {
    const { groupId, people } = cast;
    const scope = chatScope(groupId);
    const epoch = await epochOf('M');
    const id = memberId(groupId, people.M.id);
    await db.update(members).set({ leftAt: new Date() }).where(eq(members.id, id));
    await db.update(memberships).set({ leftAt: new Date() }).where(eq(memberships.id, id));
    const answer = await as('M', 'POST /api/v1/sync/pull', pullFrom({ [scope]: { epoch, seq: 1 } }));
    const pulled = pullResponse.parse(answer.json());
    expect(pulled.removed).toEqual([scope]);
    expect(pulled.scopes.map((entry) => entry.scope)).not.toContain(scope);
  });
});

async function epochOf(actor: Member): Promise<string> {
  const answer = await as(actor, 'POST /api/v1/sync/pull', pullFrom({}));
  return pullResponse.parse(answer.json()).scopes[0]?.epoch ?? newId();
}

describe("somebody else's key", () => {
  it('can be cancelled only for oneself', async () => {
    const { keyOfO } = cast;
    const answer = await as('M', 'POST /api/v1/sync/cancel', { body: { ids: [keyOfO] } });
    expect(cancelResponse.parse(answer.json()).statuses).toEqual({ [keyOfO]: { status: 'cancelled' } });
    const verdicts = await db.select().from(mutations).where(eq(mutations.id, keyOfO));
    expect(new Map(verdicts.map(({ userId, status }) => [userId, status]))).toEqual(
      new Map([
        [cast.people.O.id, 'applied'],
        [cast.people.M.id, 'cancelled'],
      ]),
    );
  });

  it('says nothing of what became of it', async () => {
    const { keyOfO } = cast;
    const call = pullFrom({});
    const answer = await as('M', 'POST /api/v1/sync/pull', {
      body: { ...Object(call.body), unfinished: [keyOfO] },
    });
    expect(pullResponse.parse(answer.json()).statuses).toEqual({});
  });

  it("gives one's own result and not theirs", async () => {
    const key = newId();
    const params = { id: cast.groupId };
    const headers = { 'idempotency-key': key };
    const send = (actor: Actor, content: string) =>
      as(actor, 'POST /api/v1/chats/:id/messages', { params, headers, body: { id: newId(), content } });
    const first = await send('O', 'from O');
    const second = await send('M', 'from M');
    expect([first.statusCode, second.statusCode]).toEqual([201, 201]);
    expect(second.json()).toMatchObject({ data: { content: 'from M', senderId: cast.people.M.id } });
    expect(second.headers).not.toHaveProperty('idempotent-replayed');
  });
});

describe('a push for another account', () => {
  it('has no effect and stores nothing', async () => {
    const before = [await rowsOf(messages), await db.select().from(mutations)];
    const call = await calls['POST /api/v1/sync/push']?.["as O's device"]?.(cast, 'M');
    const answer = await as('M', 'POST /api/v1/sync/push', call);
    expect(answer.json()).toMatchObject({ status: 409, code: 'wrong_account' });
    expect([await rowsOf(messages), await db.select().from(mutations)]).toEqual(before);
  });

  it.each([
    [
      'sendMessage',
      () => ({ id: newId(), chatId: cast.groupId, content: 'x', writtenAt: new Date().toISOString() }),
    ],
    ['markSeen', () => ({ chatId: cast.groupId, seq: 1 })],
    ['requestFriend', () => ({ uniqueCode: cast.people.S.uniqueCode, requesterId: cast.people.O.id })],
    ['acceptFriend', () => ({ friendshipId: friendshipId(cast.people.P.id, cast.people.O.id) })],
    ['rejectFriend', () => ({ friendshipId: friendshipId(cast.people.P.id, cast.people.O.id) })],
  ])('cannot be hidden in the arguments of %s', async (name, argsOf) => {
    const before = await Promise.all([rowsOf(messages), rowsOf(friendships), db.select().from(memberships)]);
    const mutation = { id: newId(), name, version: 1, lane: 'x', prev: null, args: argsOf() };
    const body = { protocol: PROTOCOL_VERSION, deviceId: newId(), mutations: [mutation] };
    const answer = await as('E', 'POST /api/v1/sync/push', { body });
    expect(pushResponse.parse(answer.json()).answers.map(({ status }) => status)).toEqual(['rejected']);
    expect(await Promise.all([rowsOf(messages), rowsOf(friendships), db.select().from(memberships)])).toEqual(
      before,
    );
  });
});

describe('fields that nobody may set', () => {
  const bodied = routes.filter(
    ({ body, method, url }) => body && method !== 'GET' && url.startsWith('/api/v1/'),
  );

  it.each(bodied.map(({ name }) => name))('%s', async (name) => {
    const before = await snapshotOfPeople(name);
    for (const [situation, makeCall] of Object.entries(calls[name] ?? {})) {
      const call = await makeCall(cast, 'O');
      const answer = await as('O', name, { ...call, body: { ...forbiddenFields, ...Object(call.body) } });
      // The provider of these tests never answers (`app.ts`), and that is nobody's fault here.
      if (answer.json().code !== 'oidc_unreachable')
        expect(answer.statusCode, `${situation}: ${answer.body}`).toBeLessThan(500);
      const { data } = z.object({ data: z.optional(z.looseObject({})) }).parse(answer.json());
      const made = { ...data, ...Object(data?.['user']) };
      for (const [field, value] of Object.entries(forbiddenFields)) {
        if (field in Object(call.body)) continue;
        expect(made[field], field).not.toEqual(value);
      }
    }
    expect(await snapshotOfPeople(name)).toEqual(before);
  });

  /** What a route is there to change is no field that nobody may set. */
  const meant: Record<string, object> = {
    'POST /api/v1/auth/change-password': { passwordHash: 'its own' },
    'POST /api/v1/account/deletion': { deletionAt: 'its own' },
  };

  /** Who comes, who goes and who is what: its own fields say that, and the matrix says who may. */
  const changesRoles = new Set([
    'POST /api/v1/chats/:id/members/:userId',
    'PATCH /api/v1/chats/:id/members/:userId',
    'POST /api/v1/chats/:id/leave',
  ]);

  /** Everybody who was there before, as they are stored, and who is what in which chat. */
  async function snapshotOfPeople(name: string) {
    const ids = Object.values(cast.people).map(({ id }) => id);
    const people = (await db.select().from(users))
      .filter(({ id }) => ids.includes(id))
      .map((row) => ({ ...row, ...meant[name] }));
    if (changesRoles.has(name)) return { people: people.toSorted((a, b) => (a.id < b.id ? -1 : 1)) };
    const roles = (await db.select({ id: members.id, role: members.role }).from(members)).toSorted((a, b) =>
      a.id < b.id ? -1 : 1,
    );
    return { people: people.toSorted((a, b) => (a.id < b.id ? -1 : 1)), roles };
  }
});
