import { and, eq, gt, gte, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { type Change, LIMITS } from '../../../../protocol/index.ts';
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
  users,
} from '../../../db/schema.ts';
import { chatChange, invitationChange, memberChange, membershipChange } from '../../chats/presenter.ts';
import { commentChange } from '../../comments/presenter.ts';
import { blockChange, friendshipChange, muteChange } from '../../friends/presenter.ts';
import { hiddenChange, messageChange, pinnedChange, type StoredMessage } from '../../messages/presenter.ts';
import { readStars } from '../../messages/stars.ts';
import { hideChange, likeChange, postChange } from '../../posts/presenter.ts';
import { readOwnPosts } from '../../posts/queries.ts';
import { settingsChange, userChange } from '../../users/presenter.ts';
import type { HeldChat } from '../scopes.ts';

/** What a chat's snapshot holds of its messages, without a hole. */
export const coverageOf = ({ lastSeq, joinedSeq }: HeldChat): { fromSeq: number; toSeq: number } => ({
  fromSeq: Math.max(1, joinedSeq + 1, lastSeq - LIMITS.snapshotMessages + 1),
  toSeq: lastSeq,
});

/** All of a person's own scope: account, friendships and invitations with the other people's profiles, memberships, posts and likes. */
export const readOwnSnapshot = async (tx: Transaction, userId: string): Promise<Change[]> => {
  const ties = await tx
    .select()
    .from(friendships)
    .where(
      and(
        isNull(friendships.deletedAt),
        or(eq(friendships.requesterId, userId), eq(friendships.requesteeId, userId)),
      ),
    );
  const blocked = await tx
    .select()
    .from(blocks)
    .where(and(eq(blocks.blockerId, userId), isNull(blocks.deletedAt)));
  const muted = await tx
    .select()
    .from(authorMutes)
    .where(and(eq(authorMutes.userId, userId), isNull(authorMutes.deletedAt)));
  const others = ties.map(({ requesterId, requesteeId }) =>
    requesterId === userId ? requesteeId : requesterId,
  );
  const asked = await tx
    .select()
    .from(invitations)
    .where(
      and(
        isNull(invitations.deletedAt),
        or(
          eq(invitations.inviterId, userId),
          and(eq(invitations.userId, userId), eq(invitations.isHidden, false)),
        ),
      ),
    );
  const askers = asked.flatMap(({ inviterId, userId: askedId }) => [inviterId, askedId]);
  const named = [...blocked.map(({ blockedId }) => blockedId), ...muted.map(({ authorId }) => authorId)];
  const people = await tx
    .select()
    .from(users)
    .where(inArray(users.id, [userId, ...others, ...askers, ...named]));
  const places = await tx
    .select()
    .from(memberships)
    .where(and(eq(memberships.userId, userId), isNull(memberships.leftAt)));
  const hidden = await tx
    .select()
    .from(hiddenMessages)
    .where(and(eq(hiddenMessages.userId, userId), isNull(hiddenMessages.deletedAt)));
  const starred = await readStars({ tx }, { userId });
  const own = await readOwnPosts(tx, userId);
  return [
    ...people.map(userChange),
    ...people.filter(({ id }) => id === userId).map(settingsChange),
    ...ties.map(friendshipChange),
    ...blocked.map(blockChange),
    ...muted.map(muteChange),
    ...places.map(membershipChange),
    ...hidden.map(hiddenChange),
    ...starred,
    ...own.posts.map((post) => postChange(post, userId)),
    ...own.comments.map((comment) => commentChange(comment, userId)),
    ...own.likes.map(likeChange),
    ...own.hides.map(hideChange),
    ...asked.map(invitationChange),
  ];
};

/** The people that a message names. */
const peopleIn = ({ senderId, event }: StoredMessage): string[] => [
  ...(senderId ? [senderId] : []),
  ...(event?.people ?? []),
];

/** Chats with their members, the newest messages, those that are pinned, and the profiles of all who appear in them. */
export const readChatSnapshots = async (
  tx: Transaction,
  held: readonly HeldChat[],
): Promise<Map<string, Change[]>> => {
  const ids = held.map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rooms = await tx.select().from(chats).where(inArray(chats.id, ids));
  const inside = await tx
    .select()
    .from(members)
    .where(and(inArray(members.chatId, ids), isNull(members.leftAt)));
  const newest = await tx
    .select({ message: messages })
    .from(messages)
    .innerJoin(chats, eq(chats.id, messages.chatId))
    .where(and(inArray(chats.id, ids), isAmongNewest));
  const talk = newest.map(({ message }) => message);
  const pinned = await tx
    .select()
    .from(messages)
    .where(and(inArray(messages.chatId, ids), isNotNull(messages.pinnedAt), isNull(messages.deletedAt)));
  const peopleIds = new Set(inside.map(({ userId }) => userId));
  for (const message of [...talk, ...pinned]) for (const id of peopleIn(message)) peopleIds.add(id);
  const people = await tx
    .select()
    .from(users)
    .where(inArray(users.id, [...peopleIds]));
  return new Map(
    held.map(({ id, joinedSeq, enteredSeq }) => {
      const insideHere = inside.filter(({ chatId }) => chatId === id);
      const talkHere = talk.filter(
        ({ chatId, afterSeq, seq }) => chatId === id && (seq ?? afterSeq + 1) > joinedSeq,
      );
      const pinnedHere = pinned.filter(({ chatId, seq }) => chatId === id && (seq ?? 0) > enteredSeq);
      const here = new Set([
        ...insideHere.map(({ userId }) => userId),
        ...[...talkHere, ...pinnedHere].flatMap(peopleIn),
      ]);
      return [
        id,
        [
          ...rooms.filter((room) => room.id === id).map(chatChange),
          ...insideHere.map(memberChange),
          ...people.filter((person) => here.has(person.id)).map(userChange),
          ...talkHere.map(messageChange),
          ...pinnedHere.map(pinnedChange),
        ],
      ];
    }),
  );
};

// Numbers are dense, so the newest n messages are those after `last_seq - n`; a system line stands behind the message
// whose number it carries.
const windowStart = sql`${chats.lastSeq} - ${LIMITS.snapshotMessages}::int`;
const isAmongNewest = and(
  // Said on its own, so that the index begins there and not at the chat's first message.
  gte(messages.afterSeq, windowStart),
  or(gt(messages.afterSeq, windowStart), isNull(messages.seq)),
);
