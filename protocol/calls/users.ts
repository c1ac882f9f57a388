import { list, one } from '../envelope.ts';
import { flag, listQuery } from '../list-query.ts';
import { friendshipRow, friendshipStatus } from '../rows/friendship.ts';
import { ownUser, userRow } from '../rows/user.ts';
import { uuid } from '../text.ts';
import { uniqueCode } from '../unique-code.ts';
import { z } from '../zod.ts';

export const userIdParams = z.object({ id: uuid() });
export const userCodeParams = z.object({ code: uniqueCode() });

/** `GET /users/{id}` and `/users/unique-code/{code}`: own fields for oneself, public ones for others. */
export const userResponse = one(z.union([ownUser, userRow]));

/** `PUT /users/{id}`: whatever else the body names (e-mail, code, role) is not taken. */
export { profileFields as profileBody } from '../mutations/profile.ts';
export const ownUserResponse = one(ownUser);

/** `POST /users/friends`. `requesterId` must be the token's subject (docs/decisions/0003). */
export const addFriendBody = z.object({ uniqueCode: uniqueCode(), requesterId: z.optional(uuid()) });

/** `GET /users/friends` (docs/decisions/0009). */
export const friendsQuery = z.extend(listQuery(['createdAt', 'firstName', 'lastName']), {
  status: z.optional(friendshipStatus),
  userId: z.optional(uuid()),
  requestsToMe: z.optional(flag()),
  myRequests: z.optional(flag()),
});

/** A friendship with the other person's public profile. */
export const friendItem = z.extend(friendshipRow, { user: userRow });
export const friendsResponse = list(friendItem);
export const friendResponse = one(friendItem);

/** `PUT /users/{id}/block` */
export const blockBody = z.object({ blocked: z.boolean() });
export const blockResponse = one(z.object({ userId: z.uuid(), blocked: z.boolean() }));

/** `PUT /users/{id}/mute` */
export const muteBody = z.object({ muted: z.boolean() });
export const muteResponse = one(z.object({ userId: z.uuid(), muted: z.boolean() }));

/** Reject, cancel and unfriend answer the tombstone, so that a replay looks the same. */
export const friendRejected = one(z.object({ id: z.uuid(), version: z.int(), deleted: z.literal(true) }));

/** `GET /users/friends/requests-count` */
export const requestsCount = one(z.object({ count: z.int() }));
