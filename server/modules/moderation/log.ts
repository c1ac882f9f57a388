import { desc, eq, sql } from 'drizzle-orm';
import { LIMITS, type ModerationLogRow, newId } from '../../../protocol/index.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import { moderationLog, users } from '../../db/schema.ts';

type Entry = Omit<typeof moderationLog.$inferInsert, 'id' | 'at'>;

/** Writes down what a moderator does, in the transaction that does it: there is no act without its line. */
export const writeLog = async (tx: Transaction, entry: Entry, now: Date): Promise<void> => {
  await tx.insert(moderationLog).values({ id: newId(), at: now, ...entry });
};

const nameOf = (id: typeof moderationLog.userId | typeof moderationLog.moderatorId) =>
  sql<
    string | null
  >`(select ${users.firstName} || ' ' || ${users.lastName} from ${users} where ${users.id} = ${id})`;

/** The newest acts first. */
export const listLog = async (db: Queryable, page: number) => {
  const rows = await db
    .select({
      row: moderationLog,
      moderator: nameOf(moderationLog.moderatorId),
      person: nameOf(moderationLog.userId),
    })
    .from(moderationLog)
    .orderBy(desc(moderationLog.at), desc(moderationLog.id))
    .limit(LIMITS.moderationPage)
    .offset((page - 1) * LIMITS.moderationPage);
  const total = await db.$count(moderationLog, eq(moderationLog.id, moderationLog.id));
  const data = rows.map(
    ({ row, moderator, person }): ModerationLogRow => ({
      ...{ id: row.id, at: row.at.toISOString(), action: row.action, reportId: row.reportId },
      ...{ moderator, person, days: row.days, words: row.words },
    }),
  );
  return { data, total };
};
