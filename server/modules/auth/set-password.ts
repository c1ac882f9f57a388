import { eq } from 'drizzle-orm';
import { type ChangePasswordBody, ProtocolError, type ResetPasswordBody } from '../../../protocol/index.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { users } from '../../db/schema.ts';
import { noticeMail } from '../../mail/send-mail.ts';
import type { StoredUser } from '../users/presenter.ts';
import { findUser } from '../users/queries.ts';
import type { AuthServices } from './context.ts';
import { oidcIdentities } from './oidc/table.ts';
import { endResetLink, findResetLink } from './reset-links.ts';
import { endSessions, type Session } from './sessions.ts';
import { assertPasswordIsHard } from './weak-password.ts';

const ownWords = (user: StoredUser): string[] => [
  user.firstName,
  user.middleName ?? '',
  user.lastName,
  user.email,
  'tambay',
];

const wrongPassword = (): ProtocolError =>
  new ProtocolError('wrong_password', {
    errors: [{ field: 'currentPassword', message: 'That is not your current password' }],
  });

type Change = {
  userId: string;
  passwordHash: string;
  /** The session that stays. */
  keptId: string | null;
  kind: 'passwordChanged' | 'passwordReset';
  device: string;
};

/** Stores the password, ends the other sessions, withdraws a link that is out, and tells the owner: all or nothing. */
const storePassword = async (
  tx: Transaction,
  { jobs, clock }: AuthServices,
  { userId, passwordHash, keptId, kind, device }: Change,
): Promise<Session[]> => {
  const now = clock.now();
  await tx.update(users).set({ passwordHash }).where(eq(users.id, userId));
  await endResetLink(tx, userId, kind === 'passwordReset' ? 'used' : 'withdrawn', now);
  const ended = await endSessions(tx, userId, keptId, now);
  await jobs.send(tx, noticeMail, { userId, kind, when: now.toISOString(), device });
  return ended;
};

/**
 * Sets a new password for the member who knows the current one; all their other devices are signed out.
 * @throws ProtocolError `wrong_password`, `weak_password`
 */
export const changePassword = async (
  services: AuthServices,
  session: Session,
  { currentPassword, newPassword }: ChangePasswordBody,
  device: string,
): Promise<void> => {
  const { db, hasher } = services;
  const user = await findUser(db, session.userId);
  if (!user) throw new ProtocolError('session_dead');
  if (!(await hasher.matches(user.passwordHash, currentPassword))) throw wrongPassword();
  assertPasswordIsHard(newPassword, ownWords(user), 'newPassword');
  const passwordHash = await hasher.hash(newPassword);
  const ended = await inTransaction(db, async (tx) => {
    // Two changes at once: the second no longer knows the current password.
    const [locked] = await tx.select().from(users).where(eq(users.id, user.id)).for('update');
    if (locked?.passwordHash !== user.passwordHash) throw wrongPassword();
    return storePassword(tx, services, {
      userId: user.id,
      passwordHash,
      keptId: session.id,
      kind: 'passwordChanged',
      device,
    });
  });
  for (const dead of ended) services.sessionEnded(dead);
};

/**
 * Sets a new password for the holder of the mailed link, once; every device is signed out, and no account at an
 * OpenID provider opens this one any more.
 * @throws ProtocolError what `findResetLink` throws; `weak_password` (the link then stays good)
 */
export const resetPassword = async (
  services: AuthServices,
  token: string | undefined,
  { newPassword }: ResetPasswordBody,
  device: string,
): Promise<void> => {
  const { db, hasher, clock } = services;
  const user = await findResetLink(db, token, clock.now());
  assertPasswordIsHard(newPassword, ownWords(user), 'newPassword');
  const passwordHash = await hasher.hash(newPassword);
  const ended = await inTransaction(db, async (tx) => {
    // Of many at once the first one ends the link; the others wait here and find it ended.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for('update');
    await findResetLink(tx, token, clock.now());
    // An attacker who registered with this e-mail before its owner may still have an account at the provider connected.
    await tx.delete(oidcIdentities).where(eq(oidcIdentities.userId, user.id));
    return storePassword(tx, services, {
      userId: user.id,
      passwordHash,
      keptId: null,
      kind: 'passwordReset',
      device,
    });
  });
  for (const dead of ended) services.sessionEnded(dead);
};
