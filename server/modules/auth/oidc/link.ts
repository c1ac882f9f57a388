import { and, eq, inArray } from 'drizzle-orm';
import { type OidcLink, ProtocolError } from '../../../../protocol/index.ts';
import { inTransaction, type Queryable } from '../../../db/database.ts';
import { users } from '../../../db/schema.ts';
import { noticeMail } from '../../../mail/send-mail.ts';
import { findUser } from '../../users/queries.ts';
import type { AuthServices } from '../context.ts';
import type { Session } from '../sessions.ts';
import { beginFlow, endLinkFlow } from './flows.ts';
import type { OidcProvider } from './provider.ts';
import { oidcIdentities } from './table.ts';

type LinkServices = Pick<AuthServices, 'db' | 'clock' | 'jobs' | 'hasher'>;

const ownAt = (userId: string, { issuers }: OidcProvider) =>
  and(eq(oidcIdentities.userId, userId), inArray(oidcIdentities.issuer, issuers));

/** Whether an account at the provider opens the member's. */
export const readLink = async (
  db: Queryable,
  provider: OidcProvider,
  { userId }: Pick<Session, 'userId'>,
): Promise<OidcLink> => {
  const [found] = await db
    .select({ createdAt: oidcIdentities.createdAt })
    .from(oidcIdentities)
    .where(ownAt(userId, provider));
  return { name: provider.name, connectedAt: found?.createdAt.toISOString() ?? null };
};

/**
 * A member wants an account at the provider to open this one. That is a new way in, as lasting as a password: somebody who only
 * holds an open session does not get one.
 * @returns the secret for this browser's cookie, and where to send it
 * @throws ProtocolError `wrong_password`, `oidc_unreachable`
 */
export const beginLink = async (
  { db, clock, hasher }: LinkServices,
  provider: OidcProvider,
  { userId }: Pick<Session, 'userId'>,
  password: string,
): Promise<{ secret: string; url: URL }> => {
  const user = await findUser(db, userId);
  if (!user) throw new ProtocolError('session_dead');
  if (!(await hasher.matches(user.passwordHash, password))) {
    throw new ProtocolError('wrong_password', {
      errors: [{ field: 'password', message: 'That is not your current password' }],
    });
  }
  const secret = await beginFlow(db, clock.now(), userId);
  return { secret, url: await provider.authorizationUrl(secret) };
};

/**
 * The member is back, in the same browser and signed in to the same account: from now on the account at the provider opens
 * it. The owner is told.
 * @throws ProtocolError `oidc_dead`, `oidc_expired`, `oidc_unknown`, `oidc_taken` when it opens another account, `conflict` when this one has another
 */
export const finishLink = async (
  { db, clock, jobs }: LinkServices,
  held: { secret: string; code: string },
  { userId }: Pick<Session, 'userId'>,
  device: string,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const now = clock.now();
    const { issuer, subject } = await endLinkFlow(tx, held, userId, now);
    if (issuer === null || subject === null) throw new ProtocolError('oidc_dead');
    // Two of one member's browsers at once: the second waits, and sees what the first has done.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
    const [linked] = await tx
      .insert(oidcIdentities)
      .values({ issuer, subject, userId, createdAt: now })
      .onConflictDoNothing()
      .returning();
    if (linked) {
      const when = now.toISOString();
      return jobs.send(tx, noticeMail, { userId, kind: 'providerConnected', when, device });
    }
    const [owner] = await tx
      .select({ userId: oidcIdentities.userId })
      .from(oidcIdentities)
      .where(and(eq(oidcIdentities.issuer, issuer), eq(oidcIdentities.subject, subject)));
    if (owner?.userId !== userId) throw new ProtocolError(owner ? 'oidc_taken' : 'conflict');
  });

/** The account at the provider opens this one no more. Sessions that it opened stay until their owner ends them. */
export const removeLink = async (
  db: Queryable,
  provider: OidcProvider,
  { userId }: Pick<Session, 'userId'>,
): Promise<void> => {
  await db.delete(oidcIdentities).where(ownAt(userId, provider));
};
