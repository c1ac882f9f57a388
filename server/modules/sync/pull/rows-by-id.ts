import { sql } from 'drizzle-orm';
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
  users,
} from '../../../db/schema.ts';

/** Rows of each table by their ids (`ids`), for what a log or a snapshot names. */

const ids = sql.placeholder('ids');
const pairs = sql`unnest(${sql.placeholder('ones')}::uuid[], ${sql.placeholder('others')}::uuid[]) as pair(one, other)`;

export const findUsers = prepared('rows-users', (db, name) =>
  db.select().from(users).where(sql`${users.id} = any(${ids}::uuid[])`).prepare(name),
);
export const findFriendships = prepared('rows-friendships', (db, name) =>
  db.select().from(friendships).where(sql`${friendships.id} = any(${ids}::uuid[])`).prepare(name),
);
export const findChats = prepared('rows-chats', (db, name) =>
  db.select().from(chats).where(sql`${chats.id} = any(${ids}::uuid[])`).prepare(name),
);
export const findMembers = prepared('rows-members', (db, name) =>
  db.select().from(members).where(sql`${members.id} = any(${ids}::text[])`).prepare(name),
);
export const findPlaces = prepared('rows-memberships', (db, name) =>
  db.select().from(memberships).where(sql`${memberships.id} = any(${ids}::text[])`).prepare(name),
);
export const findInvitations = prepared('rows-invitations', (db, name) =>
  db.select().from(invitations).where(sql`${invitations.id} = any(${ids}::text[])`).prepare(name),
);
export const findMessages = prepared('rows-messages', (db, name) =>
  db.select().from(messages).where(sql`${messages.id} = any(${ids}::uuid[])`).prepare(name),
);
export const findHidden = prepared('rows-hidden', (db, name) =>
  db.select().from(hiddenMessages).where(sql`${hiddenMessages.id} = any(${ids}::text[])`).prepare(name),
);
export const findBlocks = prepared('rows-blocks', (db, name) =>
  db
    .select()
    .from(blocks)
    .where(sql`(${blocks.blockerId}, ${blocks.blockedId}) in (select one, other from ${pairs})`)
    .prepare(name),
);
export const findMutes = prepared('rows-mutes', (db, name) =>
  db
    .select()
    .from(authorMutes)
    .where(sql`(${authorMutes.userId}, ${authorMutes.authorId}) in (select one, other from ${pairs})`)
    .prepare(name),
);
