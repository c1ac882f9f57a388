import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { type ChatType, type Cursor, chatScope, type ScopeId, userScope } from '../../../protocol/index.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { chats, lineage, members, memberships, scopes } from '../../db/schema.ts';

/** A scope that a person holds, and where it stands. */
export type HeldScope = Cursor & {
  scope: ScopeId;
  /** Cursors below it get a reset: the log before it is compacted away. */
  floorSeq: number;
  /** Null for the person's own scope. */
  chat: HeldChat | null;
};
export type HeldChat = {
  id: string;
  type: ChatType;
  lastSeq: number;
  /** What the person may read of the chat begins after this message: with it they joined, or deleted all before for themselves. */
  joinedSeq: number;
  deliveredSeq: number;
};

const isActive = and(isNull(memberships.leftAt), isNull(chats.deletedAt));

/**
 * Every scope that a person holds: the own one first, then chats with the newest message first. The server decides; what
 * a client names is never asked.
 */
export const listHeldScopes = async (db: Database | Transaction, userId: string): Promise<HeldScope[]> => {
  const own = userScope(userId);
  const [base] = await db
    .select({ lineage: lineage.epoch, epoch: scopes.epoch, seq: scopes.seq, floorSeq: scopes.floorSeq })
    .from(lineage)
    .leftJoin(scopes, eq(scopes.id, own));
  if (!base) throw new Error('The database has no lineage.');
  const rows = await db
    .select({
      id: chats.id,
      type: chats.type,
      lastSeq: chats.lastSeq,
      joinedSeq: sql`greatest(${members.joinedSeq}, ${memberships.clearedSeq})`.mapWith(Number),
      deliveredSeq: members.deliveredSeq,
      epoch: scopes.epoch,
      seq: scopes.seq,
      floorSeq: scopes.floorSeq,
    })
    .from(memberships)
    .innerJoin(chats, eq(chats.id, memberships.chatId))
    .innerJoin(members, eq(members.id, memberships.id))
    .leftJoin(scopes, eq(scopes.id, sql`'chat:' || ${memberships.chatId}`))
    .where(and(eq(memberships.userId, userId), isActive))
    .orderBy(desc(sql`coalesce(${chats.lastMessageAt}, ${chats.createdAt})`), desc(chats.id));
  const standing = (row: { epoch: string | null; seq: number | null; floorSeq: number | null }) => ({
    epoch: row.epoch ?? base.lineage,
    seq: row.seq ?? 0,
    floorSeq: row.floorSeq ?? 0,
  });
  return [
    { scope: own, ...standing(base), chat: null },
    ...rows.map(({ id, type, lastSeq, joinedSeq, deliveredSeq, ...row }) => ({
      scope: chatScope(id),
      ...standing(row),
      chat: { id, type, lastSeq, joinedSeq, deliveredSeq },
    })),
  ];
};

/** Where each of these people's scopes stands: what `heads` says on the socket. */
export const listHeads = async (
  db: Database | Transaction,
  userIds: readonly string[],
): Promise<Map<string, Record<ScopeId, Cursor>>> => {
  const [base] = await db.select({ epoch: lineage.epoch }).from(lineage);
  if (!base) throw new Error('The database has no lineage.');
  const heads = new Map<string, Record<ScopeId, Cursor>>(
    userIds.map((userId) => [userId, { [userScope(userId)]: { epoch: base.epoch, seq: 0 } }]),
  );
  if (userIds.length === 0) return heads;
  const owned = await db
    .select({ id: scopes.id, seq: scopes.seq, epoch: scopes.epoch })
    .from(scopes)
    .where(inArray(scopes.id, userIds.map(userScope)));
  const shared = await db
    .select({ userId: memberships.userId, chatId: chats.id, seq: scopes.seq, epoch: scopes.epoch })
    .from(memberships)
    .innerJoin(chats, eq(chats.id, memberships.chatId))
    .leftJoin(scopes, eq(scopes.id, sql`'chat:' || ${memberships.chatId}`))
    .where(and(inArray(memberships.userId, [...userIds]), isActive));
  for (const { id, seq, epoch } of owned) {
    const userId = id.slice('user:'.length);
    const known = heads.get(userId);
    if (known) known[userScope(userId)] = { epoch, seq };
  }
  for (const { userId, chatId, seq, epoch } of shared) {
    const known = heads.get(userId);
    if (known) known[chatScope(chatId)] = { epoch: epoch ?? base.epoch, seq: seq ?? 0 };
  }
  return heads;
};

/** Where a scope stands in the snapshot of `tx`: the `asOf` of a page. */
export const findStanding = async (tx: Transaction, scope: ScopeId): Promise<Cursor> => {
  const [row] = await tx
    .select({ lineage: lineage.epoch, epoch: scopes.epoch, seq: scopes.seq })
    .from(lineage)
    .leftJoin(scopes, eq(scopes.id, scope));
  if (!row) throw new Error('The database has no lineage.');
  return { epoch: row.epoch ?? row.lineage, seq: row.seq ?? 0 };
};
