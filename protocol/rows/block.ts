import { instant } from '../text.ts';
import { z } from '../zod.ts';

/**
 * Somebody I have blocked. Only ever in my own user scope: a blocked member must not be able to tell. `id` is
 * `blockId(me, userId)`; unblocking leaves a tombstone.
 */
export const blockRow = z.object({
  id: z.string(),
  userId: z.uuid(),
  createdAt: instant(),
  version: z.int(),
});
export type BlockRow = z.infer<typeof blockRow>;
