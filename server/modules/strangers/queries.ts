import { and, eq, isNull, ne } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../db/database.ts';
import { strangerChats, strangerMembers } from '../../db/schema.ts';

const others = alias(strangerMembers, 'others');

/** The member at the other end of a chat that goes on; for the server alone. */
export const findStranger = async (
  db: Queryable,
  userId: string,
  chatId: string,
): Promise<string | undefined> => {
  const [row] = await db
    .select({ userId: others.userId })
    .from(strangerMembers)
    .innerJoin(strangerChats, and(eq(strangerChats.id, chatId), isNull(strangerChats.endedAt)))
    .innerJoin(others, and(eq(others.chatId, chatId), ne(others.userId, userId)))
    .where(and(eq(strangerMembers.chatId, chatId), eq(strangerMembers.userId, userId)));
  return row?.userId;
};
