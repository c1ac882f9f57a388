import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createUniqueCode, LIMITS, memberId, newId, privateChatId } from '../../../protocol/index.ts';
import { chats, members } from '../../db/schema.ts';
import { type OpenedDatabase, openMemoryDatabase } from '../../testing/open-database.ts';
import { World } from '../../testing/world.ts';
import { hasReceipts, hasReceiptsIn } from './has-receipts.ts';

let opened: OpenedDatabase;
beforeAll(async () => {
  opened = await openMemoryDatabase();
});
afterAll(() => opened.close());

it('says of a chat in memory what it says of one in the database', async () => {
  const world = new World(opened.db);
  const [owner, asker] = [await world.person('Ana'), await world.person('Ben')];
  const guests = await Promise.all(
    Array.from({ length: LIMITS.receiptsMembersMax + 4 }, () => world.person('Cora')),
  );
  const createdAt = world.clock.now();
  const answers: boolean[] = [];
  for (const type of ['PRIVATE', 'GROUP', 'PUBLIC'] as const)
    for (const requestedBy of type === 'PRIVATE' ? [null, asker.id] : [null])
      for (const [inside, gone] of [
        [1, 0],
        [2, 0],
        [LIMITS.receiptsMembersMax, 3],
        [LIMITS.receiptsMembersMax + 1, 0],
      ] as const) {
        const id = type === 'PRIVATE' ? privateChatId(newId(), newId()) : newId();
        const uniqueCode =
          type === 'PRIVATE' ? null : createUniqueCode(crypto.getRandomValues(new Uint8Array(12)));
        const name = type === 'PRIVATE' ? null : 'Barkada';
        const [chat] = await world.db
          .insert(chats)
          .values({ id, type, name, uniqueCode, requestedBy, createdBy: owner.id, createdAt })
          .returning();
        if (!chat) throw new Error('The chat is stored.');
        await world.db.insert(members).values(
          guests.slice(0, inside + gone).map(({ id: userId }, at) => ({
            ...{ id: memberId(id, userId), chatId: id, userId, role: 'MEMBER' as const },
            ...{ joinedAt: createdAt, leftAt: at < inside ? null : createdAt },
          })),
        );
        const isStored = await world.db.$count(chats, and(eq(chats.id, id), hasReceipts));
        const answer = hasReceiptsIn(chat, inside);
        expect({ type, requestedBy, inside, answer }).toEqual({
          type,
          requestedBy,
          inside,
          answer: isStored === 1,
        });
        answers.push(answer);
      }
  expect(new Set(answers)).toEqual(new Set([true, false]));
});
