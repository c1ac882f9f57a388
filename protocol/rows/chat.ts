import { instant } from '../text.ts';
import { z } from '../zod.ts';

export const chatType = z.enum(['PRIVATE', 'PUBLIC', 'GROUP']);
export type ChatType = z.infer<typeof chatType>;

/** A chat, the same for every reader. A PRIVATE chat has neither name nor code: its face is the other person. */
export const chatRow = z.object({
  id: z.uuid(),
  type: chatType,
  name: z.nullable(z.string()),
  uniqueCode: z.nullable(z.string()),
  avatarId: z.nullable(z.uuid()),
  /** The `seq` of the newest message; 0 in an empty chat. */
  lastSeq: z.int(),
  /** When the newest message or system line was stored. */
  lastMessageAt: z.nullable(instant()),
  createdAt: instant(),
  /** A PRIVATE chat that somebody began who is no friend: a message request of this person until the other says yes. */
  requestedBy: z.nullable(z.uuid()),
  version: z.int(),
});
export type ChatRow = z.infer<typeof chatRow>;

export const memberRole = z.enum(['OWNER', 'ADMIN', 'MEMBER']);
export type MemberRole = z.infer<typeof memberRole>;

/** A person in a chat, the same for every reader; receipts live here. `id` is `memberId(chatId, userId)`. Leaving leaves a tombstone. */
export const memberRow = z.object({
  id: z.string(),
  chatId: z.uuid(),
  userId: z.uuid(),
  role: memberRole,
  /** The chat's `lastSeq` when this person joined: a GROUP's new member sees only what is newer. */
  joinedSeq: z.int(),
  deliveredSeq: z.int(),
  /** Stays 0 for those who do not send receipts. */
  seenSeq: z.int(),
  /** When the mark moved to `seenSeq`, and where it stood before: what lies between was seen then. Null: no receipt was sent. */
  seenAt: z.nullish(instant()),
  seenFrom: z.nullish(z.int()),
  joinedAt: instant(),
  version: z.int(),
});
export type MemberRow = z.infer<typeof memberRow>;

/** What only I know of my place in a chat; stored in my user scope. Same `id` as my member row. */
export const membershipRow = z.object({
  id: z.string(),
  chatId: z.uuid(),
  userId: z.uuid(),
  seenSeq: z.int(),
  /** How many of the messages after `seenSeq` are my own: unseen = lastSeq − seenSeq − ownAfterSeen. */
  ownAfterSeen: z.int(),
  isMuted: z.boolean(),
  /** When the mute ends by itself; null: when I end it. Ask `isMutedAt`. Rows of older clients lack it. */
  mutedUntil: z.nullish(instant()),
  /** While it is muted, what names me makes no sound either. Null, and missing in older rows: it does. */
  mutesMentions: z.nullish(z.boolean()),
  isArchived: z.boolean(),
  /** Where it stands among the chats on top, see `comparePins`; null, and missing in older rows: it is not pinned. */
  pinRank: z.nullish(z.string()),
  /** "Delete for me": messages up to this number are gone for me. */
  clearedSeq: z.int(),
  /** When: lines of the system have no number of their own, and those after it stay. Rows of older clients lack it. */
  clearedAt: z.nullish(instant()),
  /** I said no to this message request: the chat stays out of sight until I write or we become friends. */
  isDeclined: z.boolean(),
  version: z.int(),
});
export type MembershipRow = z.infer<typeof membershipRow>;

/**
 * Somebody who is no friend would have me in a GROUP or PUBLIC chat; stored in the user scopes of the two. Same `id` as the
 * member row that it may become. Name and picture are those of when it was sent.
 */
export const invitationRow = z.object({
  id: z.string(),
  chatId: z.uuid(),
  userId: z.uuid(),
  inviterId: z.uuid(),
  chatType,
  chatName: z.string(),
  chatCode: z.string(),
  chatAvatarId: z.nullable(z.uuid()),
  createdAt: instant(),
  version: z.int(),
});
export type InvitationRow = z.infer<typeof invitationRow>;
