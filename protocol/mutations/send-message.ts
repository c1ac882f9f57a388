import { LIMITS } from '../limits.ts';
import { chosenId, freeText, instant, uuid } from '../text.ts';
import { REQUIRED, z } from '../zod.ts';
import { altTexts } from './alt-texts.ts';
import { declareMutation } from './declare.ts';
import { mediaSizes } from './media-sizes.ts';

const isDistinct = (ids: readonly string[]): boolean => new Set(ids).size === ids.length;

const COPIES_MAX = LIMITS.messageImagesMax + LIMITS.messageFilesMax + 1;

/** The message fields of specification §3, shared by the mutation and the REST body. */
export const messageContent = z.object({
  content: z.optional(freeText(LIMITS.messageMax)),
  images: z.optional(
    z
      .array(chosenId())
      .check(z.maxLength(LIMITS.messageImagesMax), z.refine(isDistinct, 'The same picture twice')),
  ),
  files: z.optional(
    z
      .array(chosenId())
      .check(z.maxLength(LIMITS.messageFilesMax), z.refine(isDistinct, 'The same file twice')),
  ),
  video: z.optional(chosenId()),
  alts: z.optional(altTexts()),
  /** Of pictures and the video: a frame of the right shape stands before the first byte has come. */
  sizes: z.optional(mediaSizes()),
  replyToId: z.optional(uuid()),
  /** Members whom the text names. */
  mentions: z.optional(
    z.array(uuid()).check(z.maxLength(LIMITS.mentionsMax), z.refine(isDistinct, 'The same person twice')),
  ),
  /** How the text writes them, by id. */
  mentionNames: z.optional(
    z
      .record(uuid(), freeText(LIMITS.mentionNameMax))
      .check(z.refine((names) => Object.keys(names).length <= LIMITS.mentionsMax, 'Too many')),
  ),
  /** The words are somebody else's, or one's own from elsewhere. */
  isForwarded: z.optional(z.boolean()),
  /**
   * Files of others are forwarded as copies of the sender's own: the new ids that this message names, each with the id of
   * the file it copies. Without them the server chooses the ids.
   */
  copies: z.optional(
    z
      .record(uuid(), uuid())
      .check(z.refine((copies) => Object.keys(copies).length <= COPIES_MAX, 'Too many')),
  ),
});

/** Specification §5: at least one of content, images, video or files; otherwise "Required" on content. */
export const hasMessageContent = (message: z.output<typeof messageContent>): boolean =>
  Boolean(message.content?.trim() || message.images?.length || message.files?.length || message.video);

export const CONTENT_REQUIRED = { message: REQUIRED, path: ['content'] };

/** Sends a message. `recipientId` names the other person of a private chat whose first message this may be (docs/decisions/0002). */
export const sendMessage = declareMutation({
  version: 1,
  args: z
    .extend(messageContent, {
      id: chosenId(),
      chatId: uuid(),
      recipientId: z.optional(uuid()),
      /** When the sender pressed Send, by the sender's clock. */
      writtenAt: instant(),
    })
    .check(z.refine(hasMessageContent, CONTENT_REQUIRED)),
  method: 'POST',
  path: '/chats/{chatId}/messages',
  lane: (args) => `chat:${args.chatId}`,
});
