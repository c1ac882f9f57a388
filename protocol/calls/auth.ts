import { birthDate } from '../birth-date.ts';
import { normalizeEmail } from '../email-address.ts';
import { list, one } from '../envelope.ts';
import { LIMITS } from '../limits.ts';
import { ownUser } from '../rows/user.ts';
import { instant, isStorable, nameText, uuid } from '../text.ts';
import { REQUIRED, TOO_LONG, z } from '../zod.ts';

export const PASSWORDS_MESSAGE = "Passwords don't match";
export const EMAIL_MESSAGE = 'Must be a valid e-mail';
export const PASSWORD_SHORT_MESSAGE = 'Must contain at least 8 characters';

export const email = () =>
  z.pipe(
    z
      .string()
      .check(
        z.trim(),
        z.minLength(1, REQUIRED),
        z.maxLength(LIMITS.emailMax, EMAIL_MESSAGE),
        z.overwrite(normalizeEmail),
      ),
    z.email(EMAIL_MESSAGE),
  );

/** A new password: 8–128 characters, exactly as typed (docs/decisions/0007). */
export const newPassword = () =>
  z.string().check(
    z.minLength(1, REQUIRED),
    z.minLength(LIMITS.passwordMin, PASSWORD_SHORT_MESSAGE),
    z.maxLength(LIMITS.passwordMax, TOO_LONG),
    z.refine((value) => isStorable(value), 'Contains characters that cannot be stored'),
  );

/** `POST /api/v1/auth/register` */
export const registerBody = z.object({
  email: email(),
  password: newPassword(),
  firstName: nameText(LIMITS.nameMax),
  middleName: z.optional(nameText(LIMITS.nameMax)),
  lastName: nameText(LIMITS.nameMax),
  birthDate: birthDate(),
});
export type RegisterBody = z.infer<typeof registerBody>;

/** `POST /api/v1/auth/login` */
export const loginBody = z.object({
  email: email(),
  password: z.string().check(z.minLength(1, REQUIRED), z.maxLength(LIMITS.passwordMax, TOO_LONG)),
});
export type LoginBody = z.infer<typeof loginBody>;

/** What register and login answer. */
export const signedIn = one(
  z.object({
    accessToken: z.string(),
    user: ownUser,
    /** The account was about to be deleted; signing in keeps it. */
    deletionCancelled: z.optional(z.literal(true)),
  }),
);
/** `GET /api/v1/auth/verify` */
export const verified = one(ownUser);

const bothMatch = (values: { newPassword: string; confirmPassword: string }): boolean =>
  values.newPassword === values.confirmPassword;
const typedTwice = z.object({
  newPassword: z.string().check(z.minLength(1)),
  confirmPassword: z.string().check(z.minLength(1)),
});
/** Said beside the errors of other fields, not only after all of them are corrected. */
const mismatch = {
  message: PASSWORDS_MESSAGE,
  path: ['confirmPassword'],
  when: ({ value }: { value: unknown }) => typedTwice.safeParse(value).success,
};

/** `POST /api/v1/auth/change-password` */
export const changePasswordBody = z
  .object({
    currentPassword: z.string().check(z.minLength(1, REQUIRED), z.maxLength(LIMITS.passwordMax)),
    newPassword: newPassword(),
    confirmPassword: z.string().check(z.minLength(1, REQUIRED)),
  })
  .check(z.refine(bothMatch, mismatch));
export type ChangePasswordBody = z.infer<typeof changePasswordBody>;

/** `POST /api/v1/auth/forgot-password` */
export const forgotPasswordBody = z.object({ email: email() });
export type ForgotPasswordBody = z.infer<typeof forgotPasswordBody>;

/** `POST /api/v1/auth/reset-password`; the token of the mail is its bearer token. */
export const resetPasswordBody = z
  .object({ newPassword: newPassword(), confirmPassword: z.string().check(z.minLength(1, REQUIRED)) })
  .check(z.refine(bothMatch, mismatch));
export type ResetPasswordBody = z.infer<typeof resetPasswordBody>;

/** The success messages of specification §8. */
export const PASSWORD_UPDATED_MESSAGE = 'Password successfully updated';
export const RESET_SENT_MESSAGE = 'Password Reset successfully sent';

/** What change-password and reset-password answer. */
export const passwordUpdated = one(z.object({ message: z.literal(PASSWORD_UPDATED_MESSAGE) }));
/** What forgot-password answers, whether there is such an account or not. */
export const resetSent = one(z.object({ message: z.literal(RESET_SENT_MESSAGE) }));

/** A device that is signed in (`GET /api/v1/auth/sessions`). */
export const sessionRow = z.object({
  id: z.uuid(),
  deviceName: z.string(),
  createdAt: instant(),
  lastUsedAt: instant(),
  /** The session that asks. */
  isCurrent: z.boolean(),
});
export type SessionRow = z.infer<typeof sessionRow>;
export const sessionsResponse = list(sessionRow);

/** `DELETE /api/v1/auth/sessions/{id}` */
export const sessionIdParams = z.object({ id: uuid() });
export const sessionEnded = one(z.object({ id: z.uuid(), ended: z.literal(true) }));
/** `DELETE /api/v1/auth/sessions`: all but the one that asks. */
export const otherSessionsEnded = one(z.object({ ended: z.int() }));
