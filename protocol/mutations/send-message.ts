import { LIMITS } from '../limits.ts';
import { chosenId, freeText, instant, uuid } from '../text.ts';
import { REQUIRED, z } from '../zod.ts';
import { altTexts } from './alt-texts.ts';
import { declareMutation } from './declare.ts';
import { isDistinct } from './distinct.ts';
import { mediaSizes } from './media-sizes.ts';
import { mentionedIds, mentionNames } from './mentions.ts';
import { previewLink } from './preview-link.ts';
import { voices } from './voices.ts';

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
  /** Which of the files are voice messages. */
  voices: z.optional(voices()),
  replyToId: z.optional(uuid()),
  mentions: z.optional(mentionedIds()),
  mentionNames: z.optional(mentionNames()),
  /** The link of the text of which its sender wishes a preview (docs/decisions/0036). */
  preview: z.optional(previewLink()),
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

/** A voice message is one of the files. */
export const hasFileOfEachVoice = ({ voices = {}, files = [] }: z.output<typeof messageContent>): boolean =>
  Object.keys(voices).every((id) => files.includes(id));

export const VOICE_WITHOUT_FILE = { message: 'Not one of the files', path: ['voices'] };

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
    .check(z.refine(hasMessageContent, CONTENT_REQUIRED), z.refine(hasFileOfEachVoice, VOICE_WITHOUT_FILE)),
  method: 'POST',
  path: '/chats/{chatId}/messages',
  lane: (args) => `chat:${args.chatId}`,
});
