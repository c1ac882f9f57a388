import { and, eq, gt, isNotNull, isNull, lt, type SQL } from 'drizzle-orm';
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
/** As long as a browser keeps the cookie (flow-cookie.ts): so long it can be told what became of its sign-in. */
const KEPT_MS = 60 * MINUTE_MS;
type State = keyof typeof LIVES_MS;

const expiryOf = (state: State, now: Date): Date => new Date(now.getTime() + LIVES_MS[state]);

/**
 * Begins a sign-in, and forgets those that are over.
 * @param linkFor the member who wants to connect what is found at the provider
 * @returns the secret that only its browser gets
 */
export const beginFlow = async (db: Queryable, now: Date, linkFor: string | null = null): Promise<string> => {
  await db.delete(oidcFlows).where(lt(oidcFlows.expiresAt, new Date(now.getTime() - KEPT_MS)));
  await db
    .update(oidcFlows)
    .set({ issuer: null, subject: null, profile: null })
    .where(and(lt(oidcFlows.expiresAt, now), isNotNull(oidcFlows.subject)));
  const secret = newToken();
  await db
    .insert(oidcFlows)
    .values({ secretHash: hashOfToken(secret), linkFor, state: 'asked', expiresAt: expiryOf('asked', now) });
  return secret;
};

const bySecret = (secret: string) => eq(oidcFlows.secretHash, hashOfToken(secret));

const isLiving = (secret: string, state: State, now: Date) =>
  and(bySecret(secret), eq(oidcFlows.state, state), gt(oidcFlows.expiresAt, now), isNull(oidcFlows.endedAt));

type Held = { secret: string; code: string };
const isHeldBy = ({ secret, code }: Held, state: State, now: Date) =>
  and(isLiving(secret, state, now), eq(oidcFlows.codeHash, hashOfToken(code)));

/**
 * Why a sign-in is not what somebody takes it for. Only the browser that holds its secret can ask.
 * @param belongs what has to be true of it besides, for the one who asks
 */
const whyDead = async (
  db: Queryable,
  secret: string,
  belongs: SQL | undefined,
  now: Date,
): Promise<ProtocolError> => {
  const [found] = await db
    .select({ expiresAt: oidcFlows.expiresAt, endedAt: oidcFlows.endedAt })
    .from(oidcFlows)
    .where(and(bySecret(secret), belongs));
  if (!found) return new ProtocolError('oidc_unknown');
  return new ProtocolError(found.endedAt === null && found.expiresAt <= now ? 'oidc_expired' : 'oidc_dead');
};

/** The browser is back from the provider; it comes back once. @throws ProtocolError what `whyDead` says */
export const claimFlow = async (db: Queryable, secret: string, now: Date): Promise<StoredFlow> => {
  const [claimed] = await db
    .update(oidcFlows)
    .set({ state: 'redeeming', expiresAt: expiryOf('redeeming', now) })
    .where(isLiving(secret, 'asked', now))
    .returning();
  if (!claimed) throw await whyDead(db, secret, undefined, now);
  return claimed;
};

/**
 * The provider's answer is verified.
 * @returns the code that the app gets in the fragment of its address
 * @throws ProtocolError what `whyDead` says
 */
export const answerFlow = async (
  db: Queryable,
  secret: string,
  identity: Pick<StoredFlow, 'issuer' | 'subject' | 'profile'>,
  now: Date,
): Promise<string> => {
  const code = newToken();
  const [answered] = await db
    .update(oidcFlows)
    .set({
      ...identity,
      ...{ state: 'answered' as const, codeHash: hashOfToken(code), expiresAt: expiryOf('answered', now) },
    })
    .where(isLiving(secret, 'redeeming', now))
    .returning();
  if (!answered) throw await whyDead(db, secret, undefined, now);
  return code;
};

const isOfCode = ({ code }: Held) => eq(oidcFlows.codeHash, hashOfToken(code));

/** The app asks for what the code stands for; it asks once. @throws ProtocolError what `whyDead` says */
export const collectFlow = async (db: Queryable, held: Held, now: Date): Promise<StoredFlow> => {
  // A flow that connects an account does not sign in.
  const belongs = and(isOfCode(held), isNull(oidcFlows.linkFor));
  const [collected] = await db
    .update(oidcFlows)
    .set({ state: 'newcomer', expiresAt: expiryOf('newcomer', now) })
    .where(and(isHeldBy(held, 'answered', now), belongs))
    .returning();
  if (!collected) throw await whyDead(db, held.secret, belongs, now);
  return collected;
};

/** Ends a pending sign-in in this state; the first caller wins. @returns it as it was */
const end = async (
  db: Queryable,
  held: Held,
  state: State,
  belongs: SQL | undefined,
  now: Date,
): Promise<StoredFlow> => {
  const [ended] = await db
    .select()
    .from(oidcFlows)
    .where(and(isHeldBy(held, state, now), belongs));
  const [isFirst] = await db
    .update(oidcFlows)
    // What it was of is in the answer. Over as well as ended: a node of the version before knows only that.
    .set({ endedAt: now, expiresAt: now, issuer: null, subject: null, profile: null })
    .where(and(isHeldBy(held, state, now), belongs))
    .returning({ secretHash: oidcFlows.secretHash });
  if (!ended || !isFirst) throw await whyDead(db, held.secret, belongs, now);
  return ended;
};

/** Ends a sign-in that this member began to connect its account. @throws ProtocolError what `whyDead` says */
export const endLinkFlow = (db: Queryable, held: Held, userId: string, now: Date): Promise<StoredFlow> =>
  end(db, held, 'answered', and(isOfCode(held), eq(oidcFlows.linkFor, userId)), now);

/** Ends a sign-in that the app has collected. @throws ProtocolError what `whyDead` says */
export const endFlow = (db: Queryable, held: Held, now: Date): Promise<StoredFlow> =>
  end(db, held, 'newcomer', and(isOfCode(held), isNull(oidcFlows.linkFor)), now);
