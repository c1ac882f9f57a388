import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createUniqueCode,
  friendRejected,
  friendResponse,
  friendshipId,
  friendsResponse,
  newId,
  requestsCount,
} from '../../../protocol/index.ts';
import { openApi } from '../../testing/api.ts';
import type { Person } from '../../testing/world.ts';

const HOUR_MS = 60 * 60 * 1_000;

let api: Awaited<ReturnType<typeof openApi>>;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

const two = async (): Promise<[Person, Person]> => [
  await api.world.person('Ana'),
  await api.world.person('Ben'),
];
const request = (ana: Person, ben: Person) =>
  api.world.verdict(ana, 'requestFriend', { uniqueCode: ben.uniqueCode });
const decide = (person: Person, name: 'acceptFriend' | 'rejectFriend', id: string) =>
  api.world.verdict(person, name, { friendshipId: id });

describe('a friend request', () => {
  it('is answered by its requestee alone', async () => {
    const [ana, ben] = await two();
    const cora = await api.world.person('Cora');
    expect(await request(ana, ben)).toBe('applied');
    expect(await request(ana, ben)).toBe('already_requested');
    const id = friendshipId(ana.id, ben.id);
    for (const name of ['acceptFriend', 'rejectFriend'] as const) {
      expect(await decide(ana, name, id)).toBe('forbidden');
      expect(await decide(cora, name, id)).toBe('not_found');
      expect(await decide(cora, name, newId())).toBe('not_found');
    }
    expect(await decide(ben, 'acceptFriend', id)).toBe('applied');
    for (const person of [ana, ben]) expect(await decide(person, 'acceptFriend', id)).toBe('already_friends');
    expect(await decide(ben, 'rejectFriend', id)).toBe('already_friends');
    expect([await request(ana, ben), await request(ben, ana)]).toEqual([
      'already_friends',
      'already_friends',
    ]);
  });

  it('that meets one from the other side makes friends at once', async () => {
    const [ana, ben] = await two();
    await request(ana, ben);
    expect(await request(ben, ana)).toBe('applied');
    expect(await decide(ana, 'acceptFriend', friendshipId(ana.id, ben.id))).toBe('already_friends');
  });

  it('to oneself, to nobody and across a block goes nowhere, the last two alike', async () => {
    const [ana, ben] = await two();
    await api.world.block(ben, ana);
    const nobody = { ...ben, uniqueCode: createUniqueCode(new Uint8Array(12).fill(9)) };
    expect(await request(ana, ana)).toBe('self_request');
    const outcomes = [];
    for (const [one, other] of [
      [ana, ben],
      [ben, ana],
      [ana, nobody],
    ] as const)
      outcomes.push(await api.world.run(one, 'requestFriend', { uniqueCode: other.uniqueCode }));
    const refused = {
      status: 'rejected',
      error: { code: 'not_found', message: 'Not found' },
      isReplay: false,
    };
    expect(outcomes).toEqual([refused, refused, refused]);
  });

  it('may be repeated a day after a rejection, three times in all', async () => {
    const [ana, ben] = await two();
    const id = friendshipId(ana.id, ben.id);
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      expect(await request(ana, ben)).toBe('applied');
      expect(await decide(ben, 'rejectFriend', id)).toBe('applied');
      expect(await decide(ben, 'acceptFriend', id)).toBe('not_found');
      expect(await request(ana, ben)).toBe('conflict');
      api.world.clock.advance(25 * HOUR_MS);
    }
    expect(await request(ana, ben)).toBe('conflict');
    expect(await request(ben, ana)).toBe('applied');
  });

  it('waits behind a block as if it were not there', async () => {
    const [ana, ben] = await two();
    await request(ana, ben);
    await api.world.block(ben, ana);
    expect(await decide(ben, 'acceptFriend', friendshipId(ana.id, ben.id))).toBe('not_found');
  });

  it('in the name of somebody else is forbidden', async () => {
    const [ana, ben] = await two();
    const body = { uniqueCode: ben.uniqueCode, requesterId: newId() };
    expect((await api.ask(ana, 'POST', '/users/friends', { body })).statusCode).toBe(403);
  });
});

