import { and, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import { type Change, friendshipId, LIMITS, type ScopeId } from '../../../../protocol/index.ts';
import type { Transaction } from '../../../db/database.ts';
import {
  authorMutes,
  blocks,
  chats,
  friendships,
  hiddenMessages,
  invitations,
  members,
  memberships,
  messages,
  scopeLog,
  users,
} from '../../../db/schema.ts';
import { chatChange, invitationChange, memberChange, membershipChange } from '../../chats/presenter.ts';
import { blockChange, friendshipChange, muteChange } from '../../friends/presenter.ts';
import { hiddenChange, messageChange, pinnedChange } from '../../messages/presenter.ts';
import { readStars } from '../../messages/stars.ts';
import { loadPostRows } from '../../posts/log-rows.ts';
import { settingsChange, userChange } from '../../users/presenter.ts';
import type { HeldScope } from '../scopes.ts';

/** What a device misses in a scope: everything after `from`. */
export type Tail = { held: HeldScope; from: number };
type Reference = { scope: string; tableName: string; rowId: string };
type Rows = Map<string, Change>;

const keyOf = (tableName: string, rowId: string): string => `${tableName}/${rowId}`;

/** Positions as one parameter that both database drivers understand, for a join. */
const positions = (list: readonly { key: string; from: number }[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as position(key text, "from" bigint)`;

/** Chats of which a device misses so many messages that it starts again with the newest ones. */
export const findLongTails = async (tx: Transaction, tails: readonly Tail[]): Promise<Set<ScopeId>> => {
  const long = new Set<ScopeId>();
  // An entry brings at most one message: a tail of fewer entries needs no count.
  const candidates = tails.filter(({ held, from }) => held.chat && held.seq - from > LIMITS.tailMessagesMax);
  for (const { held, from } of candidates) {
    if (!held.chat) continue;
    const newer = await tx
      .select({ one: sql`1` })
      .from(messages)
      .where(and(eq(messages.chatId, held.chat.id), gt(messages.logSeq, from)))
      .limit(LIMITS.tailMessagesMax + 1);
    if (newer.length > LIMITS.tailMessagesMax) long.add(held.scope);
  }
  return long;
};

/** The rows that changed in each scope, as they are now: several entries about one row are one change. */
export const readTails = async (
  tx: Transaction,
  userId: string,
  tails: readonly Tail[],
): Promise<Map<ScopeId, Change[]>> => {
  if (tails.length === 0) return new Map();
  const references = await tx
    .selectDistinct({ scope: scopeLog.scope, tableName: scopeLog.tableName, rowId: scopeLog.rowId })
    .from(scopeLog)
    .innerJoin(
      positions(tails.map(({ held, from }) => ({ key: held.scope, from }))),
      sql`${scopeLog.scope} = position.key and ${scopeLog.seq} > position."from"`,
    );
  const rows = await loadRows(tx, userId, references);
  const known = await findKnownPeople(tx, userId, references);
  return new Map(
    tails.map(({ held }) => {
      const changes = references
        .filter(({ scope }) => scope === held.scope)
        .map(({ tableName, rowId }) => rows.get(keyOf(tableName, rowId)))
        .filter((change): change is Change => change !== undefined && belongs(change, held, known));
      return [held.scope, changes];
    }),
  );
};

/** Whether the reader may have this row in this scope now: what was logged for them once may no longer be theirs. */
const belongs = (change: Change, { chat }: HeldScope, known: ReadonlySet<string>): boolean => {
  if (chat === null) return change.table !== 'users' || known.has(change.id);
  if (change.table === 'pinnedMessages')
    return change.row === null || (change.row.message.seq ?? 0) > chat.enteredSeq;
  if (change.table !== 'messages' || !change.row) return true;
  return (change.row.seq ?? change.row.afterSeq + 1) > chat.joinedSeq;
};

/** Of the people whose profiles were logged in the reader's own scope: those with a request, friendship or invitation that stands, or a block or mute of the reader's. */
const findKnownPeople = async (
  tx: Transaction,
  userId: string,
  references: readonly Reference[],
): Promise<Set<string>> => {
  const others = references
    .filter(({ scope, tableName }) => tableName === 'users' && scope.startsWith('user:'))
    .map(({ rowId }) => rowId);
  const known = new Set([userId]);
  if (others.length === 0) return known;
  const pairs = new Map(others.map((other) => [friendshipId(userId, other), other]));
  const present = await tx
    .select({ id: friendships.id })
    .from(friendships)
    .where(and(inArray(friendships.id, [...pairs.keys()]), isNull(friendships.deletedAt)));
  const blocked = await tx
    .select({ id: blocks.blockedId })
    .from(blocks)
    .where(and(eq(blocks.blockerId, userId), inArray(blocks.blockedId, others), isNull(blocks.deletedAt)));
  const muted = await tx
    .select({ id: authorMutes.authorId })
    .from(authorMutes)
    .where(
      and(
        eq(authorMutes.userId, userId),
        inArray(authorMutes.authorId, others),
        isNull(authorMutes.deletedAt),
      ),
    );
  for (const { id } of [...blocked, ...muted]) known.add(id);
  for (const { id } of present) {
    const other = pairs.get(id);
    if (other) known.add(other);
  }
  const asked = await tx
    .select({ inviterId: invitations.inviterId, userId: invitations.userId })
    .from(invitations)
    .where(
      and(
        isNull(invitations.deletedAt),
        or(
          and(eq(invitations.inviterId, userId), inArray(invitations.userId, others)),
          and(eq(invitations.userId, userId), inArray(invitations.inviterId, others)),
        ),
      ),
    );
  for (const { inviterId, userId: askedId } of asked) known.add(inviterId).add(askedId);
  return known;
};

/** Somebody else may invite the same person anew: the earlier inviter sees their own as gone, and not this one. */
const invitationFor = (userId: string, row: typeof invitations.$inferSelect): Change => {
  const change = invitationChange(row);
  return row.inviterId === userId || row.userId === userId ? change : { ...change, row: null };
};

/** Keys of two ids as a list of pairs. */
const pairsIn = (ids: readonly string[]) =>
  sql.join(
    ids.map((id) => {
      const [one, other] = id.split(':');
      return sql`(${one}::uuid, ${other}::uuid)`;
    }),
    sql`, `,
  );

/** Loads every referenced row once, with a query per table. */
const loadRows = async (tx: Transaction, userId: string, references: readonly Reference[]): Promise<Rows> => {
  const rows: Rows = new Map();
  const idsOf = (table: Change['table']): string[] => [
    ...new Set(references.filter(({ tableName }) => tableName === table).map(({ rowId }) => rowId)),
  ];
  const keep = (changes: readonly Change[]): void => {
    for (const change of changes) rows.set(keyOf(change.table, change.id), change);
  };
  const personIds = [...new Set([...idsOf('users'), ...idsOf('settings')])];
  if (personIds.length > 0) {
    const people = await tx.select().from(users).where(inArray(users.id, personIds));
    keep(people.map(userChange));
    keep(people.map(settingsChange));
  }
  const friendshipIds = idsOf('friendships');
  if (friendshipIds.length > 0)
    keep(
      (await tx.select().from(friendships).where(inArray(friendships.id, friendshipIds))).map(
        friendshipChange,
      ),
    );
  const chatIds = idsOf('chats');
  if (chatIds.length > 0)
    keep((await tx.select().from(chats).where(inArray(chats.id, chatIds))).map(chatChange));
  const memberIds = idsOf('members');
  if (memberIds.length > 0)
    keep((await tx.select().from(members).where(inArray(members.id, memberIds))).map(memberChange));
  const placeIds = idsOf('memberships');
  if (placeIds.length > 0)
    keep(
      (await tx.select().from(memberships).where(inArray(memberships.id, placeIds))).map(membershipChange),
    );
  const invitationIds = idsOf('invitations');
  if (invitationIds.length > 0)
    keep(
      (await tx.select().from(invitations).where(inArray(invitations.id, invitationIds))).map((row) =>
        invitationFor(userId, row),
      ),
    );
  const messageIds = idsOf('messages');
  if (messageIds.length > 0)
    keep((await tx.select().from(messages).where(inArray(messages.id, messageIds))).map(messageChange));
  const pinnedIds = idsOf('pinnedMessages');
  if (pinnedIds.length > 0)
    keep((await tx.select().from(messages).where(inArray(messages.id, pinnedIds))).map(pinnedChange));
  const blockIds = idsOf('blocks');
  if (blockIds.length > 0) {
    const isNamed = sql`(${blocks.blockerId}, ${blocks.blockedId}) in (${pairsIn(blockIds)})`;
    keep((await tx.select().from(blocks).where(isNamed)).map(blockChange));
  }
  const muteIds = idsOf('authorMutes');
  if (muteIds.length > 0) {
    const isNamed = sql`(${authorMutes.userId}, ${authorMutes.authorId}) in (${pairsIn(muteIds)})`;
    keep((await tx.select().from(authorMutes).where(isNamed)).map(muteChange));
  }
  const hiddenIds = idsOf('hidden');
  if (hiddenIds.length > 0)
    keep(
      (await tx.select().from(hiddenMessages).where(inArray(hiddenMessages.id, hiddenIds))).map(hiddenChange),
    );
  const starIds = idsOf('starredMessages');
  if (starIds.length > 0) keep(await readStars({ tx }, { ids: starIds }));
  keep(await loadPostRows(tx, userId, idsOf));
  return rows;
};
