import { instant } from '../text.ts';
import { z } from '../zod.ts';

export const chatType = z.enum(['PRIVATE', 'PUBLIC', 'GROUP']);
export type ChatType = z.infer<typeof chatType>;

/** A chat, the same for every reader. A PRIVATE chat has neither name nor code: its face is the other person. */
export const chatRow = z.object({
  id: z.uuid(),
  type: chatType,
  name: z.string().nullable(),
  uniqueCode: z.string().nullable(),
  avatarId: z.uuid().nullable(),
  /** The `seq` of the newest message; 0 in an empty chat. */
  lastSeq: z.int(),
  /** When the newest message or system line was stored. */
  lastMessageAt: instant().nullable(),
  createdAt: instant(),
  version: z.int(),
});
export type ChatRow = z.infer<typeof chatRow>;

export const memberRole = z.enum(['OWNER', 'ADMIN', 'MEMBER']);

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
  joinedAt: instant(),
  version: z.int(),
});
export type MemberRow = z.infer<typeof memberRow>;

/** What only I know of my place in a chat; lives in my user scope. Same `id` as my member row. */
export const membershipRow = z.object({
  id: z.string(),
  chatId: z.uuid(),
  userId: z.uuid(),
  seenSeq: z.int(),
  /** How many of the messages after `seenSeq` are my own: unseen = lastSeq − seenSeq − ownAfterSeen. */
  ownAfterSeen: z.int(),
  isMuted: z.boolean(),
  isArchived: z.boolean(),
  version: z.int(),
});
export type MembershipRow = z.infer<typeof membershipRow>;