describe('/users/friends', () => {
  const list = async (person: Person, query: string) => {
    const answer = await api.ask(person, 'GET', `/users/friends${query}`);
    expect(answer.statusCode).toBe(200);
    const { data, meta } = friendsResponse.parse(answer.json());
    return { names: data.map(({ user }) => user.firstName), meta };
  };

  it('asks, counts, accepts, rejects, and a replay looks the same', async () => {
    const [ana, ben] = await two();
    const cora = await api.world.person('Cora');
    const body = { uniqueCode: ben.uniqueCode.toLowerCase(), requesterId: ana.id };
    const headers = { 'idempotency-key': newId() };
    const asked = await api.ask(ana, 'POST', '/users/friends', { body, headers });
    expect(asked.statusCode).toBe(201);
    expect(friendResponse.parse(asked.json()).data).toMatchObject({
      status: 'PENDING',
      user: { id: ben.id },
    });
    const again = await api.ask(ana, 'POST', '/users/friends', { body, headers });
    expect([again.statusCode, again.json(), again.headers['idempotent-replayed']]).toEqual([
      201,
      asked.json(),
      'true',
    ]);
    await api.ask(cora, 'POST', '/users/friends', { body: { uniqueCode: ben.uniqueCode } });
    const counted = await api.ask(ben, 'GET', '/users/friends/requests-count');
    expect(requestsCount.parse(counted.json())).toEqual({ data: { count: 2 } });
    const accepted = await api.ask(ben, 'PATCH', `/users/friends/${friendshipId(ana.id, ben.id)}/accept`);
    expect(friendResponse.parse(accepted.json()).data).toMatchObject({
      status: 'APPROVED',
      user: { id: ana.id },
    });
    const rejected = await api.ask(ben, 'PATCH', `/users/friends/${friendshipId(cora.id, ben.id)}/reject`);
    expect(friendRejected.parse(rejected.json()).data).toMatchObject({ version: 2, deleted: true });
    expect((await api.ask(ben, 'PATCH', '/users/friends/nonsense/accept')).statusCode).toBe(400);
    expect((await api.ask(null, 'GET', '/users/friends')).statusCode).toBe(401);
  });

  it('lists friends, requests in both directions, and my relation to one person', async () => {
    const ana = await api.world.person('Ana');
    const [friend, asking, asked] = [
      await api.world.person('Friend'),
      await api.world.person('Asking'),
      await api.world.person('Asked'),
    ];
    await api.world.befriend(ana, friend);
    await request(asking, ana);
    await request(ana, asked);
    expect((await list(ana, '')).names).toEqual(['Friend']);
    expect((await list(ana, '?requestsToMe=true')).names).toEqual(['Asking']);
    expect((await list(ana, '?status=PENDING&requestsToMe=true')).names).toEqual(['Asking']);
    expect((await list(ana, '?status=PENDING&myRequests=true')).names).toEqual(['Asked']);
    expect(new Set((await list(ana, '?status=PENDING')).names)).toEqual(new Set(['Asking', 'Asked']));
    expect((await list(ana, `?userId=${asked.id}`)).names).toEqual(['Asked']);
    expect((await list(ana, `?userId=${newId()}`)).names).toEqual([]);
    expect((await list(asked, `?userId=${friend.id}`)).names).toEqual([]);
    expect((await list(ana, '?search=zzz')).names).toEqual([]);
    expect((await list(ana, '?search=FRIEND%20rey')).names).toEqual(['Friend']);
    await api.world.block(friend, ana);
    expect((await list(ana, '')).names).toEqual([]);
  });

  it('pages by number and by cursor, in the order that was asked for', async () => {
    const ana = await api.world.person('Ana');
    for (const name of ['Dina', 'Carlo', 'Bea', 'Eli', 'Bea']) {
      api.world.clock.advance(1_000);
      await api.world.befriend(ana, await api.world.person(name));
    }
    expect((await list(ana, '')).names).toEqual(['Bea', 'Eli', 'Bea', 'Carlo', 'Dina']);
    const sorted = '?orderBy=firstName&perPage=2';
    const first = await list(ana, sorted);
    expect(first).toMatchObject({ names: ['Bea', 'Bea'], meta: { total: 5, totalPages: 3 } });
    const second = await list(ana, `${sorted}&cursor=${first.meta.nextCursor}`);
    expect(second.names).toEqual(['Carlo', 'Dina']);
    const third = await list(ana, `${sorted}&cursor=${second.meta.nextCursor}`);
    expect([third.names, third.meta.nextCursor]).toEqual([['Eli'], null]);
    expect((await list(ana, `${sorted}&page=2`)).names).toEqual(['Carlo', 'Dina']);
    expect((await list(ana, `${sorted}&orderDir=DESC`)).names).toEqual(['Eli', 'Dina']);
    for (const query of ['?cursor=garbage', '?orderBy=password', '?perPage=101', '?page=0', '?page=1&page=2'])
      expect((await api.ask(ana, 'GET', `/users/friends${query}`)).statusCode).toBe(400);
    api.world.clock.advance(25 * HOUR_MS);
    const old = await api.ask(ana, 'GET', `/users/friends${sorted}&cursor=${first.meta.nextCursor}`);
    expect([old.statusCode, old.json().code]).toEqual([410, 'cursor_expired']);
  });
});
