// Longer than 300 lines: the calls of chats, which share the server that they begin with.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  chatResponse,
  chatsResponse,
  createUniqueCode,
  memberId,
  newId,
  privateChatId,
  seenResponse,
  unseenCount,
} from '../../../protocol/index.ts';
import { chatPairs } from '../../db/account-tables.ts';
import { chats, members, memberships, scopeLog, uniqueCodes } from '../../db/schema.ts';
import { openApi } from '../../testing/api.ts';
import type { Person } from '../../testing/world.ts';

let api: Awaited<ReturnType<typeof openApi>>;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

const get = async (person: Person, path: string) => {
  const answer = await api.ask(person, 'GET', path);
  return { status: answer.statusCode, json: answer.json() };
};
const chat = async (person: Person, path: string) => chatResponse.parse((await get(person, path)).json).data;

/** A group with its people, written past the commands. */
const group = async (people: Person[], name: string) => {
  const [owner] = people;
  if (!owner) throw new Error('A group needs somebody.');
  const id = newId();
  const uniqueCode = createUniqueCode(crypto.getRandomValues(new Uint8Array(12)));
  const createdAt = api.world.clock.now();
  await api.world.db
    .insert(chats)
    .values({ id, type: 'GROUP', name, uniqueCode, createdBy: owner.id, createdAt });
  await api.world.db.insert(uniqueCodes).values({ code: uniqueCode, chatId: id });
  for (const { id: userId } of people) {
    const place = { id: memberId(id, userId), chatId: id, userId };
    await api.world.db.insert(members).values({ ...place, role: 'MEMBER', joinedAt: createdAt });
    await api.world.db.insert(memberships).values(place);
  }
  return { id, uniqueCode };
};

describe('the private chat with a person', () => {
  it('is what it is for friends, by id and by code', async () => {
    const { ana, ben, chatId } = await api.world.friends();
    await api.world.say(ben, chatId, 'Oy!');
    const byId = await chat(ana, `/chats/users/${ben.id}`);
    expect(byId).toMatchObject({
      id: chatId,
      persisted: true,
      unseenCount: 1,
      lastMessage: { content: 'Oy!' },
    });
    expect(new Set(byId.members.map(({ user }) => user.firstName))).toEqual(new Set(['Ana', 'Ben']));
    expect(await chat(ana, `/chats/unique-code/${ben.uniqueCode.toLowerCase()}`)).toEqual(byId);
    expect(JSON.stringify(byId)).not.toContain(ben.email);
  });

  it('with somebody whose code one has is what it would be, and looking makes nothing but a note of the pair', async () => {
    const [ana, ben] = [await api.world.person('Ana'), await api.world.person('Ben')];
    const id = privateChatId(ana.id, ben.id);
    const virtual = await chat(ana, `/chats/unique-code/${ben.uniqueCode}`);
    expect(virtual).toMatchObject({
      id,
      persisted: false,
      membership: null,
      lastMessage: null,
      unseenCount: 0,
    });
    expect(await api.world.db.$count(chats, eq(chats.id, id))).toBe(0);
    expect(await api.world.db.$count(scopeLog, eq(scopeLog.scope, `chat:${id}`))).toBe(0);
    expect(await api.world.db.$count(chatPairs, eq(chatPairs.chatId, id))).toBe(1);
    expect((await get(ben, `/chats/${id}/messages`)).status).toBe(404);
  });

  it('that a look-up remembered takes a first message without naming the recipient, between friends', async () => {
    const { ana, ben, chatId } = await api.world.friends();
    await api.world.db.delete(members).where(eq(members.chatId, chatId));
    await api.world.db.delete(memberships).where(eq(memberships.chatId, chatId));
    await api.world.db.delete(chats).where(eq(chats.id, chatId));
    const body = { content: 'Una' };
    expect((await api.ask(ana, 'POST', `/chats/${chatId}/messages`, { body })).statusCode).toBe(404);
    expect((await chat(ana, `/chats/users/${ben.id}`)).persisted).toBe(false);
    expect((await api.ask(ana, 'POST', `/chats/${chatId}/messages`, { body })).statusCode).toBe(201);
    expect((await chat(ben, `/chats/users/${ana.id}`)).lastMessage).toMatchObject({ content: 'Una' });
  });

  it('is not found by the id of a stranger, by an unknown id, and where one has blocked the other', async () => {
    const { ana, ben } = await api.world.friends();
    const stranger = await api.world.person('Cora');
    const paths = (person: Person) => [
      `/chats/users/${person.id}`,
      `/chats/unique-code/${person.uniqueCode}`,
    ];
    expect((await get(ana, `/chats/users/${stranger.id}`)).status).toBe(404);
    expect((await get(ana, `/chats/users/${newId()}`)).status).toBe(404);
    for (const path of ['/chats/users/x', '/chats/unique-code/SHORT'])
      expect((await get(ana, path)).status).toBe(400);
    await api.world.block(ben, ana);
    for (const path of [...paths(ben), '/chats/unique-code/0000000000000'])
      expect((await get(ana, path)).json).toMatchObject({
        status: 404,
        code: 'not_found',
        message: 'Not found',
      });
  });
});

