import { and, eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { friendshipId, ProtocolError } from '../../../protocol/index.ts';
import { chatPairs } from '../../db/account-tables.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import {
  authorMutes,
  blocks,
  chats,
  comments,
  friendships,
  invitations,
  members,
  messages,
  posts,
  users,
} from '../../db/schema.ts';
import { isBlockedBetween } from '../friends/relation.ts';
import { isReadableBy } from '../posts/policy.ts';
import type { CommandContext } from '../sync/context.ts';
import type { StoredUser } from './presenter.ts';

const mine = alias(members, 'mine');
const theirs = alias(members, 'theirs');

/** Two people, and the id of the friendship that they have or could have. */
type Two = { actor: SQL; person: SQL; friendship: SQL };

/** A friendship, request or invitation between the two, or what the actor has said about the person before; standing or ended. */
const listTies = (db: Queryable, { actor: a, person: b, friendship: id }: Two): SQL[] => {
  const friendship = db.select({ id: friendships.id }).from(friendships).where(eq(friendships.id, id));
  const invitation = db
    .select({ id: invitations.id })
    .from(invitations)
    .where(
      or(
        and(eq(invitations.inviterId, a), eq(invitations.userId, b)),
        and(eq(invitations.inviterId, b), eq(invitations.userId, a), eq(invitations.isHidden, false)),
      ),
    );
  const lookUp = db
    .select({ id: chatPairs.chatId })
    .from(chatPairs)
    .where(and(eq(chatPairs.askerId, a), eq(chatPairs.otherId, b)));
  const block = db
    .select({ id: blocks.blockedId })
    .from(blocks)
    .where(and(eq(blocks.blockerId, a), eq(blocks.blockedId, b)));
  const mute = db
    .select({ id: authorMutes.authorId })
    .from(authorMutes)
    .where(and(eq(authorMutes.userId, a), eq(authorMutes.authorId, b)));
  return [friendship, invitation, lookUp, block, mute].map((row) => sql`exists ${row}`);
};

/** Two who have been in one chat at the same time, or one of whom wrote what the other may read there. */
const haveMet = (db: Queryable, { actor: a, person: b }: Two): SQL => {
  const readable = db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.chatId, mine.chatId),
        eq(messages.senderId, b),
        sql`${messages.seq} > ${mine.joinedSeq}`,
        isNull(mine.leftAt),
      ),
    );
  const together = sql`(${theirs.leftAt} is null or ${theirs.leftAt} >= ${mine.joinedAt})
    and (${mine.leftAt} is null or ${mine.leftAt} >= ${theirs.joinedAt})`;
  const chat = db
    .select({ id: chats.id })
    .from(mine)
    .innerJoin(theirs, eq(theirs.chatId, mine.chatId))
    .innerJoin(chats, eq(chats.id, mine.chatId))
    .where(and(eq(mine.userId, a), eq(theirs.userId, b), sql`((${together}) or exists ${readable})`));
  return sql`exists ${chat}`;
};

/** What the person has published under their name where the actor may read it; a block between the two hides it. */
const isRead = (db: Queryable, { actor: a, person: b }: Two): SQL => {
  const post = db
    .select({ id: posts.id })
    .from(posts)
    .innerJoin(users, eq(users.id, posts.creatorId))
    .where(and(eq(posts.creatorId, b), isNull(posts.alias), isReadableBy(a)));
  const comment = db
    .select({ id: comments.id })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .innerJoin(users, eq(users.id, posts.creatorId))
    .where(
      and(
        eq(comments.creatorId, b),
        isNull(comments.deletedAt),
        // Under an own anonymous post they are "Author".
        or(isNull(posts.alias), ne(posts.creatorId, b)),
        isReadableBy(a),
      ),
    );
  return sql`(not ${isBlockedBetween(a, b)} and (exists ${post} or exists ${comment}))`;
};

/** What lets the actor know a person and never ends. */
export const isTiedTo = (db: Queryable, two: Two): SQL | undefined =>
  or(...listTies(db, two), haveMet(db, two));

/**
 * Whether the actor has seen a person: by a tie between the two, in a common chat, by what they have published or by their
 * code. Their account may be gone since, and a block may stand between the two: who was seen before stays known, so that
 * neither is told.
 */
export const isKnownTo = (db: Queryable, two: Two): SQL | undefined => or(isTiedTo(db, two), isRead(db, two));

/** The person with this id, if the actor has seen them. */
export const findKnownPerson = async (
  tx: Transaction,
  actorId: string,
  personId: string,
): Promise<StoredUser | undefined> => {
  const two = {
    actor: sql`${actorId}::uuid`,
    person: sql`${personId}::uuid`,
    friendship: sql`${friendshipId(actorId, personId)}::uuid`,
  };
  const person = alias(users, 'person');
  const [found] = await tx
    .select()
    .from(person)
    .where(and(eq(person.id, personId), isKnownTo(tx, two)));
  return found;
};

/**
 * What a command answers that names by a bare id somebody whom the actor may not see, whether or not there is such a person.
 * It costs what looking a code up costs: else ids could be tried without end.
 * @throws ProtocolError `rate_limited` instead, when there were too many
 */
export const refuseUnknownPerson = async ({ chargeLookUp }: CommandContext): Promise<never> => {
  await chargeLookUp();
  throw new ProtocolError('not_found');
};
