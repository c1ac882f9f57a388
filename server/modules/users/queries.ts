import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { friendshipId } from '../../../protocol/index.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { chats, friendships, memberships, users } from '../../db/schema.ts';
import { isBlockedBetween } from '../friends/relation.ts';
import type { StoredUser } from './presenter.ts';

/** A person who has an account. */
export const findUser = async (db: Database | Transaction, id: string): Promise<StoredUser | undefined> => {
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)));
  return user;
};

/**
 * A person who has an account, locked until the transaction ends. Ending all sessions changes this row first:
 * one that is opened meanwhile is either ended, too, or never opened.
 */
export const holdUser = async (tx: Transaction, id: string): Promise<StoredUser | undefined> => {
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .for('share');
  return user;
};

/** A person by code, unless there is a block between them and the caller: the answer is that of an unknown code. */
export const findUserByCode = async (
  db: Database | Transaction,
  askerId: string,
  code: string,
): Promise<StoredUser | undefined> => {
  const isBlocked = isBlockedBetween(sql`${users.id}`, sql`${askerId}`);
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.uniqueCode, code), isNull(users.deletedAt), sql`not ${isBlocked}`));
  return user;
};

/** True when two people are friends or are in a common chat now, and no block stands between them (docs/decisions/0009). */
export const areAcquainted = async (db: Database | Transaction, a: string, b: string): Promise<boolean> => {
  const theirs = alias(memberships, 'theirs');
  const shareChat = db
    .select({ chatId: memberships.chatId })
    .from(memberships)
    .innerJoin(theirs, eq(theirs.chatId, memberships.chatId))
    .innerJoin(chats, eq(chats.id, memberships.chatId))
    .where(
      and(
        eq(memberships.userId, a),
        eq(theirs.userId, b),
        isNull(memberships.leftAt),
        isNull(theirs.leftAt),
        // Who writes a message request does not get to know the other by it.
        or(isNull(chats.requestedBy), eq(chats.requestedBy, b)),
      ),
    );
  const areFriends = db
    .select({ id: friendships.id })
    .from(friendships)
    .where(
      and(
        eq(friendships.id, friendshipId(a, b)),
        eq(friendships.status, 'APPROVED'),
        isNull(friendships.deletedAt),
      ),
    );
  const [found] = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.id, b),
        sql`not ${isBlockedBetween(sql`${a}`, sql`${b}`)}`,
        sql`(exists ${areFriends} or exists ${shareChat})`,
      ),
    );
  return found !== undefined;
};
