import { instant } from '../text.ts';
import { z } from '../zod.ts';

/**
 * A message that I have deleted for me alone; stored in my user scope. `id` is `hiddenId(userId, messageId)`. Bringing the
 * message back leaves a tombstone.
 */
export const hiddenRow = z.object({
  id: z.string(),
  userId: z.uuid(),
  chatId: z.uuid(),
  messageId: z.uuid(),
  createdAt: instant(),
  version: z.int(),
});
export type HiddenRow = z.infer<typeof hiddenRow>;
