import { instant } from '../text.ts';
import { z } from '../zod.ts';

export const friendshipStatus = z.enum(['PENDING', 'APPROVED']);

/** A friend request or a friendship; `id` is `friendshipId(requesterId, requesteeId)`. Rejecting or unfriending leaves a tombstone. */
export const friendshipRow = z.object({
  id: z.uuid(),
  requesterId: z.uuid(),
  requesteeId: z.uuid(),
  status: friendshipStatus,
  createdAt: instant(),
  approvedAt: z.nullable(instant()),
  version: z.int(),
});
export type FriendshipRow = z.infer<typeof friendshipRow>;
