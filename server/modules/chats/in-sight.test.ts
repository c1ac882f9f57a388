import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { memberId, newId } from '../../../protocol/index.ts';
import { chats, memberships } from '../../db/schema.ts';
import { type OpenedDatabase, openMemoryDatabase } from '../../testing/open-database.ts';
import { World } from '../../testing/world.ts';
import { isInSight, isPlaceInSight, isRequestIn, isRequestTo } from './in-sight.ts';

let opened: OpenedDatabase;
beforeAll(async () => {
  opened = await openMemoryDatabase();
});
afterAll(() => opened.close());

it('says of rows in memory what it says of them in the database', async () => {
  const world = new World(opened.db);
  const { ana, ben, chatId } = await world.friends();
  const group = newId();
  await world.applied(ana, 'createChat', { id: group, type: 'GROUP', name: 'Barkada', users: [ben.id] });
  const answers = new Set<string>();
  for (const id of [chatId, group])
    for (const requestedBy of id === chatId ? [null, ana.id, ben.id] : [null])
      for (const isDeclined of [false, true])
        for (const [lastSeq, clearedSeq] of [
          [0, 0],
          [3, 0],
          [3, 2],
          [3, 3],
        ] as const) {
          const place = eq(memberships.id, memberId(id, ana.id));
          await world.db.update(chats).set({ lastSeq, requestedBy }).where(eq(chats.id, id));
          await world.db.update(memberships).set({ isDeclined, clearedSeq }).where(place);
          const [row] = await world.db
            .select({
              chat: chats,
              place: memberships,
              isInSight: sql<boolean>`${isInSight}`,
              isRequest: sql<boolean>`${isRequestTo(ana.id)}`,
            })
            .from(memberships)
            .innerJoin(chats, eq(chats.id, memberships.chatId))
            .where(and(place));
          if (!row) throw new Error('The place is stored.');
          const answer = [isPlaceInSight(row.place, row.chat), isRequestIn(row.chat, ana.id)];
          expect({ row, answer }).toEqual({ row, answer: [row.isInSight, row.isRequest] });
          answers.add(String(answer));
        }
  expect(answers.size).toBe(4);
});
