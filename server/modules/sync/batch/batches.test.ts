import { and, asc, eq, inArray } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MutationName, memberId, newId, privateChatId } from '../../../../protocol/index.ts';
import { chats, likes, memberships, messages, mutations, posts, scopeLog } from '../../../db/schema.ts';
import { type OpenedDatabase, openMemoryDatabase } from '../../../testing/open-database.ts';
import { type Person, World } from '../../../testing/world.ts';
import type { MutationOutcome } from '../mutation.ts';

let opened: OpenedDatabase;
beforeAll(async () => {
  opened = await openMemoryDatabase();
});
afterAll(() => opened.close());

const ACTORS = ['ana', 'ben', 'cora'] as const;
type Actor = (typeof ACTORS)[number];
/** Places in lists of ids that each world chooses for itself. */
type Move = { actor: Actor; key: number; isGroup: boolean } & (
  | { name: 'sendMessage'; message: number; replyTo: number | null; mentions: Actor[] }
  | { name: 'markSeen'; seq: number }
  | { name: 'reactToMessage'; message: number; emoji: string | null }
  | { name: 'editMessage'; message: number; content: string }
  | { name: 'setLike'; liked: boolean | null }
);

const MESSAGES = 5;
const message = fc.nat(MESSAGES - 1);
const common = { actor: fc.constantFrom(...ACTORS), key: fc.nat(11), isGroup: fc.boolean() };
const move: fc.Arbitrary<Move> = fc.oneof(
  fc.record({
    ...common,
    ...{ name: fc.constant('sendMessage' as const), message },
    replyTo: fc.option(message, { freq: 3 }),
    mentions: fc.uniqueArray(fc.constantFrom(...ACTORS), { maxLength: 2 }),
  }),
  fc.record({ ...common, name: fc.constant('markSeen' as const), seq: fc.integer({ min: 1, max: 6 }) }),
  fc.record({
    ...common,
    ...{ name: fc.constant('reactToMessage' as const), message },
    emoji: fc.constantFrom(null, '👍', '😂'),
  }),
  fc.record({
    ...common,
    ...{ name: fc.constant('editMessage' as const), message },
    content: fc.constantFrom('Kumusta?', 'Nasa bus ako.'),
  }),
  fc.record({
    ...common,
    name: fc.constant('setLike' as const),
    liked: fc.constantFrom(null, true, false),
  }),
);

