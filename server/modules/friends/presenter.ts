import {
  type AuthorMuteRow,
  authorMuteId,
  type BlockRow,
  blockId,
  type Change,
  type FriendshipRow,
} from '../../../protocol/index.ts';
import type { authorMutes, blocks, friendships } from '../../db/schema.ts';
import { presentUser, type StoredUser } from '../users/presenter.ts';

export type StoredFriendship = typeof friendships.$inferSelect;

/** A friendship as its two people see it. */
export const presentFriendship = (row: StoredFriendship): FriendshipRow => ({
  id: row.id,
  requesterId: row.requesterId,
  requesteeId: row.requesteeId,
  status: row.status,
  createdAt: row.createdAt.toISOString(),
  approvedAt: row.approvedAt?.toISOString() ?? null,
  version: row.version,
});

/** A rejected or ended one travels as a tombstone. */
export const friendshipChange = (row: StoredFriendship): Change => ({
  table: 'friendships',
  id: row.id,
  version: row.version,
  row: row.deletedAt ? null : presentFriendship(row),
});

export type StoredBlock = typeof blocks.$inferSelect;

export const presentBlock = (row: StoredBlock): BlockRow => ({
  id: blockId(row.blockerId, row.blockedId),
  userId: row.blockedId,
  createdAt: row.createdAt.toISOString(),
  version: row.version,
});

/** Only ever for the blocker's own scope. */
export const blockChange = (row: StoredBlock): Change => ({
  table: 'blocks',
  id: blockId(row.blockerId, row.blockedId),
  version: row.version,
  row: row.deletedAt ? null : presentBlock(row),
});

export type StoredMute = typeof authorMutes.$inferSelect;

export const presentMute = (row: StoredMute): AuthorMuteRow => ({
  id: authorMuteId(row.userId, row.authorId),
  userId: row.authorId,
  createdAt: row.createdAt.toISOString(),
  version: row.version,
});

/** For the scope of the muting member only. */
export const muteChange = (row: StoredMute): Change => ({
  table: 'authorMutes',
  id: authorMuteId(row.userId, row.authorId),
  version: row.version,
  row: row.deletedAt ? null : presentMute(row),
});

/** A friendship with the other person's public profile, as the calls of the specification answer it. */
export const presentFriend = ({ friendship, user }: { friendship: StoredFriendship; user: StoredUser }) => ({
  ...presentFriendship(friendship),
  user: presentUser(user),
});