describe('the chat behind a code', () => {
  it("is a group for those who are in it, and knows a group's people by their bare id", async () => {
    const [ana, ben, cora] = [
      await api.world.person('Ana'),
      await api.world.person('Ben'),
      await api.world.person('Cora'),
    ];
    const { id, uniqueCode } = await group([ana, ben], 'Tropa');
    expect(await chat(ana, `/chats/unique-code/${uniqueCode}`)).toMatchObject({
      id,
      name: 'Tropa',
      type: 'GROUP',
    });
    expect((await get(cora, `/chats/unique-code/${uniqueCode}`)).status).toBe(404);
    expect((await chat(ana, `/chats/users/${ben.id}`)).persisted).toBe(false);
  });
});

describe('GET /chats', () => {
  it('shows who joins later nothing of what was said before', async () => {
    const [ana, cora] = [await api.world.person('Ana'), await api.world.person('Cora')];
    const { id } = await group([ana, cora], 'Tropa');
    await api.world.say(ana, id, 'Before Cora');
    await api.world.db
      .update(members)
      .set({ joinedSeq: 1 })
      .where(eq(members.id, memberId(id, cora.id)));
    const last = async (person: Person) =>
      chatsResponse
        .parse((await get(person, '/chats')).json)
        .data.map(({ lastMessage }) => lastMessage?.content);
    expect(await last(ana)).toEqual(['Before Cora']);
    expect(await last(cora)).toEqual([undefined]);
    await api.world.say(ana, id, 'With Cora');
    expect(await last(cora)).toEqual(['With Cora']);
  });

  it('lists my chats, the liveliest first, and finds them by name and by people', async () => {
    const ana = await api.world.person('Ana');
    const [ben, dina] = [await api.world.person('Ben'), await api.world.person('Dina')];
    await api.world.befriend(ana, ben);
    api.world.clock.advance(1_000);
    await api.world.befriend(ana, dina);
    const tropa = await group([ana, ben], 'Tropa');
    api.world.clock.advance(1_000);
    await api.world.say(ben, privateChatId(ana.id, ben.id));
    const list = async (query: string) => {
      const { data, meta } = chatsResponse.parse((await get(ana, `/chats${query}`)).json);
      return { ids: data.map(({ id }) => id), meta };
    };
    const withBen = privateChatId(ana.id, ben.id);
    const withDina = privateChatId(ana.id, dina.id);
    const all = await list('');
    expect([all.ids[0], new Set(all.ids), all.meta.total]).toEqual([
      withBen,
      new Set([withBen, withDina, tropa.id]),
      3,
    ]);
    expect((await list('?type=GROUP')).ids).toEqual([tropa.id]);
    expect((await list('?search=trop')).ids).toEqual([tropa.id]);
    expect((await list('?search=dina')).ids).toEqual([withDina]);
    expect((await list('?search=Ana')).ids).toEqual([]);
    const first = await list('?perPage=2');
    const second = await list(`?perPage=2&cursor=${first.meta.nextCursor}`);
    expect([...first.ids, ...second.ids]).toEqual(all.ids);
    expect((await get(ana, '/chats?orderBy=createdBy')).status).toBe(400);
  });

  it('orders by name, a private chat by that of the other one, and by age, both ways, page by page', async () => {
    const ana = await api.world.person('Ana');
    const places: { title: string; id: string }[] = [];
    const make = async (title: string, build: () => Promise<string>) => {
      places.push({ title, id: await build() });
      api.world.clock.advance(1_000);
    };
    const befriend = (firstName: string) =>
      make(`${firstName} Reyes`, async () => {
        const friend = await api.world.person(firstName);
        await api.world.befriend(ana, friend);
        return privateChatId(ana.id, friend.id);
      });
    await befriend('Dina');
    await make('Cebu', async () => (await group([ana], 'Cebu')).id);
    await befriend('Ben');
    await make('Eskwela', async () => (await group([ana], 'Eskwela')).id);
    await befriend('Berto');
    const byAge = places.map(({ id }) => id);
    const byName = places.toSorted((a, b) => (a.title < b.title ? -1 : 1)).map(({ id }) => id);
    const read = async (query: string) => {
      const answer = await get(ana, `/chats?${query}`);
      expect(answer.status).toBe(200);
      const { data, meta } = chatsResponse.parse(answer.json);
      return { ids: data.map(({ id }) => id), meta };
    };
    const cases: [string, string[]][] = [
      ['orderBy=name', byName],
      ['orderBy=name&orderDir=ASC', byName],
      ['orderBy=name&orderDir=DESC', byName.toReversed()],
      ['orderBy=createdAt', byAge.toReversed()],
      ['orderBy=createdAt&orderDir=ASC', byAge],
      ['orderBy=createdAt&orderDir=DESC', byAge.toReversed()],
    ];
    for (const [query, ids] of cases) {
      expect((await read(query)).ids, query).toEqual(ids);
      const [first, second, third] = [
        await read(`${query}&perPage=2`),
        await read(`${query}&perPage=2&page=2`),
        await read(`${query}&perPage=2&page=3`),
      ];
      expect([first.ids, second.ids, third.ids], query).toEqual([
        ids.slice(0, 2),
        ids.slice(2, 4),
        ids.slice(4),
      ]);
      expect(second.meta).toMatchObject({ page: 2, perPage: 2, total: 5, totalPages: 3 });
      const after = await read(`${query}&perPage=2&cursor=${first.meta.nextCursor}`);
      expect(after.ids, query).toEqual(second.ids);
    }
  });
});

