import { randomBytes } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId, privateChatId } from '../../../../protocol/index.ts';
import { anyMove, moves } from '../../../../test/support/batch-moves.ts';
import { settle } from '../../../../test/support/batch-world.ts';
import { afterCommit } from '../../../db/database.ts';
import { messages, pushSubscriptions, sessions } from '../../../db/schema.ts';
import { withRequestId } from '../../../request-context.ts';
import { type OpenedDatabase, openMemoryDatabase } from '../../../testing/open-database.ts';
import type { Person, World } from '../../../testing/world.ts';
import { commands } from '../commands.ts';

let opened: OpenedDatabase;
beforeAll(async () => {
  opened = await openMemoryDatabase();
});
afterAll(() => opened.close());

it('any grouping gives the rows, the verdicts, the answers and the log of one by one', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(anyMove, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 }),
      async (groups) => {
        const [single, grouped] = [await settle(opened.db), await settle(opened.db)];
        const expected: string[] = [];
        for (const one of groups.flat()) expected.push(await single.run(one));
        const answers: string[] = [];
        for (const group of groups) answers.push(...(await Promise.all(group.map(grouped.run))));
        expect(answers).toEqual(expected);
        expect(await grouped.dump()).toEqual(await single.dump());
        expect(grouped.world.commits.length).toBe(single.world.commits.length);
      },
    ),
    { seed: 31, numRuns: 60 },
  );
}, 600_000);

it('has a move for every mutation that is carried out in batches', () => {
  const batched = Object.entries(commands).flatMap(([name, { isBatched }]) => (isBatched ? [name] : []));
  expect(new Set(Object.keys(moves))).toEqual(new Set(batched));
});

it('refuses a mutation that cannot be written by itself, and its neighbours stand', async () => {
  const { world, ana, chatId } = await settle(opened.db);
  const run = (lane: string) => world.run(ana, 'sendMessage', world.message(chatId), { lane });
  const before = await world.db.$count(messages, eq(messages.chatId, chatId));
  const ends = await Promise.allSettled([run('a'), run('b\u0000'), run('c')]);
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await world.db.$count(messages, eq(messages.chatId, chatId))).toBe(before + 2);
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
  const { world, ana, ben, chatId } = await settle(opened.db);
  const send = (person: Person, requestId: string) =>
    withRequestId(requestId, () =>
      world.run(person, 'sendMessage', world.message(chatId), { lane: requestId }),
    );
  await makeReachable(world, [ana, ben]);
  await Promise.all([send(ana, 'of Ana'), send(ben, 'of Ben')]);
  expect(new Set(world.sentJobs.map(({ requestId }) => requestId))).toEqual(new Set(['of Ana', 'of Ben']));
});

it('acts on a job that a batch sends only once the batch is committed', async () => {
  const { world, ana, ben, chatId } = await settle(opened.db);
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
  const { world, ben, ana } = await settle(opened.db);
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
