import { and, eq, isNull, ne, not, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Transaction } from '../../db/database.ts';
import { chats, friendships, members, memberships, posts, users } from '../../db/schema.ts';
import { isBlockedBetween } from '../friends/relation.ts';
import { loadReadable } from '../messages/policy.ts';

/** A chat whose messages a search may show, from behind this one on. */
export type SearchedChat = { chatId: string; fromSeq: number };

/**
 * The chats that somebody is in, as far as they may read them: what was said before they joined, or what they have cleared, is
 * not theirs to find. The same as the pages of a chat (messages/queries.ts).
 */
export const findOwnChats = (tx: Transaction, userId: string): Promise<SearchedChat[]> =>
  tx
    .select({
      chatId: members.chatId,
      fromSeq: sql`coalesce(greatest(${members.joinedSeq}, ${memberships.clearedSeq}), 0)`.mapWith(Number),
    })
    .from(members)
    .innerJoin(chats, eq(chats.id, members.chatId))
    .leftJoin(memberships, eq(memberships.id, members.id))
    .where(
      and(
        eq(members.userId, userId),
        isNull(members.leftAt),
        isNull(chats.deletedAt),
        // Of a request that was declined nothing is shown until they ask again.
        sql`${memberships.isDeclined} is not true`,
      ),
    );

/** One chat alone; a PUBLIC one may be read by anybody. @throws ProtocolError `not_found` */
export const findOneChat = async (
  tx: Transaction,
  userId: string,
  chatId: string,
): Promise<SearchedChat[]> => {
  const { joinedSeq } = await loadReadable(tx, chatId, userId);
  return [{ chatId, fromSeq: joinedSeq }];
};

const mine = alias(members, 'mine');
const theirs = alias(members, 'theirs');

/**
 * Whether somebody may be found by name: a friend, somebody in a common chat, or the named author of a public post. All of
 * these can be seen without a search; nobody else is in it (docs/decisions/0009), nor anybody across a block.
 */
export const isFindableBy = (tx: Transaction, readerId: string): SQL | undefined => {
  const friendship = tx
    .select({ id: friendships.id })
    .from(friendships)
    .where(
      and(
        eq(friendships.status, 'APPROVED'),
        isNull(friendships.deletedAt),
        or(
          and(eq(friendships.requesterId, readerId), eq(friendships.requesteeId, users.id)),
          and(eq(friendships.requesteeId, readerId), eq(friendships.requesterId, users.id)),
        ),
      ),
    );
  const common = tx
    .select({ id: chats.id })
    .from(mine)
    .innerJoin(theirs, eq(theirs.chatId, mine.chatId))
    .innerJoin(chats, eq(chats.id, mine.chatId))
    .where(
      and(
        eq(mine.userId, readerId),
        eq(theirs.userId, users.id),
        isNull(mine.leftAt),
        isNull(theirs.leftAt),
        isNull(chats.deletedAt),
        // Who writes a message request does not get to know the other by it.
        or(isNull(chats.requestedBy), ne(chats.requestedBy, readerId)),
      ),
    );
  const post = tx
    .select({ id: posts.id })
    .from(posts)
    .where(
      and(
        eq(posts.creatorId, users.id),
        eq(posts.privacy, 'PUBLIC'),
        isNull(posts.alias),
        isNull(posts.deletedAt),
        isNull(posts.purgedAt),
      ),
    );
  return and(
    ne(users.id, readerId),
    isNull(users.deletedAt),
    not(isBlockedBetween(sql`${users.id}`, sql`${readerId}::uuid`)),
    sql`(exists ${friendship} or exists ${common} or exists ${post})`,
  );
};