describe('seen marks', () => {
  const mark = async (person: Person, chatId: string, seq: number) => {
    const answer = await api.ask(person, 'PATCH', `/chats/${chatId}/seen`, { body: { seq } });
    return answer.statusCode === 200 ? seenResponse.parse(answer.json()).data : answer.statusCode;
  };
  const unseen = async (person: Person) =>
    unseenCount.parse((await get(person, '/chats/messages/unseen-count')).json).data;

  it('move forward only, never past the end, and count my own messages apart', async () => {
    const { ana, ben, chatId } = await api.world.friends();
    for (const speaker of [ana, ben, ana, ben, ana]) await api.world.say(speaker, chatId);
    expect(await unseen(ana)).toEqual({ count: 2, chats: 1, byChat: [{ chatId, count: 2 }] });
    expect(await mark(ana, chatId, 2)).toMatchObject({ seenSeq: 2, ownAfterSeen: 2 });
    expect((await unseen(ana)).count).toBe(1);
    expect(await mark(ana, chatId, 1)).toMatchObject({ seenSeq: 2, version: 5 });
    expect(await mark(ana, chatId, 999)).toMatchObject({ seenSeq: 5, ownAfterSeen: 0 });
    expect(await unseen(ana)).toEqual({ count: 0, chats: 0, byChat: [] });
    expect((await unseen(ben)).count).toBe(3);
  });

  it('count nothing that was deleted for everyone, own messages once', async () => {
    const { ana, ben, chatId } = await api.world.friends();
    const [, , second, own] = [
      await api.world.say(ben, chatId),
      await mark(ana, chatId, 1),
      await api.world.say(ben, chatId),
      await api.world.say(ana, chatId),
      await api.world.say(ben, chatId),
    ];
    expect((await unseen(ana)).count).toBe(2);
    await api.world.verdict(ben, 'deleteMessage', { chatId, messageId: second });
    await api.world.verdict(ana, 'deleteMessage', { chatId, messageId: own });
    expect(await unseen(ana)).toEqual({ count: 1, chats: 1, byChat: [{ chatId, count: 1 }] });
    expect(await mark(ana, chatId, 4)).toMatchObject({ seenSeq: 4, ownAfterSeen: 0 });
    expect((await unseen(ana)).count).toBe(0);
  });

  it('count nothing that its member has deleted for themselves, and it again once it is back', async () => {
    const { ana, ben, chatId } = await api.world.friends();
    const seen = await api.world.say(ben, chatId);
    await mark(ana, chatId, 1);
    const messageId = await api.world.say(ben, chatId);
    const own = await api.world.say(ana, chatId);
    const hide = (id: string, hidden = true) =>
      api.world.verdict(ana, 'hideMessage', { chatId, messageId: id, hidden });
    // What was seen, and one's own, made no count before.
    await hide(seen);
    await hide(own);
    expect((await unseen(ana)).count).toBe(1);
    await hide(messageId);
    expect(await unseen(ana)).toEqual({ count: 0, chats: 0, byChat: [] });
    await hide(messageId, false);
    expect((await unseen(ana)).count).toBe(1);
    // Deleted for everyone as well: it is taken off once.
    const last = await api.world.say(ben, chatId);
    await hide(last);
    await api.world.verdict(ben, 'deleteMessage', { chatId, messageId: last });
    expect((await unseen(ana)).count).toBe(1);
  });

  it('are for members, and for real numbers', async () => {
    const { ana, chatId } = await api.world.friends();
    expect(await mark(await api.world.person('Cora'), chatId, 1)).toBe(404);
    for (const seq of [0, -1, 1.5, 2 ** 53]) expect(await mark(ana, chatId, seq)).toBe(400);
  });

  it('of muted chats count for nothing, nor from people one has blocked; to these nothing changes', async () => {
    const { ana, ben, chatId } = await api.world.friends();
    await api.world.say(ben, chatId);
    const mine = eq(memberships.id, memberId(chatId, ana.id));
    await api.world.db.update(memberships).set({ isMuted: true }).where(mine);
    expect(await unseen(ana)).toEqual({ count: 0, chats: 0, byChat: [{ chatId, count: 1 }] });
    await api.world.db.update(memberships).set({ isMuted: false }).where(mine);
    await api.world.say(ana, chatId);
    expect((await unseen(ben)).count).toBe(1);
    await api.world.block(ana, ben);
    expect(await unseen(ana)).toEqual({ count: 0, chats: 0, byChat: [] });
    expect(await unseen(ben)).toEqual({ count: 1, chats: 1, byChat: [{ chatId, count: 1 }] });
  });
});
