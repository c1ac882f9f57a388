import { and, eq, isNull } from 'drizzle-orm';
import { type LoginBody, ProtocolError } from '../../../protocol/index.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { users } from '../../db/schema.ts';
import type { StoredUser } from '../users/presenter.ts';
import { holdUser } from '../users/queries.ts';
import type { AuthServices } from './context.ts';
import { keepAccount } from './deletion.ts';
import { tellOfSignIn } from './new-sign-in.ts';
import type { SignedIn } from './register.ts';
import { createSession, endSurplusSessions } from './sessions.ts';

/**
 * Signs somebody in. An unknown e-mail and a wrong password give one answer, and take one comparison each.
 * @throws ProtocolError `invalid_credentials`
 */
export const login = async (
  services: AuthServices,
  body: LoginBody,
  deviceName: string,
): Promise<SignedIn> => {
  const { db, hasher } = services;
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.email, body.email), isNull(users.deletedAt)));
  const isMatch = await hasher.matches(user?.passwordHash ?? null, body.password);
  if (!user || !isMatch) throw new ProtocolError('invalid_credentials');
  const admitted = await admit(services, user.id, deviceName, {
    byMail: false,
    // Set anew while this password was compared: the session would outlive the change that ends all others.
    isStillWelcome: async (_tx, now) => now.passwordHash === user.passwordHash,
  });
  if (!admitted) throw new ProtocolError('invalid_credentials');
  return admitted;
};

type Admission = {
  byMail: boolean;
  /** Whether the credentials still hold, checked while the account row is locked. */
  isStillWelcome: (tx: Transaction, user: StoredUser) => Promise<boolean>;
};

/**
 * Lets somebody in who has shown who they are: opens a session, tells their other devices, and keeps an account that was
 * about to go. @returns null when the account was changed meanwhile, so that they are no longer welcome
 */
export const admit = async (
  services: AuthServices,
  userId: string,
  deviceName: string,
  { byMail, isStillWelcome }: Admission,
): Promise<SignedIn | null> => {
  const { db, clock, jobs } = services;
  const opened = await inTransaction(db, async (tx) => {
    const user = await holdUser(tx, userId);
    if (!user || !(await isStillWelcome(tx, user))) return null;
    const signedIn = await createSession(tx, userId, deviceName, clock.now());
    return { user, ...signedIn, surplus: await endSurplusSessions(tx, userId, clock.now()) };
  });
  if (!opened) return null;
  const { accessToken, session, user, surplus } = opened;
  for (const dead of surplus) services.sessionEnded(dead);
  await tellOfSignIn({ db, clock, jobs }, session, deviceName, { byMail });
  const isKept = user.deletionAt !== null && (await keepAccount(services, userId));
  return { accessToken, user, ...(isKept ? { deletionCancelled: true as const } : {}) };
};