/** Three people with ids of their own: Ana is a friend of Ben and of Cora, and all three are in a group. */
const settle = async () => {
  const world = new World(opened.db);
  const { ana, ben, chatId } = await world.friends();
  const cora = await world.person('Cora');
  await world.befriend(ana, cora);
  const group = newId();
  const users = [ben.id, cora.id];
  await world.applied(ana, 'createChat', { id: group, type: 'GROUP', name: 'Barkada', users });
  const [{ code = '' } = {}] = await world.db
    .select({ code: chats.uniqueCode })
    .from(chats)
    .where(eq(chats.id, group));
  const postId = newId();
  await world.applied(ana, 'createPost', { id: postId, content: 'Traffic sa EDSA' });
  const people: Record<Actor, Person> = { ana, ben, cora };
  const messageIds = Array.from({ length: MESSAGES }, () => newId());
  const keys = Array.from({ length: 12 }, () => newId());
  const run = (made: Move): Promise<string> => {
    const chat = made.isGroup ? group : chatId;
    const args = argsOf(made, chat);
    const request = { id: keys[made.key] ?? newId(), lane: `chat:${chat}` };
    return world.run(people[made.actor], made.name satisfies MutationName, args, request).then(
      (outcome) => told(outcome),
      (error: unknown) => String(error),
    );
  };
  const argsOf = (made: Move, chat: string): Record<string, unknown> => {
    switch (made.name) {
      case 'sendMessage':
        return {
          ...{ id: messageIds[made.message], chatId: chat, content: 'Kumusta?' },
          writtenAt: world.clock.now().toISOString(),
          ...(made.replyTo === null ? {} : { replyToId: messageIds[made.replyTo] }),
          mentions: made.mentions.map((actor) => people[actor].id),
        };
      case 'markSeen':
        return { chatId: chat, seq: made.seq };
      case 'reactToMessage':
        return { chatId: chat, messageId: messageIds[made.message], emoji: made.emoji };
      case 'editMessage':
        return { chatId: chat, messageId: messageIds[made.message], content: made.content };
      case 'setLike':
        return { postId, ...(made.liked === null ? {} : { liked: made.liked }) };
    }
  };
  const told = (outcome: MutationOutcome): string => {
    if (outcome.status === 'applied') return named([outcome.vector, outcome.entries, outcome.isReplay]);
    return named(outcome);
  };
  /** As text, with names in place of this world's own ids. */
  const named = (value: unknown): string => {
    const names: [string, string][] = [
      ...ACTORS.map((actor): [string, string] => [people[actor].id, actor]),
      ...ACTORS.map((actor): [string, string] => [people[actor].uniqueCode, `code of ${actor}`]),
      [chatId, 'pair'],
      [privateChatId(ana.id, cora.id), 'other pair'],
      [group, 'group'],
      [postId, 'post'],
      [code ?? '', 'code'],
      ...messageIds.map((id, index): [string, string] => [id, `message ${index}`]),
      ...keys.map((id, index): [string, string] => [id, `key ${index}`]),
    ];
    return names.reduce((text, [id, name]) => text.replaceAll(id, name), JSON.stringify(value));
  };
  const dump = async (): Promise<string[]> => {
    const { db } = world;
    const both = [chatId, group];
    const places = both.flatMap((chat) => ACTORS.map((actor) => memberId(chat, people[actor].id)));
    const rows = {
      chats: await db
        .select({ lastSeq: chats.lastSeq, version: chats.version })
        .from(chats)
        .where(inArray(chats.id, both))
        .orderBy(asc(chats.type)),
      places: (await db.select().from(memberships).where(inArray(memberships.id, places))).map((row) =>
        named(row),
      ),
      messages: (
        await db
          .select()
          .from(messages)
          .where(and(inArray(messages.chatId, both), eq(messages.kind, 'user')))
      ).map((row) => named(row)),
      posts: (await db.select().from(posts).where(eq(posts.id, postId))).map((row) => named(row)),
      likes: (await db.select().from(likes).where(eq(likes.postId, postId))).map((row) => named(row)),
      verdicts: (await db.select().from(mutations).where(inArray(mutations.id, keys))).map((row) =>
        named({ ...row, bodyHash: null }),
      ),
      log: (await db.select().from(scopeLog).where(inArray(scopeLog.mutationId, keys))).map((row) =>
        named(row),
      ),
    };
    return Object.entries(rows).map(
      ([table, found]) => `${table} ${JSON.stringify(found.map((row) => JSON.stringify(row)).toSorted())}`,
    );
  };
  return { world, run, dump, ana, ben, chatId };
};

it('any grouping gives the rows, the verdicts, the answers and the log of one by one', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(move, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 }),
      async (groups) => {
        const [single, grouped] = [await settle(), await settle()];
        const expected: string[] = [];
        for (const one of groups.flat()) expected.push(await single.run(one));
        const answers: string[] = [];
        for (const group of groups) answers.push(...(await Promise.all(group.map(grouped.run))));
        expect(answers).toEqual(expected);
        expect(await grouped.dump()).toEqual(await single.dump());
        expect(grouped.world.commits.length).toBe(single.world.commits.length);
      },
    ),
    { seed: 31, numRuns: 40 },
  );
}, 120_000);

it('refuses a mutation that cannot be written by itself, and its neighbours stand', async () => {
  const { world, ana, chatId } = await settle();
  const run = (lane: string) => world.run(ana, 'sendMessage', world.message(chatId), { lane });
  const ends = await Promise.allSettled([run('a'), run('b\u0000'), run('c')]);
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await world.db.$count(messages, eq(messages.chatId, chatId))).toBe(2);
});

it('lets what follows a first message, which makes its chat, come after it', async () => {
  const { world, ben, ana } = await settle();
  const dana = await world.person('Dana');
  await world.applied(ben, 'requestFriend', { uniqueCode: dana.uniqueCode });
  const chatId = privateChatId(ben.id, dana.id);
  const keys = [newId(), newId(), newId()];
  const sent = keys.map((id, index) =>
    world.run(
      ben,
      'sendMessage',
      { ...world.message(chatId), recipientId: dana.id },
      {
        ...{ id, lane: `chat:${chatId}` },
        prev: keys[index - 1] ?? null,
      },
    ),
  );
  const others = [world.run(ana, 'sendMessage', world.message(privateChatId(ana.id, ben.id)))];
  const ends = await Promise.all([...sent, ...others]);
  expect(ends.map(({ status }) => status)).toEqual(['applied', 'applied', 'applied', 'applied']);
  const stored = await world.db
    .select({ seq: messages.seq })
    .from(messages)
    .where(eq(messages.chatId, chatId))
    .orderBy(asc(messages.seq));
  expect(stored.map(({ seq }) => seq)).toEqual([1, 2, 3]);
});
