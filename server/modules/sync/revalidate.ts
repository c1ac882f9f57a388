import { inArray } from 'drizzle-orm';
import {
  type Change,
  memberId,
  type RevalidateRequest,
  type RevalidateResponse,
  type TableName,
  userScope,
} from '../../../protocol/index.ts';
import { readSnapshot, type Transaction } from '../../db/database.ts';
import { members, messages } from '../../db/schema.ts';
import { messageChange } from '../messages/presenter.ts';
import { readCommentRows, readPostRows } from '../posts/log-rows.ts';
import type { SyncServices } from './context.ts';
import { findCursor } from './scopes.ts';

/** Of these rows, what this person may see now, tombstones of what they could see included. Ids are unique uuids. */
type Reader = (tx: Transaction, userId: string, ids: readonly string[]) => Promise<Change[]>;

const readMessages: Reader = async (tx, userId, ids) => {
  const found = await tx
    .select()
    .from(messages)
    .where(inArray(messages.id, [...ids]));
  const places = await tx
    .select({ chatId: members.chatId, joinedSeq: members.joinedSeq, leftAt: members.leftAt })
    .from(members)
    .where(inArray(members.id, [...new Set(found.map(({ chatId }) => memberId(chatId, userId)))]));
  const joined = new Map(places.flatMap((one) => (one.leftAt === null ? [[one.chatId, one.joinedSeq]] : [])));
  return found
    .filter(({ chatId, seq, afterSeq }) => (seq ?? afterSeq + 1) > (joined.get(chatId) ?? Infinity))
    .map(messageChange);
};

/** The tables whose rows devices hold in windows: add a reader for yours. Rows of other tables are not held in windows. */
const readers: { readonly [T in TableName]?: Reader } = {
  messages: readMessages,
  posts: readPostRows,
  comments: readCommentRows,
};

/**
 * Compares what a device holds of lists that no log carries with what its person may see, in one snapshot.
 * Newer rows are answered; what may not be seen, or never was, is `missing`.
 */
export const revalidate = (
  { db }: SyncServices,
  userId: string,
  { rows }: RevalidateRequest,
): Promise<RevalidateResponse> =>
  readSnapshot(db, async (tx) => {
    const asOf = await findCursor(tx, userScope(userId));
    const changes: Change[] = [];
    const missing: RevalidateResponse['missing'] = [];
    for (const [table, held] of Map.groupBy(rows, (row) => row.table)) {
      const ids = [...new Set(held.map(({ id }) => id))];
      const found = new Map((await readers[table]?.(tx, userId, ids))?.map((one) => [one.id, one]));
      for (const { id, version } of held) {
        const now = found.get(id);
        if (now === undefined) missing.push({ table, id });
        else if (now.version !== version) changes.push(now);
      }
    }
    return { asOf, changes, missing };
  });
