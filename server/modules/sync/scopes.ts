import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import {
  type ChatType,
  type Cursor,
  chatScope,
  type ScopeId,
  scopeId,
  userScope,
  z,
} from '../../../protocol/index.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { prepared, preparedSql } from '../../db/prepared.ts';
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
  /** With this message they joined: what came before is not for them, whatever they delete for themselves. */
  enteredSeq: number;
  deliveredSeq: number;
};

const isActive = and(isNull(memberships.leftAt), isNull(chats.deletedAt));

const ownScopes = alias(scopes, 'own_scopes');

/** One row for each chat, and one without when there is none: each says where the own scope stands. */
const findHeld = prepared('held-scopes', (db, name) =>
  db
    .select({
      lineage: lineage.epoch,
      own: { epoch: ownScopes.epoch, seq: ownScopes.seq, floorSeq: ownScopes.floorSeq },
      chat: { id: chats.id, type: chats.type, lastSeq: chats.lastSeq },
      joinedSeq: sql`greatest(${members.joinedSeq}, ${memberships.clearedSeq})`.mapWith(Number),
      enteredSeq: members.joinedSeq,
      deliveredSeq: members.deliveredSeq,
      scope: { epoch: scopes.epoch, seq: scopes.seq, floorSeq: scopes.floorSeq },
    })
    .from(lineage)
    .leftJoin(ownScopes, eq(ownScopes.id, sql.placeholder('scope')))
    .leftJoin(memberships, and(eq(memberships.userId, sql.placeholder('userId')), isNull(memberships.leftAt)))
    .leftJoin(chats, and(eq(chats.id, memberships.chatId), isNull(chats.deletedAt)))
    .leftJoin(members, eq(members.id, memberships.id))
    .leftJoin(scopes, eq(scopes.id, sql`'chat:' || ${memberships.chatId}`))
    // First what stands on top of the list of chats.
    .orderBy(
      sql`${memberships.pinRank} is null`,
      desc(sql`coalesce(${chats.lastMessageAt}, ${chats.createdAt})`),
      desc(chats.id),
    )
    .prepare(name),
);

/**
 * Every scope that a person holds: the own one first, then pinned chats, then the one with the newest message first. The server decides; what
 * a client names is never asked.
 */
export const listHeldScopes = async (db: Database | Transaction, userId: string): Promise<HeldScope[]> => {
  const own = userScope(userId);
  const rows = await findHeld(db).execute({ scope: own, userId });
  const [base] = rows;
  if (!base) throw new Error('The database has no lineage.');
  const cursorColumns = (scope: { epoch: string; seq: number; floorSeq: number } | null) => ({
    epoch: scope?.epoch ?? base.lineage,
    seq: scope?.seq ?? 0,
    floorSeq: scope?.floorSeq ?? 0,
  });
  return [
    { scope: own, ...cursorColumns(base.own), chat: null },
    ...rows.flatMap(({ chat, scope, joinedSeq, enteredSeq, deliveredSeq }) =>
      // A membership in a chat that is deleted has none; every other has its member.
      chat === null || enteredSeq === null || deliveredSeq === null
        ? []
        : [
            {
              scope: chatScope(chat.id),
              ...cursorColumns(scope),
              chat: { ...chat, joinedSeq, enteredSeq, deliveredSeq },
            },
          ],
    ),
  ];
};

/** One row for each scope of each person, the own one among them. */
const findHeads = preparedSql(
  'heads',
  sql`with asked as (select unnest(${sql.placeholder('userIds')}::uuid[]) as id)
    select held."userId", held.scope,
      coalesce(${scopes.epoch}, ${lineage.epoch}) as epoch, coalesce(${scopes.seq}, 0)::float8 as seq
    from (
      select id as "userId", 'user:' || id as scope from asked
      union all
      select ${memberships.userId}, 'chat:' || ${chats.id}
      from asked
      join ${memberships} on ${memberships.userId} = asked.id
      join ${chats} on ${chats.id} = ${memberships.chatId}
      where ${isActive}
    ) held
    cross join ${lineage}
    left join ${scopes} on ${scopes.id} = held.scope`,
  z.object({ userId: z.string(), scope: scopeId, epoch: z.string(), seq: z.number() }),
);

/** Where each of these people's scopes stands: what `heads` says on the socket. */
export const listHeads = async (
  db: Database | Transaction,
  userIds: readonly string[],
): Promise<Map<string, Record<ScopeId, Cursor>>> => {
  const heads = new Map<string, Record<ScopeId, Cursor>>(userIds.map((userId) => [userId, {}]));
  if (userIds.length === 0) return heads;
  for (const { userId, scope, epoch, seq } of await findHeads(db, { userIds: [...heads.keys()] })) {
    const known = heads.get(userId);
    if (known) known[scope] = { epoch, seq };
  }
  return heads;
};

const findOne = prepared('scope-cursor', (db, name) =>
  db
    .select({ lineage: lineage.epoch, epoch: scopes.epoch, seq: scopes.seq })
    .from(lineage)
    .leftJoin(scopes, eq(scopes.id, sql.placeholder('scope')))
    .prepare(name),
);

/** Where a scope stands in the snapshot of `tx`: the `asOf` of a page. */
export const findCursor = async (tx: Transaction, scope: ScopeId): Promise<Cursor> => {
  const [row] = await findOne(tx).execute({ scope });
  if (!row) throw new Error('The database has no lineage.');
  return { epoch: row.epoch ?? row.lineage, seq: row.seq ?? 0 };
};
