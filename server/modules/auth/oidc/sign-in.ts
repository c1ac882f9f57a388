import { and, eq, isNull } from 'drizzle-orm';
import { type OidcProfile, type OidcRegisterBody, ProtocolError } from '../../../../protocol/index.ts';
import type { Queryable } from '../../../db/database.ts';
import { users } from '../../../db/schema.ts';
import type { StoredUser } from '../../users/presenter.ts';
import type { AuthServices } from '../context.ts';
import { admit } from '../login.ts';
import { register, type SignedIn } from '../register.ts';
import { answerFlow, claimFlow, collectFlow, endFlow, type StoredFlow } from './flows.ts';
import type { OidcProvider } from './provider.ts';
import { oidcIdentities } from './table.ts';

/** Whose account an account at the provider opens: known by issuer and subject alone, never by e-mail. */
const findOwner = async (
  db: Queryable,
  { issuer, subject }: Pick<StoredFlow, 'issuer' | 'subject'>,
): Promise<StoredUser | undefined> => {
  if (issuer === null || subject === null) return undefined;
  const [found] = await db
    .select({ user: users })
    .from(oidcIdentities)
    .innerJoin(users, eq(users.id, oidcIdentities.userId))
    .where(
      and(eq(oidcIdentities.issuer, issuer), eq(oidcIdentities.subject, subject), isNull(users.deletedAt)),
    );
  return found?.user;
};

const isEmailTaken = async (db: Queryable, email: string): Promise<boolean> => {
  const [found] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  return found !== undefined;
};

/**
 * The browser is back from the provider with an answer.
 * @returns the code by which the app goes on, and whether it is for a member to connect
 * @throws ProtocolError `oidc_dead`, `oidc_expired`, `oidc_unknown`, `oidc_failed`, `oidc_unreachable`, `oidc_email_taken`
 */
export const acceptAnswer = async (
  { db, clock }: Pick<AuthServices, 'db' | 'clock'>,
  provider: OidcProvider,
  secret: string,
  answer: URLSearchParams,
): Promise<{ code: string; isLink: boolean }> => {
  // An answer to something else ends nothing: another site could send the browser here with one.
  if (!provider.isAnswerTo(answer, secret)) throw new ProtocolError('oidc_failed');
  const { linkFor } = await claimFlow(db, secret, clock.now());
  const { issuer, subject, readProfile } = await provider.redeem(answer, secret);
  const isLink = linkFor !== null;
  const isKnown = isLink || (await findOwner(db, { issuer, subject })) !== undefined;
  const profile: OidcProfile = isKnown ? {} : await readProfile();
  // E-mails are not verified at registration here: the owner of this account may never have owned the mailbox, and its
  // owner must not walk into what a stranger prepared. Only the password opens it.
  if (profile.email !== undefined && (await isEmailTaken(db, profile.email)))
    throw new ProtocolError('oidc_email_taken');
  const code = await answerFlow(db, secret, { issuer, subject, profile }, clock.now());
  return { code, isLink };
};

/** What the app's code stands for: a session, or what is known of a newcomer. */
export type Collected = { signedIn: SignedIn } | { profile: OidcProfile };

/**
 * The app asks, once, what its code stands for.
 * @throws ProtocolError `oidc_dead`, `oidc_expired`, `oidc_unknown`
 */
export const collect = async (
  services: AuthServices,
  held: { secret: string; code: string },
  deviceName: string,
): Promise<Collected> => {
  const { db, clock } = services;
  const flow = await collectFlow(db, held, clock.now());
  const user = await findOwner(db, flow);
  if (!user) return { profile: flow.profile ?? {} };
  await endFlow(db, held, clock.now());
  const signedIn = await admit(services, user.id, deviceName, {
    byMail: true,
    // A password that was set anew meanwhile has taken this way in away.
    isStillWelcome: async (tx) => (await findOwner(tx, flow))?.id === user.id,
  });
  if (!signedIn) throw new ProtocolError('oidc_dead');
  return { signedIn };
};

/**
 * Makes the account of a newcomer, which the account at the provider opens from now on. What is refused can be corrected and
 * sent again.
 * @throws ProtocolError `oidc_dead`, `oidc_expired`, `oidc_unknown`, and what `register` throws
 */
export const registerNewcomer = (
  services: AuthServices,
  secret: string,
  { code, ...body }: OidcRegisterBody,
  deviceName: string,
): Promise<SignedIn> =>
  register(services, body, deviceName, async (tx, user) => {
    const now = services.clock.now();
    const { issuer, subject } = await endFlow(tx, { secret, code }, now);
    if (issuer === null || subject === null) throw new ProtocolError('oidc_dead');
    const [linked] = await tx
      .insert(oidcIdentities)
      .values({ issuer, subject, userId: user.id, createdAt: now })
      .onConflictDoNothing()
      .returning();
    // Registered meanwhile, from another window.
    if (!linked) throw new ProtocolError('oidc_dead');
  });
