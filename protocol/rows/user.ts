import { instant } from '../text.ts';
import { z } from '../zod.ts';

/** A person as others may see them (docs/decisions/0009). */
export const userRow = z.object({
  id: z.uuid(),
  uniqueCode: z.string(),
  firstName: z.string(),
  middleName: z.nullable(z.string()),
  lastName: z.string(),
  avatarId: z.nullable(z.uuid()),
  createdAt: instant(),
  version: z.int(),
});
export type UserRow = z.infer<typeof userRow>;

/** What register, login, verify and one's own profile answer: both halves in one. */
export const ownUser = z.extend(userRow, { email: z.string(), birthDate: z.iso.date() });
export type OwnUser = z.infer<typeof ownUser>;
