import { LANGUAGES, z } from '../../protocol/index.ts';
import type { Database } from '../db/database.ts';
import type { users } from '../db/schema.ts';
import { declareJob } from '../jobs/job.ts';
import { settingsOf } from '../modules/settings/stored.ts';
import { findUser } from '../modules/users/queries.ts';
import { composeMail } from './compose.ts';
import { type Mailer, UndeliverableError } from './mailer.ts';

/** What mailing needs from the process it runs in. */
export type MailServices = { db: Database; mailer: Mailer; publicUrl: URL };

/** A notice to a member about the account. The address and the language are looked up when it is sent. */
export const noticeMail = declareJob({
  name: 'mail-notice',
  data: z.object({
    userId: z.uuid(),
    kind: z.enum([
      'passwordChanged',
      'passwordReset',
      'exportReady',
      'deletionScheduled',
      'deletionCancelled',
      'newSignIn',
      'providerConnected',
    ]),
    when: z.iso.datetime(),
    device: z.optional(z.string()),
  }),
  concurrency: 2,
});
export type Notice = z.infer<(typeof noticeMail)['data']>;

const pathOf: Record<Notice['kind'], string> = {
  passwordChanged: '/forgot-password',
  passwordReset: '/forgot-password',
  exportReady: '/profile/account',
  deletionScheduled: '/profile/account',
  deletionCancelled: '/',
  newSignIn: '/profile/devices',
  providerConnected: '/profile/sign-in-provider',
};

/** What the member has chosen, on whichever device; before that, what the app last spoke to them. */
export const languageOf = (user: Pick<typeof users.$inferSelect, 'language' | 'settings'>) =>
  settingsOf(user).language ?? z.catch(z.enum(LANGUAGES), 'en-US').parse(user.language);

/** Mail to an address that does not exist is over; any other failure is tried again. */
export const sendOrDrop = async (send: Promise<void>): Promise<void> => {
  try {
    await send;
  } catch (error) {
    if (!(error instanceof UndeliverableError)) throw error;
  }
};

export const sendNotice = async ({ db, mailer, publicUrl }: MailServices, notice: Notice): Promise<void> => {
  const user = await findUser(db, notice.userId);
  if (!user) return;
  const mail = composeMail({
    kind: notice.kind,
    to: user.email,
    name: user.firstName,
    language: languageOf(user),
    link: new URL(pathOf[notice.kind], publicUrl).href,
    when: new Date(notice.when),
    device: notice.device,
  });
  await sendOrDrop(mailer.send(mail));
};
