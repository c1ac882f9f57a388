import { and, desc, eq, gt, inArray, isNull, not } from 'drizzle-orm';
import { newUntimedId, ProtocolError, type SiteTokenBody } from '../../../protocol/index.ts';
import { connectedSites, siteTokens } from '../../db/account-tables.ts';
import { type Database, inTransaction, type Transaction } from '../../db/database.ts';
import { sessions, users } from '../../db/schema.ts';
import { isSuspended } from '../moderation/suspended.ts';
import type { AuthServices } from './context.ts';
import { hashOfToken, newToken, type Session } from './sessions.ts';

/** A site's token slides by ten minutes with each use, for a day at most (docs/decisions/0008). */
const SLIDE_MS = 10 * 60_000;
const LIFE_MS = 24 * 60 * 60_000;
/** Of one member at one site, at a time. */
export const TOKENS_PER_SITE = 20;

/** What a site's token stands for: the member, the session that asked for it, and the one origin it is bound to. */
export type SiteSession = Session & { tokenId: string; origin: string };

const endOf = (createdAt: Date, now: Date): Date =>
  new Date(Math.min(now.getTime() + SLIDE_MS, createdAt.getTime() + LIFE_MS));

/**
 * A token for a site of the list, never the session's own. The app's own pages need no permission; every other site needs
 * the member's, which is remembered.
 * @throws ProtocolError `site_not_allowed`, `consent_needed`
 */
export const grantSiteToken = async (
  {
    db,
    clock,
    loginRequestOrigins,
    ownOrigin,
  }: Pick<AuthServices, 'db' | 'clock' | 'loginRequestOrigins' | 'ownOrigin'>,
  { id: sessionId, userId }: Session,
  { origin, isAllowed = false }: SiteTokenBody,
): Promise<{ token: string; origin: string; expiresAt: Date }> => {
  if (!loginRequestOrigins.includes(origin)) throw new ProtocolError('site_not_allowed');
  const now = clock.now();
  const token = newToken();
  const expiresAt = endOf(now, now);
  await inTransaction(db, async (tx) => {
    if (origin !== ownOrigin) {
      const isThisSite = and(eq(connectedSites.userId, userId), eq(connectedSites.origin, origin));
      const [known] = await tx
        .update(connectedSites)
        .set({ lastUsedAt: now })
        .where(isThisSite)
        .returning({ id: connectedSites.id });
      if (!known && !isAllowed) throw new ProtocolError('consent_needed');
      if (!known) {
        await tx
          .insert(connectedSites)
          .values({ id: newUntimedId(), userId, origin, allowedAt: now, lastUsedAt: now })
          .onConflictDoNothing();
      }
    }
    await dropSurplusTokens(tx, userId, origin);
    await tx.insert(siteTokens).values({
      ...{ id: newUntimedId(), tokenHash: hashOfToken(token), userId, sessionId, origin },
      ...{ createdAt: now, expiresAt },
    });
  });
  return { token, origin, expiresAt };
};

/** A page of a site asks once; the oldest beyond the limit end. */
const dropSurplusTokens = async (tx: Transaction, userId: string, origin: string): Promise<void> => {
  const surplus = tx
    .select({ id: siteTokens.id })
    .from(siteTokens)
    .where(and(eq(siteTokens.userId, userId), eq(siteTokens.origin, origin)))
    .orderBy(desc(siteTokens.createdAt), desc(siteTokens.id))
    .offset(TOKENS_PER_SITE - 1);
  await tx.delete(siteTokens).where(inArray(siteTokens.id, surplus));
};

/** The living token of a site, which slides by being used; null for any other text, and when its session has ended. */
export const findSiteSession = async (
  { db, clock, loginRequestOrigins }: Pick<AuthServices, 'db' | 'clock' | 'loginRequestOrigins'>,
  token: string,
): Promise<SiteSession | null> => {
  const now = clock.now();
  const [found] = await db
    .select({ token: siteTokens })
    .from(siteTokens)
    .innerJoin(sessions, eq(sessions.id, siteTokens.sessionId))
    .innerJoin(users, eq(users.id, siteTokens.userId))
    .where(
      and(
        eq(siteTokens.tokenHash, hashOfToken(token)),
        gt(siteTokens.expiresAt, now),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, now),
        isNull(users.deletedAt),
        // A suspended member is known to no site.
        not(isSuspended(users.id, now)),
      ),
    );
  // A site that the operator has taken from the list is out at once.
  if (!found || !loginRequestOrigins.includes(found.token.origin)) return null;
  const { id: tokenId, sessionId, userId, origin, createdAt } = found.token;
  await db
    .update(siteTokens)
    .set({ expiresAt: endOf(createdAt, now) })
    .where(eq(siteTokens.id, tokenId));
  return { id: sessionId, userId, tokenId, origin };
};

export const endSiteToken = async (db: Database, tokenId: string): Promise<void> => {
  await db.delete(siteTokens).where(eq(siteTokens.id, tokenId));
};

export const listSites = (db: Database, userId: string) =>
  db
    .select()
    .from(connectedSites)
    .where(eq(connectedSites.userId, userId))
    .orderBy(desc(connectedSites.lastUsedAt), desc(connectedSites.id));

/** Takes back what was allowed; the site's tokens end in the same transaction. @returns whether there was such a site */
export const removeSite = (db: Database, userId: string, id: string): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const [gone] = await tx
      .delete(connectedSites)
      .where(and(eq(connectedSites.id, id), eq(connectedSites.userId, userId)))
      .returning({ origin: connectedSites.origin });
    if (!gone) return false;
    await tx.delete(siteTokens).where(and(eq(siteTokens.userId, userId), eq(siteTokens.origin, gone.origin)));
    return true;
  });
