import { instant } from '../text.ts';
import { z } from '../zod.ts';

/**
 * Somebody whose posts I do not want in my feed. Only ever in my own user scope. `id` is `authorMuteId(me, userId)`; taking
 * the mute away leaves a tombstone. What they post anonymously stays: hiding it would tell who wrote it.
 */
export const authorMuteRow = z.object({
  id: z.string(),
  userId: z.uuid(),
  createdAt: instant(),
  version: z.int(),
});
export type AuthorMuteRow = z.infer<typeof authorMuteRow>;
