import { createHash } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { email, type ForgotPasswordBody, LANGUAGES, type LanguageTag, z } from '../../../protocol/index.ts';
import { users } from '../../db/schema.ts';
import { declareJob } from '../../jobs/job.ts';
import { composeMail } from '../../mail/compose.ts';
import { languageOf, type MailServices, sendOrDrop } from '../../mail/send-mail.ts';
import type { Clock } from '../sync/context.ts';
import type { AuthServices } from './context.ts';
import { replaceResetLink } from './reset-links.ts';

/** docs/threat-model.md, "Rate limits": more than these are dropped without a word. */
const PER_EMAIL = { burst: 5, refillMs: 6 * 60_000 };

/** Looks for the account and mails its owner a link. Sent for every address, so that asking tells nothing. */
export const resetMail = declareJob({
  name: 'mail-reset',
  data: z.object({ email: email(), language: z.optional(z.enum(LANGUAGES)) }),
  concurrency: 2,
  // Who asked has long asked again.
  retries: 5,
});

/** Takes note that somebody forgot a password. Nothing is looked up here: the answer takes as long for any address. */
export const forgotPassword = async (
  { db, jobs, takeFromBucket }: AuthServices,
  body: ForgotPasswordBody,
  language: LanguageTag | undefined,
): Promise<void> => {
  const subject = createHash('sha256').update(body.email).digest('base64url');
  const waitMs = await takeFromBucket('email', `forgot:${subject}`, PER_EMAIL, { isStrict: true });
  if (waitMs > 0) return;
  await jobs.send(db, resetMail, { email: body.email, ...(language ? { language } : {}) });
};

/**
 * Mails the link of a new token, which replaces an earlier one. It is made here and not before: no copy of it lies in the
 * job's data, and of the table's only its hash.
 */
export const sendResetMail = async (
  { db, clock, mailer, publicUrl }: MailServices & { clock: Clock },
  { email: to, language }: z.infer<(typeof resetMail)['data']>,
): Promise<void> => {
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.email, to), isNull(users.deletedAt)));
  if (!user) return;
  const token = await replaceResetLink({ db, clock }, user.id);
  const link = new URL('/reset-password', publicUrl);
  // In the fragment it is sent to no server and stands in no log (docs/decisions/0007).
  link.hash = `token=${token}`;
  const letter = { kind: 'reset', to, name: user.firstName, link: link.href } as const;
  // The language of the screen on which it was asked for is the one that is understood there.
  const spoken = language ?? languageOf(user);
  await sendOrDrop(mailer.send(composeMail({ ...letter, language: spoken })));
};
