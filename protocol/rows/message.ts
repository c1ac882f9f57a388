import { instant } from '../text.ts';
import { z } from '../zod.ts';
import { linkPreview } from './link-preview.ts';
import { media } from './media.ts';

/** One person's answer to a message without words; a person has one per message. */
export const reaction = z.object({ userId: z.uuid(), emoji: z.string() });
export type Reaction = z.infer<typeof reaction>;

/** Somebody has listened to a voice message; `at` is the server's time. */
export const listen = z.object({ userId: z.uuid(), at: instant() });
export type Listen = z.infer<typeof listen>;

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
  name: z.nullable(z.string()),
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
  seq: z.nullable(z.int()),
  afterSeq: z.int(),
  senderId: z.nullable(z.uuid()),
  content: z.nullable(z.string()),
  images: z.array(z.uuid()),
  files: z.array(z.uuid()),
  video: z.nullable(z.uuid()),
  /** What is known of each of its images, files and video. */
  media: z.array(media),
  replyToId: z.nullable(z.uuid()),
  /** Members whom the text names as `@First Last`. */
  mentions: z.array(z.uuid()),
  /** How the text writes them, by id: their names of then. Messages of older clients lack it. */
  mentionNames: z.exactOptional(z.record(z.uuid(), z.string())),
  isForwarded: z.boolean(),
  /** In the order in which people reacted. */
  reactions: z.array(reaction),
  /** Of a voice message, in the order in which people listened; absent where it is empty. */
  listens: z.exactOptional(z.array(listen)),
  /** Of a link in its text; absent where there is none. */
  preview: z.exactOptional(linkPreview),
  /** Only of a system line. */
  event: z.nullable(systemEvent),
  /** When the sender pressed Send, by the sender's clock. */
  writtenAt: instant(),
  /** When the server stored it: decides order together with `seq`. */
  createdAt: instant(),
  editedAt: z.nullable(instant()),
  deletedAt: z.nullable(instant()),
  version: z.int(),
});
export type MessageRow = z.infer<typeof messageRow>;
