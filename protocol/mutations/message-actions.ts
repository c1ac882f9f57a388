import { LIMITS } from '../limits.ts';
import { freeText, isOneEmoji, uuid } from '../text.ts';
import { z } from '../zod.ts';
import { declareMutation } from './declare.ts';
import { expectedContent } from './expected-content.ts';
import { mentionedIds, mentionNames } from './mentions.ts';
import { previewLink } from './preview-link.ts';

/** In one lane with the sending: what is done to a message arrives after the message. */
const lane = (args: { chatId: string }): string => `chat:${args.chatId}`;

const target = z.object({ chatId: uuid(), messageId: uuid() });

/** New words for an own message, within 48 hours (docs/decisions/0005). One without attachments needs some. */
export const editMessage = declareMutation({
  version: 1,
  args: z.extend(target, {
    content: freeText(LIMITS.messageMax),
    expectedContent: expectedContent(LIMITS.messageMax),
    /** Without them the message names whom it named before. */
    mentions: z.optional(mentionedIds()),
    mentionNames: z.optional(mentionNames()),
    /**
     * The link of the new words of which a preview is wished; null takes the preview away. Without it the message keeps the one
     * it has as long as its link stands in the words.
     */
    preview: z.optional(z.nullable(previewLink())),
  }),
  method: 'PATCH',
  path: '/chats/{chatId}/messages/{messageId}',
  lane,
});

/** Deletes an own message for everyone, within 48 hours; the row stays without content. */
export const deleteMessage = declareMutation({
  version: 1,
  args: target,
  method: 'DELETE',
  path: '/chats/{chatId}/messages/{messageId}',
  lane,
});

/** Deletes a message for me alone, or brings it back. Absolute, so that a second copy changes nothing. */
export const hideMessage = declareMutation({
  version: 1,
  args: z.extend(target, { hidden: z.boolean() }),
  method: 'PUT',
  path: '/chats/{chatId}/messages/{messageId}/hidden',
  lane,
});

/** Gives up the sending of a file whose message has arrived. Its placeholder goes on every device. */
export const withdrawFile = declareMutation({
  version: 1,
  args: z.extend(target, { fileId: uuid() }),
  method: 'DELETE',
  path: '/chats/{chatId}/messages/{messageId}/files/{fileId}',
  lane,
});

/** I have listened to somebody's voice message. Only ever said, so that a second copy changes nothing. */
export const markListened = declareMutation({
  version: 1,
  args: target,
  method: 'PUT',
  path: '/chats/{chatId}/messages/{messageId}/listened',
  lane,
});

/**
 * Pins a message for everybody in the chat, or unpins it: the two people of a private chat may, in others the owner and
 * admins. Absolute, so that a second copy changes nothing.
 */
export const pinMessage = declareMutation({
  version: 1,
  args: z.extend(target, { isPinned: z.boolean() }),
  method: 'PUT',
  path: '/chats/{chatId}/messages/{messageId}/pinned',
  lane,
});

/** My star on a message; private. It names the wanted state, so that a retry changes nothing. */
export const starMessage = declareMutation({
  version: 1,
  args: z.extend(target, { isStarred: z.boolean() }),
  method: 'PUT',
  path: '/chats/{chatId}/messages/{messageId}/starred',
  // One lane for all chats: a star that is taken away before another is set makes room for it.
  lane: () => 'stars',
});

/** My one reaction to a message; null takes it back. Absolute, for the same reason. */
export const reactToMessage = declareMutation({
  version: 1,
  args: z.extend(target, {
    emoji: z.nullable(freeText(LIMITS.emojiMax).check(z.refine(isOneEmoji, 'Must be one emoji'))),
  }),
  method: 'PUT',
  path: '/chats/{chatId}/messages/{messageId}/reaction',
  lane,
});
