import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, searchResponse } from '../../../protocol/index.ts';
import { holdsTheLaw } from '../../../test/support/search-law.ts';
import { messages, posts, users } from '../../db/schema.ts';
import { messageWords, personWords, postWords } from '../../db/schema-search.ts';
import { openApi } from '../../testing/api.ts';
import { groupOf, requestOf } from '../../testing/chat-stories.ts';
import type { Person } from '../../testing/world.ts';
import { readWords } from './read-words.ts';

let api: Awaited<ReturnType<typeof openApi>>;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

const search = async (person: Person, query: Record<string, string>) => {
  const words = new URLSearchParams(query);
  const answer = await api.ask(person, 'GET', `/search?${words}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return searchResponse.parse(answer.json());
};
const texts = async (person: Person, query: Record<string, string> | string) => {
  const asked = typeof query === 'string' ? { search: query } : query;
  const { data } = await search(person, { kind: 'messages', ...asked });
  return data.messages.map(({ content }) => content);
};
/** Every answer twice: before and after the server has read the words. */
const bothTimes = async (ask: () => Promise<unknown>, expected: unknown) => {
  expect(await ask()).toEqual(expected);
  await readWords(api.world.db);
  expect(await ask()).toEqual(expected);
};

describe('messages', () => {
  it('are found by words, as on the device: by their beginnings, without accents and case', async () => {
    const { ana, ben, chatId } = await api.world.friends();
    await api.world.say(ana, chatId, 'Kita tayo sa Niño bukas');
    await api.world.say(ben, chatId, "Oo, d'yan lang https://tambay.example/kapihan");
    await api.world.say(ben, chatId, '東京都は大きい');
    const cases: [string, number][] = [
      ['NINO', 0],
      ['kit buk', 0],
      ['ita', -1],
      ['dyan', 1],
      ['tambay', 1],
      ['京都', 2],
      ['京東', -1],
      ['sa k', 0],
    ];
    const all = [
      'Kita tayo sa Niño bukas',
      "Oo, d'yan lang https://tambay.example/kapihan",
      '東京都は大きい',
    ];
    const ask = () => Promise.all(cases.map(([typed]) => texts(ana, typed)));
    await bothTimes(
      ask,
      cases.map(([, at]) => (at < 0 ? [] : [all[at]])),
    );
  });

  it('are those of my own chats alone, from when I came on, and of no chat that I have left', async () => {
    const { ana, ben, cora, dan, chatId } = await groupOf(api.world);
    await api.world.say(ben, chatId, 'sikreto noon');
    await api.world.applied(ana, 'addMember', { chatId, userId: cora.id });
    await api.world.say(ben, chatId, 'sikreto ngayon');
    await bothTimes(
      () => Promise.all([ben, cora, dan].map((one) => texts(one, 'sikreto'))),
      [['sikreto ngayon', 'sikreto noon'], ['sikreto ngayon'], []],
    );
    await api.world.applied(cora, 'leaveChat', { chatId });
    expect(await texts(cora, 'sikreto')).toEqual([]);
    for (const person of [cora, dan])
      expect((await api.ask(person, 'GET', `/search?search=sikreto&chatId=${chatId}`)).statusCode).toBe(404);
    expect((await api.ask(null, 'GET', '/search?search=sikreto')).statusCode).toBe(401);
  });

  it('of a public chat are found by anybody who names the chat, and elsewhere by its members', async () => {
    const { ana, dan, chatId } = await groupOf(api.world, 'PUBLIC');
    await api.world.say(ana, chatId, 'bukas ang plasa');
    expect(await texts(dan, 'plasa')).toEqual([]);
    expect(await texts(dan, { search: 'plasa', chatId })).toEqual(['bukas ang plasa']);
    expect(await texts(ana, 'plasa')).toEqual(['bukas ang plasa']);
  });

  it('are not there once they were deleted, hidden or cleared, and are found by what they say now', async () => {
    const { ana, ben, chatId } = await api.world.friends();
    const say = async (content: string) => {
      const { id } = api.world.message(chatId);
      await api.world.applied(ana, 'sendMessage', { ...api.world.message(chatId), id, content });
      return id;
    };
    const [gone, hidden, edited] = [
      await say('manok una'),
      await say('manok dalawa'),
      await say('manok tatlo'),
    ];
    await readWords(api.world.db);
    await api.world.applied(ana, 'deleteMessage', { chatId, messageId: gone });
    await api.world.applied(ben, 'hideMessage', { chatId, messageId: hidden, hidden: true });
    await api.world.applied(ana, 'editMessage', { chatId, messageId: edited, content: 'isda tatlo' });
    await bothTimes(
      () => Promise.all([texts(ana, 'manok'), texts(ben, 'manok'), texts(ben, 'isda')]),
      [['manok dalawa'], [], ['isda tatlo']],
    );
    expect(await api.world.db.$count(messageWords, eq(messageWords.messageId, gone))).toBe(0);
    const [{ seq } = { seq: 0 }] = await api.world.db
      .select({ seq: messages.seq })
      .from(messages)
      .where(eq(messages.id, edited));
    await api.world.applied(ben, 'clearChat', { chatId, seq: seq ?? 0 });
    expect(await texts(ben, 'isda')).toEqual([]);
    expect(await texts(ana, 'isda')).toEqual(['isda tatlo']);
  });

  it('stay found across a block, as they stay in the chat; those of a declined request do not', async () => {
    const { ana, ben, chatId } = await api.world.friends();
    await api.world.say(ben, chatId, 'tagpuan natin');
    await api.world.block(ana, ben);
    await bothTimes(() => texts(ana, 'tagpuan'), ['tagpuan natin']);
    const { olga, pia, chatId: asked } = await requestOf(api.world);
    await api.world.say(pia, asked, 'kilala mo ba ako');
    expect(await texts(olga, 'kilala')).toEqual(['kilala mo ba ako']);
    await api.world.applied(olga, 'answerMessageRequest', { chatId: asked, isAccepted: false });
    expect(await texts(olga, 'kilala')).toEqual([]);
    expect(await texts(pia, 'kilala')).toEqual(['kilala mo ba ako']);
  });

  it('can be asked for by sender, by what they have, and by time, with words or without', async () => {
    const { ana, ben, chatId } = await api.world.friends();
    await api.world.say(ana, chatId, 'resibo https://tambay.example/1');
    api.world.clock.advance(60_000);
    const between = api.world.clock.now().toISOString();
    api.world.clock.advance(60_000);
    await api.world.say(ben, chatId, 'resibo lang');
    await api.world.applied(ben, 'sendMessage', { ...api.world.message(chatId, ''), images: [newId()] });
    await bothTimes(
      () =>
        Promise.all([
          texts(ana, { search: 'resibo', senderId: ben.id }),
          texts(ana, { has: 'link', chatId }),
          texts(ana, { has: 'media' }),
          texts(ana, { has: 'voice', chatId }),
          texts(ana, { search: 'resibo', since: between }),
          texts(ana, { search: 'resibo', until: between }),
          texts(ana, { search: '', senderId: ana.id, chatId }),
        ]),
      [
        ['resibo lang'],
        ['resibo https://tambay.example/1'],
        [''],
        [],
        ['resibo lang'],
        ['resibo https://tambay.example/1'],
        ['resibo https://tambay.example/1'],
      ],
    );
    // Nothing that narrows it down finds nothing, and does not look through everything.
    expect(await texts(ana, { search: '' })).toEqual([]);
    expect(await texts(ana, 'r')).toEqual([]);
    expect(await texts(ana, '!?')).toEqual([]);
    expect(await texts(ana, { search: '!?', senderId: ben.id })).toEqual([]);
  });

  it('come page by page, each once, with those whom they name', async () => {
    const { ana, ben, chatId } = await api.world.friends();
    for (let n = 0; n < 70; n += 1) await api.world.say(n % 2 ? ana : ben, chatId, `pila ${n}`);
    await readWords(api.world.db);
    for (let n = 70; n < 75; n += 1) await api.world.say(ana, chatId, `pila ${n}`);
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const { data, meta } = await search(ana, {
        search: 'pila',
        kind: 'messages',
        ...(cursor ? { cursor } : {}),
      });
      found.push(...data.messages.map(({ content }) => content ?? ''));
      expect(new Set(meta.people.map(({ id }) => id))).toEqual(new Set([ana.id, ben.id]));
      cursor = meta.nextCursor ?? undefined;
    } while (cursor);
    expect(found).toEqual(Array.from({ length: 75 }, (_, n) => `pila ${74 - n}`));
    const other = await search(ana, { search: 'pila', kind: 'messages' });
    const answer = await api.ask(
      ana,
      'GET',
      `/search?search=iba&kind=messages&cursor=${other.meta.nextCursor}`,
    );
    expect(answer.json()).toMatchObject({ code: 'validation', errors: [{ field: 'cursor' }] });
  });
});

it('finds what a device would find by reading every message', { timeout: 120_000 }, () =>
  holdsTheLaw(api.world.db),
);

describe('people', () => {
  const names = async (person: Person, typed: string) =>
    (await search(person, { search: typed, kind: 'people' })).data.people.map(({ id }) => id);

  it('are friends, those in common chats and named authors of public posts, and nobody else', async () => {
    const { ana, ben, cora, dan, chatId } = await groupOf(api.world);
    for (const [person, firstName] of [
      [ben, 'Zosimo'],
      [cora, 'Zosima'],
      [dan, 'Zosimus'],
    ] as const)
      await api.world.db.update(users).set({ firstName }).where(eq(users.id, person.id));
    await bothTimes(
      () => Promise.all([names(ana, 'zosim'), names(cora, 'zosim'), names(dan, 'zosim')]),
      [[cora.id, ben.id], [], []],
    );
    // By names alone: codes are not to be guessed.
    expect(await names(ana, ben.uniqueCode.slice(0, 6))).toEqual([]);
    await api.world.applied(dan, 'createPost', { id: newId(), content: 'kumusta po', privacy: 'PUBLIC' });
    expect(await names(cora, 'zosim')).toEqual([dan.id]);
    await api.world.block(cora, dan);
    expect([await names(cora, 'zosim'), await names(ana, 'zosimus')]).toEqual([[], [dan.id]]);
    await api.world.applied(ana, 'addMember', { chatId, userId: cora.id });
    expect(await names(ben, 'zosima')).toEqual([cora.id]);
    await api.world.db.update(users).set({ deletedAt: api.world.clock.now() }).where(eq(users.id, cora.id));
    expect(await names(ben, 'zosima')).toEqual([]);
    expect(await api.world.db.$count(personWords, eq(personWords.userId, cora.id))).toBe(0);
  });

  it('are not given away by an anonymous or a private post', async () => {
    const [ana, dan] = [await api.world.person('Ana'), await api.world.person('Wilhelmina')];
    const post = { content: 'walang pangalan', privacy: 'PUBLIC' };
    await api.world.applied(dan, 'createPost', { ...post, id: crypto.randomUUID(), anonymous: true });
    await api.world.applied(dan, 'createPost', { ...post, id: newId(), privacy: 'PRIVATE' });
    await bothTimes(() => names(ana, 'wilhelm'), []);
    const { data } = await search(ana, { search: 'pangalan', kind: 'posts' });
    expect(data.posts.map(({ author, creatorId }) => [author.kind, creatorId])).toEqual([
      ['anonymous', null],
    ]);
  });
});

describe('posts', () => {
  it('are those that I may read and have not hidden, by what they say now', async () => {
    const [ana, ben] = [await api.world.person('Ana'), await api.world.person('Ben')];
    const post = async (content: string, privacy = 'PUBLIC') => {
      const id = newId();
      await api.world.applied(ben, 'createPost', { id, content, privacy });
      return id;
    };
    const open = await post('pista ng bayan');
    const secret = await post('pista sa bahay', 'PRIVATE');
    const hidden = await post('pista kahapon');
    const gone = await post('pista noon');
    await readWords(api.world.db);
    await api.world.applied(ana, 'hidePost', { postId: hidden, hidden: true });
    await api.world.applied(ben, 'deletePost', { id: gone });
    const ids = async (person: Person, typed: string) =>
      (await search(person, { search: typed, kind: 'posts' })).data.posts.map(({ id }) => id);
    await bothTimes(
      () => Promise.all([ids(ana, 'pista'), ids(ben, 'PISTA')]),
      [[open], [hidden, secret, open]],
    );
    await api.world.applied(ben, 'updatePost', { id: open, content: 'lamay', privacy: 'PUBLIC' });
    await bothTimes(() => Promise.all([ids(ana, 'pista'), ids(ana, 'lamay')]), [[], [open]]);
    await api.world.block(ben, ana);
    expect(await ids(ana, 'lamay')).toEqual([]);
    await api.world.db.update(posts).set({ purgedAt: api.world.clock.now() }).where(eq(posts.id, gone));
    expect(await api.world.db.$count(postWords, eq(postWords.postId, gone))).toBe(0);
  });
});
