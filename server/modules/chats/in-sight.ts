import { and, eq, gt, ne, or, type SQL, sql } from 'drizzle-orm';
import { chats, memberships } from '../../db/schema.ts';
import type { StoredChat, StoredMembership } from './presenter.ts';

/** Which chats are in a member's list: for queries, and for rows in memory. in-sight.test.ts holds the two to one answer. */

/** A message request of somebody else that waits for this person's answer. */
export const isRequestTo = (userId: string): SQL =>
  sql`(${chats.requestedBy} is not null and ${chats.requestedBy} <> ${userId}::uuid)`;

export const isRequestIn = ({ requestedBy }: Pick<StoredChat, 'requestedBy'>, userId: string): boolean =>
  requestedBy !== null && requestedBy !== userId;

/** Neither declined nor deleted for me: a private chat that was comes back with its next message. */
export const isInSight = and(
  eq(memberships.isDeclined, false),
  or(ne(chats.type, 'PRIVATE'), eq(memberships.clearedSeq, 0), gt(chats.lastSeq, memberships.clearedSeq)),
);

export const isPlaceInSight = (
  { isDeclined, clearedSeq }: Pick<StoredMembership, 'isDeclined' | 'clearedSeq'>,
  { type, lastSeq }: Pick<StoredChat, 'type' | 'lastSeq'>,
): boolean => !isDeclined && (type !== 'PRIVATE' || clearedSeq === 0 || lastSeq > clearedSeq);
