import { and, eq, isNull } from 'drizzle-orm';
import { type LoginBody, ProtocolError } from '../../../protocol/index.ts';
import { users } from '../../db/schema.ts';
import type { StoredUser } from '../users/presenter.ts';
import type { AuthServices } from './context.ts';
import { keepAccount } from './deletion.ts';
import { tellOfSignIn } from './new-sign-in.ts';
import type { SignedIn } from './register.ts';
import { createSession } from './sessions.ts';

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
  return admit(services, user, deviceName, { byMail: false });
};

/**
 * Lets somebody in who has shown who they are: opens a session, tells their other devices, and keeps an account that was
 * about to go.
 */
export const admit = async (
  services: AuthServices,
  user: StoredUser,
  deviceName: string,
  how: { byMail: boolean },
): Promise<SignedIn> => {
  const { db, clock, jobs } = services;
  const { accessToken, session } = await createSession(db, user.id, deviceName, clock.now());
  await tellOfSignIn({ db, clock, jobs }, session, deviceName, how);
  const isKept = user.deletionAt !== null && (await keepAccount(services, user.id));
  return { accessToken, user, ...(isKept ? { deletionCancelled: true as const } : {}) };
};
