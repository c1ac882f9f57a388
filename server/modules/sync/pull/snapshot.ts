import { and, eq, gt, gte, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { type Change, LIMITS } from '../../../../protocol/index.ts';
import { type Transaction, together } from '../../../db/database.ts';
import { prepared } from '../../../db/prepared.ts';
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
import { findChats, findUsers } from './rows-by-id.ts';

/** What a chat's snapshot holds of its messages, without a hole. */
export const coverageOf = ({ lastSeq, joinedSeq }: HeldChat): { fromSeq: number; toSeq: number } => ({
  fromSeq: Math.max(1, joinedSeq + 1, lastSeq - LIMITS.snapshotMessages + 1),
  toSeq: lastSeq,
});

const owner = sql.placeholder('userId');
const ids = sql.placeholder('ids');

const findOwnTies = prepared('own-ties', (db, name) =>
  db
    .select()
    .from(friendships)
    .where(
      and(
        isNull(friendships.deletedAt),
        or(eq(friendships.requesterId, owner), eq(friendships.requesteeId, owner)),
      ),
    )
    .prepare(name),
);
const findOwnBlocks = prepared('own-blocks', (db, name) =>
  db
    .select()
    .from(blocks)
    .where(and(eq(blocks.blockerId, owner), isNull(blocks.deletedAt)))
    .prepare(name),
);
const findOwnMutes = prepared('own-mutes', (db, name) =>
  db
    .select()
    .from(authorMutes)
    .where(and(eq(authorMutes.userId, owner), isNull(authorMutes.deletedAt)))
    .prepare(name),
);
const findOwnInvitations = prepared('own-invitations', (db, name) =>
  db
    .select()
    .from(invitations)
    .where(
      and(
        isNull(invitations.deletedAt),
        or(
          eq(invitations.inviterId, owner),
          and(eq(invitations.userId, owner), eq(invitations.isHidden, false)),
        ),
      ),
    )
    .prepare(name),
);
const findOwnPlaces = prepared('own-places', (db, name) =>
  db
    .select()
    .from(memberships)
    .where(and(eq(memberships.userId, owner), isNull(memberships.leftAt)))
    .prepare(name),
);
const findOwnHidden = prepared('own-hidden', (db, name) =>
  db
    .select()
    .from(hiddenMessages)
    .where(and(eq(hiddenMessages.userId, owner), isNull(hiddenMessages.deletedAt)))
    .prepare(name),
);

/** All of a person's own scope: account, friendships and invitations with the other people's profiles, memberships, posts and likes. */
export const readOwnSnapshot = async (tx: Transaction, userId: string): Promise<Change[]> => {
  // All at once: a transaction has one connection, which takes them one after the other without waiting for us.
  const [ties, blocked, muted, asked, places, hidden, starred, own] = await together(
    findOwnTies(tx).execute({ userId }),
    findOwnBlocks(tx).execute({ userId }),
    findOwnMutes(tx).execute({ userId }),
    findOwnInvitations(tx).execute({ userId }),
    findOwnPlaces(tx).execute({ userId }),
    findOwnHidden(tx).execute({ userId }),
    readStars({ tx }, { userId }),
    readOwnPosts(tx, userId),
  );
  const others = ties.map(({ requesterId, requesteeId }) =>
    requesterId === userId ? requesteeId : requesterId,
  );
  const askers = asked.flatMap(({ inviterId, userId: askedId }) => [inviterId, askedId]);
  const named = [...blocked.map(({ blockedId }) => blockedId), ...muted.map(({ authorId }) => authorId)];
  const people = await findUsers(tx).execute({
    ids: [...new Set([userId, ...others, ...askers, ...named])],
  });
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

// Numbers are dense, so the newest n messages are those after `last_seq - n`; a system line stands behind the message
// whose number it carries.
const windowStart = sql`${chats.lastSeq} - ${LIMITS.snapshotMessages}::int`;
const isAmongNewest = and(
  // Said on its own, so that the index begins there and not at the chat's first message.
  gte(messages.afterSeq, windowStart),
  or(gt(messages.afterSeq, windowStart), isNull(messages.seq)),
);

const findInside = prepared('chats-inside', (db, name) =>
  db
    .select()
    .from(members)
    .where(and(sql`${members.chatId} = any(${ids}::uuid[])`, isNull(members.leftAt)))
    .prepare(name),
);
const findNewest = prepared('chats-newest', (db, name) =>
  db
    .select({ message: messages })
    .from(messages)
    .innerJoin(chats, eq(chats.id, messages.chatId))
    .where(and(sql`${chats.id} = any(${ids}::uuid[])`, isAmongNewest))
    .prepare(name),
);
const findPinned = prepared('chats-pinned', (db, name) =>
  db
    .select()
    .from(messages)
    .where(
      and(
        sql`${messages.chatId} = any(${ids}::uuid[])`,
        isNotNull(messages.pinnedAt),
        isNull(messages.deletedAt),
      ),
    )
    .prepare(name),
);

/** Chats with their members, the newest messages, those that are pinned, and the profiles of all who appear in them. */
export const readChatSnapshots = async (
  tx: Transaction,
  held: readonly HeldChat[],
): Promise<Map<string, Change[]>> => {
  const chatIds = held.map(({ id }) => id);
  if (chatIds.length === 0) return new Map();
  const wanted = { ids: chatIds };
  const [rooms, inside, newest, pinned] = await together(
    findChats(tx).execute(wanted),
    findInside(tx).execute(wanted),
    findNewest(tx).execute(wanted),
    findPinned(tx).execute(wanted),
  );
  const talk = newest.map(({ message }) => message);
  const peopleIds = new Set(inside.map(({ userId }) => userId));
  for (const message of [...talk, ...pinned]) for (const id of peopleIn(message)) peopleIds.add(id);
  const people = await findUsers(tx).execute({ ids: [...peopleIds] });
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
