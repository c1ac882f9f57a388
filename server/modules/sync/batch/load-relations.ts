import { and, asc, eq, sql } from 'drizzle-orm';
import { friendshipId } from '../../../../protocol/index.ts';
import type { Transaction } from '../../../db/database.ts';
import { prepared } from '../../../db/prepared.ts';
import { authorMutes, blocks, friendships, users } from '../../../db/schema.ts';
import type { StoredBlock, StoredFriendship, StoredMute } from '../../friends/presenter.ts';
import { type Relation, toRelation } from '../../friends/relation.ts';
import { isKnownTo, isTiedTo } from '../../users/known.ts';
import type { StoredUser } from '../../users/presenter.ts';
import { WorkingRows } from './working-rows.ts';

/** Somebody, and the person whom their mutation names. */
export type PairKey = { actorId: string; personId: string };

/** What a mutation about people rests on. */
export type RelationNeeds = {
  /** Two of whom a relation may change: their turn, their friendship and what they have said about each other. */
  pairs?: readonly PairKey[];
  /** Whether the actor of a pair knows the person. */
  known?: readonly PairKey[];
  /** Friendships that change, with the blocks between their people. */
  friendships?: readonly string[];
};

export type RelationState = {
  friendships: WorkingRows<StoredFriendship>;
  /** By who says it and of whom: `saidOf`. */
  blocks: WorkingRows<StoredBlock>;
  authorMutes: WorkingRows<StoredMute>;
  /** The pairs of `known` in which the person is known, as the rows were loaded; a tie never ends. */
  knownPairs: ReadonlyMap<string, { isTied: boolean }>;
};

/** Names what somebody says of somebody else. */
export const saidOf = (actorId: string, personId: string): string => `${actorId} ${personId}`;

/** Whether there is a block between two people, in either direction. */
export const areBlocked = (blockRows: WorkingRows<StoredBlock>, a: string, b: string): boolean =>
  [blockRows.get(saidOf(a, b)), blockRows.get(saidOf(b, a))].some((block) => block?.deletedAt === null);

/** How two people of the batch stand to each other. */
export const relationIn = (
  state: Pick<RelationState, 'friendships' | 'blocks'>,
  a: string,
  b: string,
): Relation => toRelation(areBlocked(state.blocks, a, b), state.friendships.get(friendshipId(a, b)) ?? null);

const ids = sql.placeholder('ids');
const actorIds = sql.placeholder('actorIds');
const personIds = sql.placeholder('personIds');

/** Sorted, as all locks of a batch. */
const lockFriendships = prepared('batch-lock-friendships', (db, name) =>
  db
    .select()
    .from(friendships)
    .where(sql`${friendships.id} = any(${ids}::uuid[])`)
    .orderBy(asc(friendships.id))
    .for('no key update')
    .prepare(name),
);
/** The two of each pair and of each friendship, in both directions: each is looked up by its key. */
const wantedPairs = sql`(
  select a, b from unnest(${actorIds}::uuid[], ${personIds}::uuid[]) as asked(a, b)
  union select b, a from unnest(${actorIds}::uuid[], ${personIds}::uuid[]) as asked(a, b)
  union select requester_id, requestee_id from ${friendships} where id = any(${ids}::uuid[])
  union select requestee_id, requester_id from ${friendships} where id = any(${ids}::uuid[])
) as pair`;
const findBlocks = prepared('batch-pair-blocks', (db, name) =>
  db
    .select({ block: blocks })
    .from(wantedPairs)
    .innerJoin(blocks, and(sql`${blocks.blockerId} = pair.a`, sql`${blocks.blockedId} = pair.b`))
    .prepare(name),
);
const askedPairs = sql`unnest(${actorIds}::uuid[], ${personIds}::uuid[], ${ids}::uuid[]) as asked(actor_id, person_id, friendship_id)`;
const findMutes = prepared('batch-author-mutes', (db, name) =>
  db
    .select({ mute: authorMutes })
    .from(sql`unnest(${actorIds}::uuid[], ${personIds}::uuid[]) as asked(actor_id, person_id)`)
    .innerJoin(
      authorMutes,
      and(sql`${authorMutes.userId} = asked.actor_id`, sql`${authorMutes.authorId} = asked.person_id`),
    )
    .prepare(name),
);
const two = {
  actor: sql`asked.actor_id`,
  person: sql`asked.person_id`,
  friendship: sql`asked.friendship_id`,
};
const findKnown = prepared('batch-known-people', (db, name) =>
  db
    .select({
      actorId: sql<string>`asked.actor_id`,
      isTied: sql<boolean>`${isTiedTo(db, two)}`,
      person: users,
    })
    .from(askedPairs)
    .innerJoin(users, eq(users.id, two.person))
    .where(isKnownTo(db, two))
    .prepare(name),
);

/**
 * Loads friendships, locked, and what people have said about each other. Call it behind the turns and before all other locks.
 * All queries are sent at once, in this order.
 */
export const loadRelations = async (
  tx: Transaction,
  needs: readonly RelationNeeds[],
): Promise<RelationState & { knownPeople: StoredUser[] }> => {
  const pairs = needs.flatMap((one) => one.pairs ?? []);
  const known = needs.flatMap((one) => one.known ?? []);
  const friendshipIds = [...new Set([...needs.flatMap((one) => one.friendships ?? []), ...pairs.map(idOf)])];
  const isAsked = friendshipIds.length > 0;
  const asked = { ...columnsOf(pairs), ids: friendshipIds };
  const [friendshipRows, blockRows, muteRows, knownRows] = await Promise.all([
    isAsked ? lockFriendships(tx).execute({ ids: friendshipIds }) : [],
    isAsked ? findBlocks(tx).execute(asked) : [],
    pairs.length > 0 ? findMutes(tx).execute(columnsOf(pairs)) : [],
    known.length > 0 ? findKnown(tx).execute({ ...columnsOf(known), ids: known.map(idOf) }) : [],
  ]);
  return {
    friendships: new WorkingRows<StoredFriendship>(({ id }) => id, friendshipRows),
    blocks: new WorkingRows<StoredBlock>(
      ({ blockerId, blockedId }) => saidOf(blockerId, blockedId),
      blockRows.map(({ block }) => block),
    ),
    authorMutes: new WorkingRows<StoredMute>(
      ({ userId, authorId }) => saidOf(userId, authorId),
      muteRows.map(({ mute }) => mute),
    ),
    knownPairs: new Map(
      knownRows.map(({ actorId, person, isTied }) => [saidOf(actorId, person.id), { isTied }]),
    ),
    knownPeople: knownRows.map(({ person }) => person),
  };
};

/** The turn of two people, and the id of what they have. */
export const idOf = ({ actorId, personId }: PairKey): string => friendshipId(actorId, personId);

const columnsOf = (pairs: readonly PairKey[]): { actorIds: string[]; personIds: string[] } => ({
  actorIds: pairs.map(({ actorId }) => actorId),
  personIds: pairs.map(({ personId }) => personId),
});
