import { one } from '../envelope.ts';
import { LIMITS } from '../limits.ts';
import { ownUser } from '../rows/user.ts';
import { isStorable, nameText } from '../text.ts';
import { REQUIRED, z } from '../zod.ts';

/** The message of specification §5. */
export const AGE_MESSAGE = 'Age can not be less than 13';
export const PASSWORDS_MESSAGE = "Passwords don't match";
export const EMAIL_MESSAGE = 'Must be a valid e-mail';
export const PASSWORD_SHORT_MESSAGE = 'Must contain at least 8 characters';

/** Specification §5: the year must be earlier than the current year minus 12; the year only. */
export const isOldEnough = (birthDate: string, currentYear: number): boolean =>
  Number(birthDate.slice(0, 4)) < currentYear - (LIMITS.minimumAgeYears - 1);

export const email = () =>
  z
    .string()
    .trim()
    .min(1, REQUIRED)
    .max(LIMITS.emailMax, EMAIL_MESSAGE)
    .overwrite((value) => value.normalize('NFC').toLowerCase())
    .pipe(z.email(EMAIL_MESSAGE));

/** A new password: 8–128 characters, exactly as typed (decisions.md §7). */
export const newPassword = () =>
  z
    .string()
    .min(1, REQUIRED)
    .min(LIMITS.passwordMin, PASSWORD_SHORT_MESSAGE)
    .max(LIMITS.passwordMax)
    .refine((value) => isStorable(value), 'Contains characters that cannot be stored');

export const birthDate = () =>
  z.iso
    .date(REQUIRED)
    .refine((value) => Number(value.slice(0, 4)) >= 1900, 'Must be a real date')
    .refine((value) => isOldEnough(value, new Date().getUTCFullYear()), AGE_MESSAGE);

/** `POST /api/v1/auth/register` */
export const registerBody = z.object({
  email: email(),
  password: newPassword(),
  firstName: nameText(LIMITS.nameMax),
  middleName: nameText(LIMITS.nameMax).optional(),
  lastName: nameText(LIMITS.nameMax),
  birthDate: birthDate(),
});
export type RegisterBody = z.infer<typeof registerBody>;

/** `POST /api/v1/auth/login` */
export const loginBody = z.object({
  email: email(),
  password: z.string().min(1, REQUIRED).max(LIMITS.passwordMax),
});
export type LoginBody = z.infer<typeof loginBody>;

/** What register and login answer. */
export const signedIn = one(z.object({ accessToken: z.string(), user: ownUser }));
/** `GET /api/v1/auth/verify` */
export const verified = one(ownUser);
