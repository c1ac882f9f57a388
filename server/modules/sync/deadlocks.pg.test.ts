import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { type MutationName, mutations, newId, privateChatId, z } from '../../../protocol/index.ts';
import { hasPostgres } from '../../../test/support/services.ts';
import { useTestPostgres } from '../../../test/support/test-postgres.ts';
import { posts } from '../../db/schema.ts';
import { type Person, World } from '../../testing/world.ts';
import { createBatches } from './batch/batches.ts';
import { runCommand } from './run-command.ts';

const SECONDS = Number(process.env['WRITE_SECONDS'] ?? 5);
const WRITERS = 16;
const counted = z.object({ rows: z.array(z.object({ count: z.coerce.number() })) });

describe.skipIf(!hasPostgres)('on PostgreSQL', () => {
  const postgres = useTestPostgres();

  it(`sixteen writers on two nodes for ${SECONDS} s, in one chat, across chats and under posts, meet no deadlock`, {
    timeout: (SECONDS + 120) * 1_000,
  }, async () => {
    const world = new World(postgres.opened.db);
    const people = await Promise.all(Array.from({ length: 4 }, () => world.person('Ana')));
    const [owner] = people;
    if (!owner) throw new Error('There are people.');
    const others = people.slice(1);
    for (const other of others) await world.befriend(owner, other);
    const groupId = newId();
    const users = others.map(({ id }) => id);
    await world.applied(owner, 'createChat', { id: groupId, type: 'GROUP', name: 'Barkada', users });
    // One message in each chat, of the owner's, that everybody there marks and the owner changes.
    const said = new Map<string, string>();
    for (const chatId of [groupId, ...chatsOf(owner, owner, others)])
      said.set(chatId, await world.say(owner, chatId));
    const postIds = [newId(), newId()];
    for (const id of postIds) await world.applied(owner, 'createPost', { id, content: 'Traffic sa EDSA' });
    // Two processes with queues of their own: only the database keeps their batches apart.
    const nodes = [createBatches(2), createBatches(2)].map((batches) => ({ ...world.services, batches }));
    const endsAt = performance.now() + SECONDS * 1_000;
    let done = 0;
    let comments = 0;

    const write = async (index: number): Promise<void> => {
      const actor = people[index % people.length];
      const services = nodes[index % nodes.length];
      if (!actor || !services) throw new Error('There is one for each writer.');
      const run = async (name: MutationName, args: object, lane: string): Promise<void> => {
        const { version } = mutations[name];
        const request = { userId: actor.id, id: newId(), name, version, args, lane };
        expect(await runCommand(services, request)).toMatchObject({ status: 'applied' });
        done += 1;
      };
      const chatIds = [groupId, ...chatsOf(actor, owner, others)];
      while (performance.now() < endsAt) {
        // In turns and against each other's order: what a batch has collected it locks in its own.
        const chats = index % 2 === 0 ? chatIds : chatIds.toReversed();
        const under = index % 2 === 0 ? postIds : postIds.toReversed();
        await Promise.all([
          ...chats.map((chatId) => run('sendMessage', world.message(chatId), `chat:${chatId}`)),
          ...chats.map((chatId) => run('markSeen', { chatId, seq: done + 1 }, `chat:${chatId}`)),
          ...chats.flatMap((chatId) => {
            const target = { chatId, messageId: said.get(chatId) };
            const lane = `chat:${chatId}`;
            const isOn = done % 2 === 0;
            return [
              run('starMessage', { ...target, isStarred: isOn }, lane),
              run('hideMessage', { ...target, hidden: isOn }, lane),
              run('reactToMessage', { ...target, emoji: isOn ? '👍' : null }, lane),
              run('markListened', target, lane),
              run('setChatPin', { chatId, rank: isOn ? 'a0' : null }, lane),
              run('clearChat', { chatId, seq: 0 }, lane),
              ...(chatId === groupId && actor !== owner
                ? []
                : [run('pinMessage', { ...target, isPinned: isOn }, lane)]),
              ...(actor === owner ? [run('editMessage', { ...target, content: `${done}` }, lane)] : []),
            ];
          }),
          ...under.map((postId) => run('setLike', { postId }, `post:${postId}`)),
          ...under.map((postId) => {
            comments += 1;
            return run('createComment', { id: newId(), postId, content: 'Kumusta?' }, `post:${postId}`);
          }),
        ]);
      }
    };
    await Promise.all(Array.from({ length: WRITERS }, (_, index) => write(index)));

    const stored = await postgres.opened.db.select({ count: posts.commentCount }).from(posts);
    expect(stored.reduce((sum, { count }) => sum + count, 0)).toBe(comments);
    // A connection tells its figures a second after its last transaction, or when it is asked to.
    await postgres.opened.db.execute(sql`select pg_stat_force_next_flush()`);
    const { rows } = counted.parse(
      await postgres.opened.db.execute(
        sql`select deadlocks as count from pg_stat_database where datname = current_database()`,
      ),
    );
    expect(rows).toEqual([{ count: 0 }]);
    expect(done).toBeGreaterThan(WRITERS * 10);
    process.stdout.write(`${JSON.stringify({ seconds: SECONDS, done, comments })}\n`);
  });
});

/** The private chats of a person with the owner of the group, who has one with everybody. */
const chatsOf = (actor: Person, owner: Person, others: readonly Person[]): string[] =>
  actor === owner ? others.map(({ id }) => privateChatId(owner.id, id)) : [privateChatId(owner.id, actor.id)];
