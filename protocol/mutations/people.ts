import { uuid } from '../text.ts';
import { z } from '../zod.ts';
import { declareMutation } from './declare.ts';

const friendship = z.object({ friendshipId: uuid() });

/** Takes my own request back before it is answered; once it is accepted, that is too late. */
export const cancelRequest = declareMutation({
  version: 1,
  args: friendship,
  method: 'PATCH',
  path: '/users/friends/{friendshipId}/cancel',
  lane: (args) => `friend:${args.friendshipId}`,
});

/** Ends a friendship, by either of the two. Their chat and its history stay. */
export const unfriend = declareMutation({
  version: 1,
  args: friendship,
  method: 'DELETE',
  path: '/users/friends/{friendshipId}',
  lane: (args) => `friend:${args.friendshipId}`,
});

/** Blocks somebody, which also ends a friendship or request, or takes the block away again. The last wanted state counts. */
export const setBlock = declareMutation({
  version: 1,
  args: z.object({ userId: uuid(), blocked: z.boolean() }),
  method: 'PUT',
  path: '/users/{userId}/block',
  lane: (args) => `block:${args.userId}`,
});

/** Keeps somebody's posts out of my feed, or lets them in again. The last wanted state counts. */
export const muteAuthor = declareMutation({
  version: 1,
  args: z.object({ userId: uuid(), muted: z.boolean() }),
  method: 'PUT',
  path: '/users/{userId}/mute',
  lane: (args) => `mute:${args.userId}`,
});
