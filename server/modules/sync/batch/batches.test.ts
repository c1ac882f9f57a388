import { randomBytes } from 'node:crypto';
import { and, asc, eq, inArray } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type MutationName,
  memberId,
  newId,
  newUntimedId,
  privateChatId,
} from '../../../../protocol/index.ts';
import { afterCommit } from '../../../db/database.ts';
import {
  chats,
  comments,
  hiddenPosts,
  likes,
  memberships,
  messages,
  mutations,
  posts,
  pushSubscriptions,
  scopeLog,
  sessions,
} from '../../../db/schema.ts';
import { withRequestId } from '../../../request-context.ts';
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
  | { name: 'clearChat'; seq: number }
  | { name: 'setChatPreferences'; isMuted: boolean; isArchived: boolean }
  | { name: 'reactToMessage'; message: number; emoji: string | null }
  | { name: 'editMessage'; message: number; content: string; mentions: Actor[] | null }
  | ({ name: 'setLike'; liked: boolean | null } & UnderPost)
  | ({ name: 'hidePost'; hidden: boolean } & UnderPost)
  | ({ name: 'createPost'; anonymous: boolean } & UnderPost)
  | ({ name: 'updatePost'; content: string; privacy: 'PUBLIC' | 'PRIVATE' } & UnderPost)
  | ({ name: 'deletePost'; soft: true } & UnderPost)
  | ({ name: 'restorePost' } & UnderPost)
  | ({ name: 'createComment'; comment: number; parent: number | null } & UnderPost)
  | ({ name: 'updateComment'; comment: number; content: string } & UnderPost)
  | ({ name: 'deleteComment'; comment: number } & UnderPost)
);
type UnderPost = { post: number };

const MESSAGES = 5;
/** The first is there from the beginning. */
const POSTS = 3;
const COMMENTS = 4;
const post = fc.nat(POSTS - 1);
const comment = fc.nat(COMMENTS - 1);
const words = fc.constantFrom('Kumusta?', 'Nasa bus ako.');
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
  fc.record({ ...common, name: fc.constant('clearChat' as const), seq: fc.nat(6) }),
  fc.record({
    ...common,
    ...{ name: fc.constant('setChatPreferences' as const), isMuted: fc.boolean() },
    isArchived: fc.boolean(),
  }),
  fc.record({
    ...common,
    ...{ name: fc.constant('reactToMessage' as const), message },
    emoji: fc.constantFrom(null, '👍', '😂'),
  }),
  fc.record({
    ...common,
    ...{ name: fc.constant('editMessage' as const), message },
    content: fc.constantFrom('Kumusta?', 'Nasa bus ako.'),
    mentions: fc.option(fc.uniqueArray(fc.constantFrom(...ACTORS), { maxLength: 2 })),
  }),
  fc.record({
    ...common,
    ...{ name: fc.constant('setLike' as const), post },
    liked: fc.constantFrom(null, true, false),
  }),
  fc.record({ ...common, name: fc.constant('hidePost' as const), post, hidden: fc.boolean() }),
  fc.record({ ...common, name: fc.constant('createPost' as const), post, anonymous: fc.boolean() }),
  fc.record({
    ...common,
    ...{ name: fc.constant('updatePost' as const), post, content: words },
    privacy: fc.constantFrom('PUBLIC' as const, 'PRIVATE' as const),
  }),
  // To purge one is prepared, and so comes after the others of its batch.
  fc.record({ ...common, name: fc.constant('deletePost' as const), post, soft: fc.constant(true) }),
  fc.record({ ...common, name: fc.constant('restorePost' as const), post }),
  fc.record({
    ...common,
    ...{ name: fc.constant('createComment' as const), post, comment },
    parent: fc.option(comment, { freq: 2 }),
  }),
  fc.record({ ...common, name: fc.constant('updateComment' as const), post, comment, content: words }),
  fc.record({ ...common, name: fc.constant('deleteComment' as const), post, comment }),
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
  await world.block(cora, ben);
  // Such ids are allowed for anonymous posts and under them, too.
  const postIds = Array.from({ length: POSTS }, () => newUntimedId());
  const commentIds = Array.from({ length: COMMENTS }, () => newUntimedId());
  await world.applied(ana, 'createPost', { id: postIds[0], content: 'Traffic sa EDSA' });
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
      case 'clearChat':
        return { chatId: chat, seq: made.seq };
      case 'setChatPreferences':
        return { chatId: chat, isMuted: made.isMuted, isArchived: made.isArchived };
      case 'reactToMessage':
        return { chatId: chat, messageId: messageIds[made.message], emoji: made.emoji };
      case 'editMessage':
        return {
          ...{ chatId: chat, messageId: messageIds[made.message], content: made.content },
          ...(made.mentions === null ? {} : { mentions: made.mentions.map((actor) => people[actor].id) }),
        };
      case 'setLike':
        return { postId: postIds[made.post], ...(made.liked === null ? {} : { liked: made.liked }) };
      case 'hidePost':
        return { postId: postIds[made.post], hidden: made.hidden };
      case 'createPost':
        return { id: postIds[made.post], content: 'Kumusta?', anonymous: made.anonymous };
      case 'updatePost':
        return { id: postIds[made.post], content: made.content, privacy: made.privacy };
      case 'deletePost':
        return { id: postIds[made.post], soft: made.soft };
      case 'restorePost':
        return { id: postIds[made.post] };
      case 'createComment':
        return {
          ...{ id: commentIds[made.comment], postId: postIds[made.post], content: 'Kumusta?' },
          ...(made.parent === null ? {} : { parentId: commentIds[made.parent] }),
        };
      case 'updateComment':
        return { id: commentIds[made.comment], postId: postIds[made.post], content: made.content };
      case 'deleteComment':
        return { id: commentIds[made.comment], postId: postIds[made.post] };
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
      ...postIds.map((id, index): [string, string] => [id, `post ${index}`]),
      ...commentIds.map((id, index): [string, string] => [id, `comment ${index}`]),
      [code ?? '', 'code'],
      ...messageIds.map((id, index): [string, string] => [id, `message ${index}`]),
      ...keys.map((id, index): [string, string] => [id, `key ${index}`]),
    ];
    const text = JSON.stringify(value).replaceAll(/"alias":"[^"]+"/g, '"alias":"one"');
    return names.reduce((told, [id, name]) => told.replaceAll(id, name), text);
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
      posts: (await db.select().from(posts).where(inArray(posts.id, postIds))).map((row) => named(row)),
      comments: (await db.select().from(comments).where(inArray(comments.id, commentIds))).map((row) =>
        named(row),
      ),
      likes: (await db.select().from(likes).where(inArray(likes.postId, postIds))).map((row) => named(row)),
      hides: (await db.select().from(hiddenPosts).where(inArray(hiddenPosts.postId, postIds))).map((row) =>
        named(row),
      ),
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
}, 300_000);

