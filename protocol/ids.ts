import { v4, v5, v7, version } from 'uuid';

// Namespaces are fixed for ever: changing one gives every existing pair a second chat or friendship.
const FRIENDSHIP_NAMESPACE = '6f0d3b0e-2f3a-4b0c-9a52-0d4a1f6f7b11';
const PRIVATE_CHAT_NAMESPACE = 'b1c7a2d4-5e1f-4c86-8f0a-7c9d2e3f4a55';

const sortedPair = (a: string, b: string): string => (a < b ? `${a}:${b}` : `${b}:${a}`);

/** A new time-ordered id (UUIDv7, RFC 9562): messages, mutations, devices, groups. */
export const newId = (): string => v7();

/** A new id that tells nothing of when it was made (UUIDv4): anonymous posts and their files. */
export const newUntimedId = (): string => v4();

/** Whether an id tells nothing of when it was made. */
export const isUntimedId = (id: string): boolean => version(id) === 4;

/** The friendship of two people (UUIDv5 over the sorted pair, docs/decisions/0002). The order of the arguments does not matter. */
export const friendshipId = (a: string, b: string): string => v5(sortedPair(a, b), FRIENDSHIP_NAMESPACE);

/** The private chat of two people (UUIDv5 over the sorted pair): both can compute it offline. */
export const privateChatId = (a: string, b: string): string => v5(sortedPair(a, b), PRIVATE_CHAT_NAMESPACE);

/** Somebody's saved messages: their private chat with themselves (docs/decisions/0040). */
export const savedMessagesId = (userId: string): string => privateChatId(userId, userId);

/** The key of a hidden row: what somebody has deleted for themselves. */
export const hiddenId = (userId: string, messageId: string): string => `${userId}:${messageId}`;

/** The key of my star on a message. */
export const starId = (userId: string, messageId: string): string => `${userId}:${messageId}`;

/** The key of what I have marked a post with: my like of it, my hiding it. */
export const postMarkId = (postId: string, userId: string): string => `${postId}:${userId}`;

/** The key of my block of somebody. */
export const blockId = (blockerId: string, blockedId: string): string => `${blockerId}:${blockedId}`;

/** The key of my mute of somebody's posts. */
export const authorMuteId = (userId: string, authorId: string): string => `${userId}:${authorId}`;

/** The key of a member row and of a membership row. */
export const memberId = (chatId: string, userId: string): string => `${chatId}:${userId}`;
