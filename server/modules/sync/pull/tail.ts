import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { type Change, friendshipId, LIMITS, type ScopeId } from '../../../../protocol/index.ts';
import { type Transaction, together } from '../../../db/database.ts';
import { prepared } from '../../../db/prepared.ts';
import { authorMutes, blocks, friendships, invitations, messages, scopeLog } from '../../../db/schema.ts';
import { chatChange, invitationChange, memberChange, membershipChange } from '../../chats/presenter.ts';
import { blockChange, friendshipChange, muteChange } from '../../friends/presenter.ts';
import { hiddenChange, messageChange, pinnedChange } from '../../messages/presenter.ts';
import { readStars } from '../../messages/stars.ts';
import { loadPostRows } from '../../posts/log-rows.ts';
import { settingsChange, userChange } from '../../users/presenter.ts';
import type { HeldScope } from '../scopes.ts';
import {
  findBlocks,
  findChats,
  findFriendships,
  findHidden,
  findInvitations,
  findMembers,
  findMessages,
  findMutes,
  findPlaces,
  findUsers,
} from './rows-by-id.ts';

/** What a device misses in a scope: everything after `from`. */
export type Tail = { held: HeldScope; from: number };
type Reference = { scope: string; tableName: string; rowId: string };
type Rows = Map<string, Change>;

const keyOf = (tableName: string, rowId: string): string => `${tableName}/${rowId}`;

const ids = sql.placeholder('ids');
const reader = sql.placeholder('userId');

const findNewer = prepared('tail-newer', (db, name) =>
  db
    .select({ one: sql`1` })
    .from(messages)
    .where(
      and(
        sql`${messages.chatId} = ${sql.placeholder('chatId')}::uuid`,
        sql`${messages.logSeq} > ${sql.placeholder('from')}::bigint`,
      ),
    )
    .limit(LIMITS.tailMessagesMax + 1)
    .prepare(name),
);

const findReferences = prepared('tail-references', (db, name) =>
  db
    .selectDistinct({ scope: scopeLog.scope, tableName: scopeLog.tableName, rowId: scopeLog.rowId })
    .from(scopeLog)
    .innerJoin(
      sql`unnest(${sql.placeholder('scopes')}::text[], ${sql.placeholder('froms')}::bigint[]) as position(key, "from")`,
      sql`${scopeLog.scope} = position.key and ${scopeLog.seq} > position."from"`,
    )
    .prepare(name),
);

/** Chats of which a device misses so many messages that it starts again with the newest ones. */
export const findLongTails = async (tx: Transaction, tails: readonly Tail[]): Promise<Set<ScopeId>> => {
  const long = new Set<ScopeId>();
  // An entry brings at most one message: a tail of fewer entries needs no count.
  const candidates = tails.filter(({ held, from }) => held.chat && held.seq - from > LIMITS.tailMessagesMax);
  await Promise.all(
    candidates.map(async ({ held, from }) => {
      if (!held.chat) return;
      const newer = await findNewer(tx).execute({ chatId: held.chat.id, from });
      if (newer.length > LIMITS.tailMessagesMax) long.add(held.scope);
    }),
  );
  return long;
};

/** What the log of each scope names after a position. */
export type ReferencesAfter = { from: ReadonlyMap<string, number>; references: readonly Reference[] };

export const NO_REFERENCES: ReferencesAfter = { from: new Map(), references: [] };

/** Reads the log ahead: it needs no more than where scopes are expected to be read from. */
export const readReferences = async (tx: Transaction, tails: readonly Tail[]): Promise<ReferencesAfter> => {
  if (tails.length === 0) return NO_REFERENCES;
  const scopes = tails.map(({ held }) => held.scope);
  const froms = tails.map(({ from }) => from);
  const references = await findReferences(tx).execute({ scopes, froms });
  return { from: new Map(tails.map(({ held, from }) => [held.scope, from])), references };
};

/**
 * The rows that changed in each scope, as they are now: several entries about one row are one change.
 * @param early read in the same snapshot; what it lacks is read here
 */
