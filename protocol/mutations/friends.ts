import { uuid } from '../text.ts';
import { uniqueCode } from '../unique-code.ts';
import { z } from '../zod.ts';
import { declareMutation } from './declare.ts';

/** Asks the person with this code to be friends; crossed requests approve at once (docs/decisions/0009). */
export const requestFriend = declareMutation({
  version: 1,
  args: z.object({ uniqueCode: uniqueCode(), requesterId: z.optional(uuid()) }),
  method: 'POST',
  path: '/users/friends',
  lane: (args) => `friend:${args.uniqueCode}`,
});

const decision = z.object({ friendshipId: uuid() });

/** PENDING → APPROVED, by the requestee only; creates the private chat. */
export const acceptFriend = declareMutation({
  version: 1,
  args: decision,
  method: 'PATCH',
  path: '/users/friends/{friendshipId}/accept',
  lane: (args) => `friend:${args.friendshipId}`,
});

/** Removes a pending request silently, by the requestee only. */
export const rejectFriend = declareMutation({
  version: 1,
  args: decision,
  method: 'PATCH',
  path: '/users/friends/{friendshipId}/reject',
  lane: (args) => `friend:${args.friendshipId}`,
});
