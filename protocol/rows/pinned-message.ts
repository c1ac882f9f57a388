import { instant } from '../text.ts';
import { z } from '../zod.ts';
import { messageRow } from './message.ts';

/**
 * A message that is pinned for everybody in its chat; stored in the chat's scope. It has the id of the message. Unpinning
 * and deleting the message leave a tombstone.
 *
 * The row carries the message, so that the bar above a chat shows pinned messages that are older than what a device holds.
 * Every change of the message makes a new version of it. Reactions and who has listened are left out: no list of pinned messages shows them.
 */
export const pinnedMessageRow = z.object({
  id: z.uuid(),
  chatId: z.uuid(),
  pinnedBy: z.uuid(),
  pinnedAt: instant(),
  message: z.omit(messageRow, { reactions: true, listens: true }),
  version: z.int(),
});
export type PinnedMessageRow = z.infer<typeof pinnedMessageRow>;
