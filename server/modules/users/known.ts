import { and, eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { friendshipId, ProtocolError } from '../../../protocol/index.ts';
import { chatPairs } from '../../db/account-tables.ts';
import type { Transaction } from '../../db/database.ts';
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

/** A friendship, request or invitation between the two, or what the actor has said about the person before; standing or ended. */
const isTied = (tx: Transaction, a: string, b: string): SQL[] => {
  const friendship = tx
    .select({ id: friendships.id })
    .from(friendships)
    .where(eq(friendships.id, friendshipId(a, b)));
  const invitation = tx
    .select({ id: invitations.id })
    .from(invitations)
    .where(
      or(
        and(eq(invitations.inviterId, a), eq(invitations.userId, b)),
        and(eq(invitations.inviterId, b), eq(invitations.userId, a), eq(invitations.isHidden, false)),
      ),
    );
  const lookUp = tx
    .select({ id: chatPairs.chatId })
    .from(chatPairs)
    .where(and(eq(chatPairs.askerId, a), eq(chatPairs.otherId, b)));
  const block = tx
    .select({ id: blocks.blockedId })
    .from(blocks)
    .where(and(eq(blocks.blockerId, a), eq(blocks.blockedId, b)));
  const mute = tx
    .select({ id: authorMutes.authorId })
    .from(authorMutes)
    .where(and(eq(authorMutes.userId, a), eq(authorMutes.authorId, b)));
  return [friendship, invitation, lookUp, block, mute].map((row) => sql`exists ${row}`);
};

/** Two who have been in one chat at the same time, or one of whom wrote what the other may read there. */
const haveMet = (tx: Transaction, a: string, b: string): SQL => {
  const readable = tx
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
  const chat = tx
    .select({ id: chats.id })
    .from(mine)
    .innerJoin(theirs, eq(theirs.chatId, mine.chatId))
    .innerJoin(chats, eq(chats.id, mine.chatId))
    .where(and(eq(mine.userId, a), eq(theirs.userId, b), sql`((${together}) or exists ${readable})`));
  return sql`exists ${chat}`;
};

/** What the person has published under their name where the actor may read it; a block between the two hides it. */
const isRead = (tx: Transaction, a: string, b: string): SQL => {
  const post = tx
    .select({ id: posts.id })
    .from(posts)
    .innerJoin(users, eq(users.id, posts.creatorId))
    .where(and(eq(posts.creatorId, b), isNull(posts.alias), isReadableBy(a)));
  const comment = tx
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
  return sql`(not ${isBlockedBetween(sql`${a}::uuid`, sql`${b}::uuid`)} and (exists ${post} or exists ${comment}))`;
};

/**
 * The person with this id, if the actor has seen them: by a tie between the two, in a common chat, by what they have
 * published or by their code. Their account may be gone since, and a block may stand between the two: who was seen before
 * stays known, so that neither is told.
 */
export const findKnownPerson = async (
  tx: Transaction,
  actorId: string,
  personId: string,
): Promise<StoredUser | undefined> => {
  const isKnown = or(
    ...isTied(tx, actorId, personId),
    haveMet(tx, actorId, personId),
    isRead(tx, actorId, personId),
  );
  const person = alias(users, 'person');
  const [found] = await tx
    .select()
    .from(person)
    .where(and(eq(person.id, personId), isKnown));
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
