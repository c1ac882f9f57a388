import { birthDate } from '../birth-date.ts';
import { LIMITS } from '../limits.ts';
import { chosenId, nameText, optionalName, uuid } from '../text.ts';
import { z } from '../zod.ts';
import { declareMutation } from './declare.ts';

/** The fields of one's own profile that `PUT /users/{id}` takes: what is not named stays as it is; an empty middle name is none. */
export const profileFields = z.object({
  firstName: z.exactOptional(nameText(LIMITS.nameMax)),
  middleName: z.exactOptional(z.nullable(optionalName(LIMITS.nameMax))),
  lastName: z.exactOptional(nameText(LIMITS.nameMax)),
  birthDate: z.exactOptional(birthDate()),
  /** A picture of one's own; null takes it away. */
  avatarId: z.exactOptional(z.nullable(chosenId())),
});

/** Changes my profile; `userId` must be my own (docs/decisions/0003). */
export const updateProfile = declareMutation({
  version: 1,
  args: z.extend(profileFields, { userId: uuid() }),
  method: 'PUT',
  path: '/users/{userId}',
  lane: () => 'profile',
});