export const readTails = async (
  tx: Transaction,
  userId: string,
  tails: readonly Tail[],
  early: ReferencesAfter,
): Promise<Map<ScopeId, Change[]>> => {
  if (tails.length === 0) return new Map();
  const isKnown = ({ held, from }: Tail): boolean => early.from.get(held.scope) === from;
  const later = await readReferences(
    tx,
    tails.filter((tail) => !isKnown(tail)),
  );
  const known = new Set(tails.filter(isKnown).map(({ held }): string => held.scope));
  const references = [...early.references.filter(({ scope }) => known.has(scope)), ...later.references];
  // All at once: a transaction has one connection, which takes them one after the other without waiting for us.
  const [rows, people] = await together(
    loadRows(tx, userId, references),
    findKnownPeople(tx, userId, references),
  );
  return new Map(
    tails.map(({ held }) => {
      const changes = references
        .filter(({ scope }) => scope === held.scope)
        .map(({ tableName, rowId }) => rows.get(keyOf(tableName, rowId)))
        .filter((change): change is Change => change !== undefined && belongs(change, held, people));
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

const findTies = prepared('known-ties', (db, name) =>
  db
    .select({ id: friendships.id })
    .from(friendships)
    .where(and(sql`${friendships.id} = any(${ids}::uuid[])`, isNull(friendships.deletedAt)))
    .prepare(name),
);
const findBlocked = prepared('known-blocked', (db, name) =>
  db
    .select({ id: blocks.blockedId })
    .from(blocks)
    .where(
      and(
        eq(blocks.blockerId, reader),
        sql`${blocks.blockedId} = any(${ids}::uuid[])`,
        isNull(blocks.deletedAt),
      ),
    )
    .prepare(name),
);
const findMuted = prepared('known-muted', (db, name) =>
  db
    .select({ id: authorMutes.authorId })
    .from(authorMutes)
    .where(
      and(
        eq(authorMutes.userId, reader),
        sql`${authorMutes.authorId} = any(${ids}::uuid[])`,
        isNull(authorMutes.deletedAt),
      ),
    )
    .prepare(name),
);
const findAsked = prepared('known-asked', (db, name) =>
  db
    .select({ inviterId: invitations.inviterId, userId: invitations.userId })
    .from(invitations)
    .where(
      and(
        isNull(invitations.deletedAt),
        or(
          and(eq(invitations.inviterId, reader), sql`${invitations.userId} = any(${ids}::uuid[])`),
          and(eq(invitations.userId, reader), sql`${invitations.inviterId} = any(${ids}::uuid[])`),
        ),
      ),
    )
    .prepare(name),
);

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
  const [present, blocked, muted, asked] = await together(
    findTies(tx).execute({ ids: [...pairs.keys()] }),
    findBlocked(tx).execute({ userId, ids: others }),
    findMuted(tx).execute({ userId, ids: others }),
    findAsked(tx).execute({ userId, ids: others }),
  );
  for (const { id } of [...blocked, ...muted]) known.add(id);
  for (const { id } of present) {
    const other = pairs.get(id);
    if (other) known.add(other);
  }
  for (const { inviterId, userId: askedId } of asked) known.add(inviterId).add(askedId);
  return known;
};

/** Somebody else may invite the same person anew: the earlier inviter sees their own as gone, and not this one. */
const invitationFor = (userId: string, row: typeof invitations.$inferSelect): Change => {
  const change = invitationChange(row);
  return row.inviterId === userId || row.userId === userId ? change : { ...change, row: null };
};

/** The two ids that each key is made of, as a list for each side. */
const sidesOf = (keys: readonly string[]): { ones: string[]; others: string[] } => {
  const pairs = keys.map((key) => key.split(':'));
  return { ones: pairs.map(([one = '']) => one), others: pairs.map(([, other = '']) => other) };
};

/** Loads every referenced row once, with a query per table, all of them at once. */
const loadRows = async (tx: Transaction, userId: string, references: readonly Reference[]): Promise<Rows> => {
  const idsOf = (table: Change['table']): string[] => [
    ...new Set(references.filter(({ tableName }) => tableName === table).map(({ rowId }) => rowId)),
  ];
  const read = async <Row>(
    wanted: readonly string[],
    find: (wanted: readonly string[]) => Promise<Row[]>,
    ...present: ((row: Row) => Change)[]
  ): Promise<Change[]> => {
    if (wanted.length === 0) return [];
    const found = await find(wanted);
    return present.flatMap((one) => found.map(one));
  };
  const changes = await together(
    read(
      [...new Set([...idsOf('users'), ...idsOf('settings')])],
      (wanted) => findUsers(tx).execute({ ids: wanted }),
      ...[userChange, settingsChange],
    ),
    read(idsOf('friendships'), (wanted) => findFriendships(tx).execute({ ids: wanted }), friendshipChange),
    read(idsOf('chats'), (wanted) => findChats(tx).execute({ ids: wanted }), chatChange),
    read(idsOf('members'), (wanted) => findMembers(tx).execute({ ids: wanted }), memberChange),
    read(idsOf('memberships'), (wanted) => findPlaces(tx).execute({ ids: wanted }), membershipChange),
    read(
      idsOf('invitations'),
      (wanted) => findInvitations(tx).execute({ ids: wanted }),
      (row) => invitationFor(userId, row),
    ),
    read(idsOf('messages'), (wanted) => findMessages(tx).execute({ ids: wanted }), messageChange),
    read(idsOf('pinnedMessages'), (wanted) => findMessages(tx).execute({ ids: wanted }), pinnedChange),
    read(idsOf('blocks'), (wanted) => findBlocks(tx).execute(sidesOf(wanted)), blockChange),
    read(idsOf('authorMutes'), (wanted) => findMutes(tx).execute(sidesOf(wanted)), muteChange),
    read(idsOf('hidden'), (wanted) => findHidden(tx).execute({ ids: wanted }), hiddenChange),
    readStars({ tx }, { ids: idsOf('starredMessages') }),
    loadPostRows(tx, userId, idsOf),
  );
  return new Map(changes.flat().map((change) => [keyOf(change.table, change.id), change]));
};
