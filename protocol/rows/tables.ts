import { z } from '../zod.ts';
import { blockRow } from './block.ts';
import { chatRow, invitationRow, memberRow, membershipRow } from './chat.ts';
import { friendshipRow } from './friendship.ts';
import { hiddenRow } from './hidden.ts';
import { messageRow } from './message.ts';
import { authorMuteRow } from './mute.ts';
import { pinnedMessageRow } from './pinned-message.ts';
import { commentRow, hiddenPostRow, likeRow, postRow } from './post.ts';
import { settingsRow } from './settings.ts';
import { starredMessageRow } from './starred-message.ts';
import { userRow } from './user.ts';

/** Every table that the log carries, with the schema of its rows. */
export const rowSchemas = {
  users: userRow,
  settings: settingsRow,
  friendships: friendshipRow,
  chats: chatRow,
  members: memberRow,
  memberships: membershipRow,
  invitations: invitationRow,
  messages: messageRow,
  pinnedMessages: pinnedMessageRow,
  hidden: hiddenRow,
  starredMessages: starredMessageRow,
  posts: postRow,
  comments: commentRow,
  likes: likeRow,
  hiddenPosts: hiddenPostRow,
  blocks: blockRow,
  authorMutes: authorMuteRow,
} as const;

export type TableName = keyof typeof rowSchemas;
export type RowOf<T extends TableName> = z.infer<(typeof rowSchemas)[T]>;

// The row's schema is an argument of its own: looked up inside, it would be the union of all rows.
const changeOf = <T extends TableName, Row extends z.ZodMiniType>(table: T, row: Row) =>
  z.object({
    table: z.literal(table),
    id: z.string(),
    /** Counts the row's changes; the newer version wins, and a tombstone is a version like any other. */
    version: z.int(),
    /** The row as it is now, or null when it is gone: a tombstone. */
    row: z.nullable(row),
  });

/** One row's newest state. */
export const change = z.discriminatedUnion('table', [
  changeOf('users', rowSchemas.users),
  changeOf('settings', rowSchemas.settings),
  changeOf('friendships', rowSchemas.friendships),
  changeOf('chats', rowSchemas.chats),
  changeOf('members', rowSchemas.members),
  changeOf('memberships', rowSchemas.memberships),
  changeOf('invitations', rowSchemas.invitations),
  changeOf('messages', rowSchemas.messages),
  changeOf('pinnedMessages', rowSchemas.pinnedMessages),
  changeOf('hidden', rowSchemas.hidden),
  changeOf('starredMessages', rowSchemas.starredMessages),
  changeOf('posts', rowSchemas.posts),
  changeOf('comments', rowSchemas.comments),
  changeOf('likes', rowSchemas.likes),
  changeOf('hiddenPosts', rowSchemas.hiddenPosts),
  changeOf('blocks', rowSchemas.blocks),
  changeOf('authorMutes', rowSchemas.authorMutes),
]);
export type Change = z.infer<typeof change>;
