import { birthDate } from '../calls/auth.ts';
import { LIMITS } from '../limits.ts';
import { nameText, optionalName, uuid } from '../text.ts';
import { z } from '../zod.ts';
import { declareMutation } from './declare.ts';

/** The fields of one's own profile that `PUT /users/{id}` takes: what is not named stays as it is; an empty middle name is none. */
export const profileFields = z.object({
  firstName: nameText(LIMITS.nameMax).exactOptional(),
  middleName: optionalName(LIMITS.nameMax).nullable().exactOptional(),
  lastName: nameText(LIMITS.nameMax).exactOptional(),
  birthDate: birthDate().exactOptional(),
  /** A picture of one's own; null takes it away. */
  avatarId: uuid().nullable().exactOptional(),
});

/** Changes my profile; `userId` must be my own (decisions.md §3, HOLE). */
export const updateProfile = declareMutation({
  version: 1,
  args: profileFields.extend({ userId: uuid() }),
  method: 'PUT',
  path: '/users/{userId}',
  lane: () => 'profile',
});
