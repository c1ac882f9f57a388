import { and, desc, eq, gt, inArray, isNotNull, isNull, ne, or, type SQL } from 'drizzle-orm';
import { newId, type PushSubscriptionBody } from '../../../protocol/index.ts';
import type { Queryable } from '../../db/database.ts';
import { pushSubscriptions, sessions, users } from '../../db/schema.ts';

export type StoredSubscription = typeof pushSubscriptions.$inferSelect;

/** The end of the year 9999: what comes later is no date that a database can be told. */
const LATEST_MS = Date.UTC(9999, 11, 31);

/** A subscription that accepts no push for so long is removed; a browser in use registers again at its next start. */
const FAILING_MAX_MS = 3 * 24 * 60 * 60_000;

/** One way of writing a key: the same secret in base64 or base64url, padded or not, is the same subscription. */
const toBase64Url = (key: string): string =>
  key
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/(?<!=)=+$/, '');

type Owner = { userId: string; sessionId: string };

/** Whatever it answers meanwhile, it may hang again. */
const APART_MS = 60 * 60_000;

/** Of one member: what a dozen browsers left behind would else be posted to for ever. */
const PER_MEMBER_MAX = 10;

/**
 * Keeps a subscription for a session. The same secret or the same endpoint means the same browser: it belongs to the
 * member who is signed in there now, and no longer to an earlier one.
 */
export const storeSubscription = async (
  db: Queryable,
  { userId, sessionId }: Owner,
  { endpoint, expirationTime, keys }: PushSubscriptionBody,
  now: Date,
): Promise<StoredSubscription> => {
  const values = {
    userId,
    sessionId,
    endpoint: endpoint ?? null,
    p256dh: keys.p256dh === undefined ? null : toBase64Url(keys.p256dh),
    expiresAt: expirationTime == null ? null : new Date(Math.min(expirationTime, LATEST_MS)),
    failingSince: null,
  };
  const [stored] = await db
    .insert(pushSubscriptions)
    .values({ ...values, auth: toBase64Url(keys.auth), id: newId(), createdAt: now })
    .onConflictDoUpdate({ target: pushSubscriptions.auth, set: values })
    .returning();
  if (!stored) throw new Error('The subscription was not stored');
  if (stored.endpoint !== null)
    await db
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.endpoint, stored.endpoint), ne(pushSubscriptions.id, stored.id)));
  await dropSurplus(db, userId);
  return stored;
};

/** The ones that were made last stay. */
const dropSurplus = async (db: Queryable, userId: string): Promise<void> => {
  const own = await db
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id));
  const surplus = own.slice(PER_MEMBER_MAX).map(({ id }) => id);
  if (surplus.length > 0) await db.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, surplus));
};

/** Removes the caller's own; others are not told whether there was one. */
export const removeSubscription = async (db: Queryable, userId: string, auth: string): Promise<void> => {
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.auth, toBase64Url(auth)), eq(pushSubscriptions.userId, userId)));
};

/** The push service has said that it is over. */
export const dropSubscription = async (db: Queryable, id: string): Promise<void> => {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id));
};

/** Whatever it was that failed before, is over. */
export const noteArrival = async (db: Queryable, { id, failingSince }: StoredSubscription): Promise<void> => {
  if (failingSince === null) return;
  await db.update(pushSubscriptions).set({ failingSince: null }).where(eq(pushSubscriptions.id, id));
};

/** A push did not get through; once none has for days, the subscription goes. */
export const noteFailure = async (
  db: Queryable,
  { id, userId, failingSince }: StoredSubscription,
  now: Date,
): Promise<void> => {
  await db.update(users).set({ pushFailedAt: now }).where(eq(users.id, userId));
  if (failingSince === null)
    await db.update(pushSubscriptions).set({ failingSince: now }).where(eq(pushSubscriptions.id, id));
  else if (now.getTime() - failingSince.getTime() > FAILING_MAX_MS) await dropSubscription(db, id);
};

/** Whether a push service of theirs has failed lately: their pushes then go apart from those of others. */
export const areKeptApart = async (db: Queryable, userId: string, now: Date): Promise<boolean> => {
  const since = new Date(now.getTime() - APART_MS);
  return (await db.$count(users, and(eq(users.id, userId), gt(users.pushFailedAt, since)))) > 0;
};

/** Those of living sessions that match. */
const findLiving = async (db: Queryable, now: Date, which: SQL): Promise<StoredSubscription[]> => {
  const found = await db
    .select({ subscription: pushSubscriptions })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .where(
      and(
        which,
        isNotNull(pushSubscriptions.endpoint),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, now),
        or(isNull(pushSubscriptions.expiresAt), gt(pushSubscriptions.expiresAt, now)),
      ),
    );
  return found.map(({ subscription }) => subscription);
};

export const livingSubscriptions = (db: Queryable, userId: string, now: Date) =>
  findLiving(db, now, eq(pushSubscriptions.userId, userId));

export const livingSubscription = async (
  db: Queryable,
  id: string,
  now: Date,
): Promise<StoredSubscription | undefined> => (await findLiving(db, now, eq(pushSubscriptions.id, id)))[0];
