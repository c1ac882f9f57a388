import { and, asc, eq, inArray } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { friendshipId, newId, newUntimedId, privateChatId } from '../../protocol/index.ts';
import type { Database } from '../../server/db/database.ts';
import * as schema from '../../server/db/schema.ts';
import type { MutationOutcome } from '../../server/modules/sync/mutation.ts';
import { type Person, World } from '../../server/testing/world.ts';
import {
  ACTORS,
  type Actor,
  CHATS,
  type ChatName,
  COMMENTS,
  KEYS,
  MESSAGES,
  type Move,
  POSTS,
  type Things,
} from './batch-moves.ts';

/** A world in which moves are carried out, and whose rows are told without its own ids: two of them can be compared. */
export type BatchWorld = {
  world: World;
  ana: Person;
  ben: Person;
  /** The private chat of Ana and Ben. */
  chatId: string;
  /** @returns what the request was answered */
  run: (move: Move) => Promise<string>;
  /** All rows that moves can change. */
  dump: () => Promise<string[]>;
};

/**
 * Ana is a friend of Ben and of Cora, and all three are in a group. Dana, whom nobody knows, has sent Ana a message request.
 * In each chat is a message, in the first two a voice message as well, and there is a post. Cora has blocked Ben.
 */
export const settle = async (db: Database): Promise<BatchWorld> => {
  const world = new World(db);
  const { ana, ben, chatId } = await world.friends();
  const cora = await world.person('Cora');
  await world.befriend(ana, cora);
  const group = newId();
  const users = [ben.id, cora.id];
  await world.applied(ana, 'createChat', { id: group, type: 'GROUP', name: 'Barkada', users });
  const [{ code } = { code: null }] = await db
    .select({ code: schema.chats.uniqueCode })
    .from(schema.chats)
    .where(eq(schema.chats.id, group));
  await world.block(cora, ben);
  // Such ids are allowed for anonymous posts and under them, too.
  const postIds = Array.from({ length: POSTS }, () => newUntimedId());
  const commentIds = Array.from({ length: COMMENTS }, () => newUntimedId());
  await world.applied(ana, 'createPost', { id: postIds[0], content: 'Traffic sa EDSA' });
  const messageIds = Array.from({ length: MESSAGES }, () => newId());
  await world.applied(ana, 'sendMessage', { ...world.message(chatId), id: messageIds[0] });
  await world.applied(ben, 'sendMessage', { ...world.message(group), id: messageIds[1] });
  const dana = await world.person('Dana');
  await world.lookUp(dana, ana);
  const request = privateChatId(ana.id, dana.id);
  const asking = { ...world.message(request), id: messageIds[2], recipientId: ana.id };
  await world.applied(dana, 'sendMessage', asking);
  const sentAt = world.clock.now();
  for (const { id: userId } of [ana, ben])
    await db.insert(schema.pushMarks).values({ userId, tag: 'friend', sentAt, url: '/people' });
  // Requests of hers and to her.
  await world.applied(dana, 'requestFriend', { uniqueCode: ben.uniqueCode });
  await world.applied(cora, 'requestFriend', { uniqueCode: dana.uniqueCode });
  const chatIds: Record<ChatName, string> = { pair: chatId, group, request };
  const voices = CHATS.map(() => newId());
  const sounds = CHATS.map(() => newId());
  for (const [index, chat] of [chatId, group].entries()) {
    const sound = at(sounds, index);
    await world.applied(ben, 'sendMessage', {
      ...{ id: voices[index], chatId: chat, files: [sound], writtenAt: world.clock.now().toISOString() },
      voices: { [sound]: { durationMs: 4_000, waveform: 'AZ09az+/'.repeat(8) } },
    });
  }
  const people: Record<Actor, Person> = { ana, ben, cora, dana };
  const keys = Array.from({ length: KEYS }, () => newId());
  const things: Things = {
    person: (actor) => people[actor].id,
    chat: (name) => chatIds[name],
    message: (index) => at(messageIds, index),
    voice: (of) => at(voices, CHATS.indexOf(of)),
    friendship: (a, b) => friendshipId(people[a].id, people[b].id),
    post: (index) => at(postIds, index),
    comment: (index) => at(commentIds, index),
    now: () => world.clock.now().toISOString(),
  };
  const pairs = ACTORS.flatMap((a) => ACTORS.map((b): [Actor, Actor] => [a, b]));
  const names: [string, string][] = [
    ...pairs.map(([a, b]): [string, string] => [
      things.friendship(a, b),
      `tie of ${[a, b].toSorted(compare).join(' and ')}`,
    ]),
    ...ACTORS.map((actor): [string, string] => [people[actor].id, actor]),
    ...ACTORS.map((actor): [string, string] => [people[actor].uniqueCode, `code of ${actor}`]),
    ...CHATS.map((name): [string, string] => [chatIds[name], name]),
    [privateChatId(ana.id, cora.id), 'other pair'],
    [code ?? '', 'code'],
    ...numbered('post', postIds),
    ...numbered('comment', commentIds),
    ...numbered('message', messageIds),
    ...numbered('voice message', voices),
    ...numbered('sound', sounds),
    ...numbered('key', keys),
  ];
  /** As text, with names in place of this world's own ids. */
  const toText = (value: unknown): string => {
    const text = JSON.stringify(value).replaceAll(/"alias":"[^"]+"/g, '"alias":"one"');
    return names.reduce((told, [id, name]) => told.replaceAll(id, name), text);
  };
  const told = (outcome: MutationOutcome): string => {
    if (outcome.status === 'applied') return toText([outcome.vector, outcome.entries, outcome.isReplay]);
    return toText(outcome);
  };
  const run = (move: Move): Promise<string> => {
    const keyed = { id: at(keys, move.key), lane: 'one' };
    return world
      .run(people[move.actor], move.name, move.argsIn(things, move.actor), keyed)
      .then(told, String);
  };
  const dump = async (): Promise<string[]> => {
    const everybody = Object.values(people).map(({ id }) => id);
    const chats = Object.values(chatIds);
    const tables: Record<string, unknown[]> = {
      chats: await db
        .select({
          lastSeq: schema.chats.lastSeq,
          requestedBy: schema.chats.requestedBy,
          version: schema.chats.version,
        })
        .from(schema.chats)
        .where(inArray(schema.chats.id, chats))
        .orderBy(asc(schema.chats.type)),
      places: await rowsOf(db, schema.memberships, schema.memberships.userId, everybody),
      messages: await db
        .select()
        .from(schema.messages)
        .where(and(inArray(schema.messages.chatId, chats), eq(schema.messages.kind, 'user'))),
      hiddenMessages: await rowsOf(db, schema.hiddenMessages, schema.hiddenMessages.userId, everybody),
      people: await rowsOf(db, schema.users, schema.users.id, everybody),
      pushMarks: await rowsOf(db, schema.pushMarks, schema.pushMarks.userId, everybody),
      friendships: await rowsOf(db, schema.friendships, schema.friendships.requesterId, everybody),
      rejections: await rowsOf(db, schema.friendRejections, schema.friendRejections.requesterId, everybody),
      blocks: await rowsOf(db, schema.blocks, schema.blocks.blockerId, everybody),
      mutes: await rowsOf(db, schema.authorMutes, schema.authorMutes.userId, everybody),
      stars: await rowsOf(db, schema.starredMessages, schema.starredMessages.userId, everybody),
      posts: await rowsOf(db, schema.posts, schema.posts.id, postIds),
      comments: await rowsOf(db, schema.comments, schema.comments.id, commentIds),
      likes: await rowsOf(db, schema.likes, schema.likes.postId, postIds),
      hides: await rowsOf(db, schema.hiddenPosts, schema.hiddenPosts.postId, postIds),
      verdicts: (await db.select().from(schema.mutations).where(inArray(schema.mutations.id, keys))).map(
        (row) => ({ ...row, bodyHash: null }),
      ),
      log: await rowsOf(db, schema.scopeLog, schema.scopeLog.mutationId, keys),
    };
    return Object.entries(tables).map(
      ([table, rows]) => `${table} ${JSON.stringify(rows.map(toText).toSorted())}`,
    );
  };
  return { world, ana, ben, chatId, run, dump };
};

const compare = (a: string, b: string): number => (a < b ? -1 : 1);

const at = (list: readonly string[], index: number): string => list[index] ?? newId();

const numbered = (name: string, ids: readonly string[]): [string, string][] =>
  ids.map((id, index) => [id, `${name} ${index}`]);

const rowsOf = async (
  db: Database,
  table: PgTable,
  column: PgColumn,
  ids: readonly string[],
): Promise<unknown[]> =>
  db
    .select()
    .from(table)
    .where(inArray(column, [...ids]));