it('refuses a mutation that cannot be written by itself, and its neighbours stand', async () => {
  const { world, ana, chatId } = await settle();
  const run = (lane: string) => world.run(ana, 'sendMessage', world.message(chatId), { lane });
  const ends = await Promise.allSettled([run('a'), run('b\u0000'), run('c')]);
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await world.db.$count(messages, eq(messages.chatId, chatId))).toBe(2);
});

/** Each of them has a device to push to: without one a message sends no job. */
const makeReachable = async (world: World, people: readonly Person[]): Promise<void> => {
  const at = world.clock.now();
  const times = { createdAt: at, lastUsedAt: at, expiresAt: at };
  for (const { id: userId } of people) {
    const sessionId = newId();
    await world.db
      .insert(sessions)
      .values({ id: sessionId, userId, tokenHash: randomBytes(32), deviceName: 'Telepono', ...times });
    await world.db
      .insert(pushSubscriptions)
      .values({ auth: newId(), id: newId(), userId, sessionId, createdAt: at });
  }
};

it('sends jobs as part of the request that caused them, not of the one that began the batch', async () => {
  const { world, ana, ben, chatId } = await settle();
  const send = (person: Person, requestId: string) =>
    withRequestId(requestId, () =>
      world.run(person, 'sendMessage', world.message(chatId), { lane: requestId }),
    );
  await makeReachable(world, [ana, ben]);
  await Promise.all([send(ana, 'of Ana'), send(ben, 'of Ben')]);
  expect(new Set(world.sentJobs.map(({ requestId }) => requestId))).toEqual(new Set(['of Ana', 'of Ben']));
});

it('acts on a job that a batch sends only once the batch is committed', async () => {
  const { world, ana, ben, chatId } = await settle();
  await makeReachable(world, [ben]);
  const order: string[] = [];
  world.services.jobs.send = async () => {
    afterCommit(() => order.push('worker notified'));
    order.push('sent');
  };
  await world.applied(ana, 'sendMessage', world.message(chatId));
  expect(order).toEqual(['sent', 'worker notified']);
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
