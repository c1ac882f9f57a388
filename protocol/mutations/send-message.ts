import { LIMITS } from '../limits.ts';
import { freeText, instant, uuid } from '../text.ts';
import { REQUIRED, z } from '../zod.ts';
import { altTexts } from './alt-texts.ts';
import { declareMutation } from './declare.ts';

const isDistinct = (ids: readonly string[]): boolean => new Set(ids).size === ids.length;

/** The message fields of specification §3, shared by the mutation and the REST body. */
export const messageContent = z.object({
  content: freeText(LIMITS.messageMax).optional(),
  images: z
    .array(uuid())
    .max(LIMITS.messageImagesMax)
    .refine(isDistinct, 'The same picture twice')
    .optional(),
  files: z.array(uuid()).max(LIMITS.messageFilesMax).refine(isDistinct, 'The same file twice').optional(),
  video: uuid().optional(),
  alts: altTexts().optional(),
  replyToId: uuid().optional(),
  /** Members whom the text names. */
  mentions: z.array(uuid()).max(LIMITS.mentionsMax).refine(isDistinct, 'The same person twice').optional(),
  /** The words are somebody else's, or one's own from elsewhere. */
  isForwarded: z.boolean().optional(),
});

/** Specification §5: at least one of content, images, video or files; otherwise "Required" on content. */
export const hasMessageContent = (message: z.output<typeof messageContent>): boolean =>
  Boolean(message.content?.trim() || message.images?.length || message.files?.length || message.video);

export const CONTENT_REQUIRED = { message: REQUIRED, path: ['content'] };

/** Sends a message. `recipientId` names the other person of a private chat whose first message this may be (decisions.md §2). */
export const sendMessage = declareMutation({
  version: 1,
  args: messageContent
    .extend({
      id: uuid(),
      chatId: uuid(),
      recipientId: uuid().optional(),
      /** When the sender pressed Send, by the sender's clock. */
      writtenAt: instant(),
    })
    .refine(hasMessageContent, CONTENT_REQUIRED),
  method: 'POST',
  path: '/chats/{chatId}/messages',
  lane: (args) => `chat:${args.chatId}`,
});
