import { instant } from '../text.ts';
import { z } from '../zod.ts';
import { media } from './media.ts';

/** One person's answer to a message without words; a person has one per message. */
export const reaction = z.object({ userId: z.uuid(), emoji: z.string() });
export type Reaction = z.infer<typeof reaction>;

export const messageKind = z.enum(['user', 'system']);

/** What a system line tells, for each reader in their own language; `content` says the same in English. The sender did it. */
export const systemEvent = z.object({
  type: z.enum([
    'created',
    'added',
    'joined',
    'left',
    'removed',
    'renamed',
    'picture',
    'promoted',
    'demoted',
    'handedOver',
  ]),
  people: z.array(z.uuid()),
  /** The chat's new name. */
  name: z.string().nullable(),
});
export type SystemEvent = z.infer<typeof systemEvent>;

/**
 * A message, the same for every reader. `seq` is dense per chat and orders it; a `system` line has none and stands after
 * message `afterSeq`. A message deleted for everyone keeps its row with `deletedAt` and no content.
 */
export const messageRow = z.object({
  id: z.uuid(),
  chatId: z.uuid(),
  kind: messageKind,
  seq: z.int().nullable(),
  afterSeq: z.int(),
  senderId: z.uuid().nullable(),
  content: z.string().nullable(),
  images: z.array(z.uuid()),
  files: z.array(z.uuid()),
  video: z.uuid().nullable(),
  /** What is known of each of its images, files and video. */
  media: z.array(media),
  replyToId: z.uuid().nullable(),
  /** Members whom the text names as `@First Last`. */
  mentions: z.array(z.uuid()),
  isForwarded: z.boolean(),
  /** In the order in which people reacted. */
  reactions: z.array(reaction),
  /** Only of a system line. */
  event: systemEvent.nullable(),
  /** When the sender pressed Send, by the sender's clock. */
  writtenAt: instant(),
  /** When the server stored it: decides order together with `seq`. */
  createdAt: instant(),
  editedAt: instant().nullable(),
  deletedAt: instant().nullable(),
  version: z.int(),
});
export type MessageRow = z.infer<typeof messageRow>;
