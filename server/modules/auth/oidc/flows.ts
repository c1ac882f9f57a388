import { and, eq, gt, isNull, lt } from 'drizzle-orm';
import { ProtocolError } from '../../../../protocol/index.ts';
import type { Queryable } from '../../../db/database.ts';
import { hashOfToken, newToken } from '../sessions.ts';
import { oidcFlows } from './table.ts';

export type StoredFlow = typeof oidcFlows.$inferSelect;

const MINUTE_MS = 60_000;
/** How long each state may last: at the provider, on the way into the app, and over the registration. */
const LIVES_MS = {
  asked: 10 * MINUTE_MS,
  redeeming: MINUTE_MS,
  answered: 2 * MINUTE_MS,
  newcomer: 30 * MINUTE_MS,
};
type State = keyof typeof LIVES_MS;

const expiryOf = (state: State, now: Date): Date => new Date(now.getTime() + LIVES_MS[state]);

/**
 * Begins a sign-in, and forgets those that are over.
 * @param linkFor the member who wants to connect what is found at the provider
 * @returns the secret that only its browser gets
 */
export const beginFlow = async (db: Queryable, now: Date, linkFor: string | null = null): Promise<string> => {
  await db.delete(oidcFlows).where(lt(oidcFlows.expiresAt, now));
  const secret = newToken();
  await db
    .insert(oidcFlows)
    .values({ secretHash: hashOfToken(secret), linkFor, state: 'asked', expiresAt: expiryOf('asked', now) });
  return secret;
};

const isLiving = (secret: string, state: State, now: Date) =>
  and(
    eq(oidcFlows.secretHash, hashOfToken(secret)),
    eq(oidcFlows.state, state),
    gt(oidcFlows.expiresAt, now),
  );

/** Takes a sign-in out of a state, for whoever comes first. @throws ProtocolError `oidc_dead` */
const move = async (
  db: Queryable,
  where: ReturnType<typeof isLiving>,
  to: Partial<StoredFlow> & { state: State },
  now: Date,
): Promise<StoredFlow> => {
  const [moved] = await db
    .update(oidcFlows)
    .set({ ...to, expiresAt: expiryOf(to.state, now) })
    .where(where)
    .returning();
  if (!moved) throw new ProtocolError('oidc_dead');
  return moved;
};

/** The browser is back from the provider; it comes back once. @throws ProtocolError `oidc_dead` */
export const claimFlow = (db: Queryable, secret: string, now: Date): Promise<StoredFlow> =>
  move(db, isLiving(secret, 'asked', now), { state: 'redeeming' }, now);

/** The provider's answer is verified. @returns the code that the app gets in the fragment of its address */
export const answerFlow = async (
  db: Queryable,
  secret: string,
  identity: Pick<StoredFlow, 'issuer' | 'subject' | 'profile'>,
  now: Date,
): Promise<string> => {
  const code = newToken();
  const to = { ...identity, state: 'answered' as const, codeHash: hashOfToken(code) };
  await move(db, isLiving(secret, 'redeeming', now), to, now);
  return code;
};

type Held = { secret: string; code: string };
const isHeldBy = ({ secret, code }: Held, state: State, now: Date) =>
  and(isLiving(secret, state, now), eq(oidcFlows.codeHash, hashOfToken(code)));

/** The app asks for what the code stands for; it asks once. @throws ProtocolError `oidc_dead` */
export const collectFlow = (db: Queryable, held: Held, now: Date): Promise<StoredFlow> =>
  move(
    db,
    // What somebody brings to connect it to their account signs nobody in.
    and(isHeldBy(held, 'answered', now), isNull(oidcFlows.linkFor)),
    { state: 'newcomer' },
    now,
  );

/** Ends a sign-in that this member began to connect its account. @throws ProtocolError `oidc_dead` */
export const endLinkFlow = async (
  db: Queryable,
  held: Held,
  userId: string,
  now: Date,
): Promise<StoredFlow> => {
  const [ended] = await db
    .delete(oidcFlows)
    .where(and(isHeldBy(held, 'answered', now), eq(oidcFlows.linkFor, userId)))
    .returning();
  if (!ended) throw new ProtocolError('oidc_dead');
  return ended;
};

/** Ends a sign-in that the app has collected. @throws ProtocolError `oidc_dead` */
export const endFlow = async (db: Queryable, held: Held, now: Date): Promise<StoredFlow> => {
  const [ended] = await db
    .delete(oidcFlows)
    .where(isHeldBy(held, 'newcomer', now))
    .returning();
  if (!ended) throw new ProtocolError('oidc_dead');
  return ended;
};
