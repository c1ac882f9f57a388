import { instant } from '../text.ts';
import { z } from '../zod.ts';
import { messageRow } from './message.ts';

/**
 * A message that I have starred; only ever in my own user scope. `id` is `starId(userId, messageId)`. Taking the star away
 * leaves a tombstone, and so does what takes the message from me: its deletion, leaving or clearing the chat.
 *
 * The row carries the message, so that the list of starred messages needs no network. It is told again when the words or the
 * files of the message change; what changes without that (its version, its reactions) is left out.
 */
export const starredMessageRow = z.object({
  id: z.string(),
  userId: z.uuid(),
  chatId: z.uuid(),
  messageId: z.uuid(),
  starredAt: instant(),
  message: z.omit(messageRow, { reactions: true, listens: true, version: true }),
  version: z.int(),
});
export type StarredMessageRow = z.infer<typeof starredMessageRow>;
