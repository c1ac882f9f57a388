import { eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { chats, invitations, members, memberships } from '../../db/schema.ts';

const tables = { chats, invitations, members, memberships } as const;
export type GoneTable = keyof typeof tables;

/** The version of something that has ended, for the tombstone of an answer; 0 when there never was such a row. */
export const findEndedVersion = async (db: Database, table: GoneTable, id: string): Promise<number> => {
  const { id: key, version } = tables[table];
  const [row] = await db.select({ version }).from(tables[table]).where(eq(key, id));
  return row?.version ?? 0;
};
