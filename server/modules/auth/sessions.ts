import { createHash, randomBytes } from 'node:crypto';
import { and, desc, eq, gt, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { newId } from '../../../protocol/index.ts';
import { siteTokens } from '../../db/account-tables.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { prepared } from '../../db/prepared.ts';
import { sessions, users } from '../../db/schema.ts';
import { isSuspended } from '../moderation/suspended.ts';

const DAY_MS = 86_400_000;
/** A session's life slides (docs/decisions/0007). */
export const SESSION_LIFE_MS = 180 * DAY_MS;
/** How stale `lastUsedAt` may be: a write for each request would cost more than the request. */
const TOUCH_AFTER_MS = 5 * 60_000;
const ENDED_KEPT_MS = 30 * DAY_MS;
const TOKEN_BYTES = 32;
/** Of one account at a time: far more than anybody has devices. */
export const SESSIONS_PER_ACCOUNT = 50;

export type Session = { id: string; userId: string };
/** A suspended member may sign in, and do little more. */
export type LivingSession = Session & { isSuspended: boolean };

export const hashOfToken = (token: string): Uint8Array => createHash('sha256').update(token).digest();
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** Opens a session. The token is shown once and kept only as its SHA-256. */
export const createSession = async (
  tx: Database | Transaction,
  userId: string,
  deviceName: string,
  now: Date,
): Promise<{ session: Session; accessToken: string }> => {
  const accessToken = newToken();
  const session = { id: newId(), userId };
  await tx.insert(sessions).values({
    ...session,
    tokenHash: hashOfToken(accessToken),
    deviceName,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + SESSION_LIFE_MS),
  });
  return { session, accessToken };
};

const at = sql`${sql.placeholder('now')}::timestamptz`;

const findByHash = prepared('session-by-hash', (db, name) =>
  db
    .select({
      ...{ id: sessions.id, userId: sessions.userId, lastUsedAt: sessions.lastUsedAt },
      isSuspended: isSuspended(users.id, at),
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        sql`${sessions.tokenHash} = decode(${sql.placeholder('hash')}, 'hex')`,
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, at),
        isNull(users.deletedAt),
      ),
    )
    .prepare(name),
);

/**
 * The living session of a token, or null when the token is unknown, ended or expired. A database that does not answer is
 * an error and never null: an outage must not sign members out (docs/threat-model.md T19).
 */
export const findSession = async (
  db: Database | Transaction,
  token: string,
  now: Date,
): Promise<LivingSession | null> => {
  const hash = Buffer.from(hashOfToken(token)).toString('hex');
  const [found] = await findByHash(db).execute({ hash, now: now.toISOString() });
  if (!found) return null;
  if (now.getTime() - found.lastUsedAt.getTime() > TOUCH_AFTER_MS) {
    await db
      .update(sessions)
      .set({ lastUsedAt: now, expiresAt: new Date(now.getTime() + SESSION_LIFE_MS) })
      .where(eq(sessions.id, found.id));
  }
  return { id: found.id, userId: found.userId, isSuspended: found.isSuspended };
};

/** Whether a session, known by its id, still opens anything. */
export const isSessionAlive = async (
  db: Database | Transaction,
  sessionId: string,
  now: Date,
): Promise<boolean> => {
  const [found] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt), gt(sessions.expiresAt, now)));
  return found !== undefined;
};

/** Ends a session; ending it twice is no error. */
export const endSession = async (db: Database | Transaction, sessionId: string, now: Date): Promise<void> => {
  await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)));
};

/** Ends the session of a token of which only the SHA-256 is known. @returns the session, or null when none of that token is valid */
export const endSessionByHash = async (
  db: Database | Transaction,
  tokenHash: Uint8Array,
  now: Date,
): Promise<Session | null> => {
  const [ended] = await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.tokenHash, tokenHash), isNull(sessions.revokedAt)))
    .returning({ id: sessions.id, userId: sessions.userId });
  return ended ?? null;
};
export type StoredSession = typeof sessions.$inferSelect;

/** A person's living sessions, the last used first. */
export const listSessions = (db: Database, userId: string, now: Date): Promise<StoredSession[]> =>
  db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id));

/** A person's session, ended or not. */
export const findOwnSession = async (
  db: Database,
  userId: string,
  sessionId: string,
): Promise<Session | undefined> => {
  const [found] = await db
    .select({ id: sessions.id, userId: sessions.userId })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)));
  return found;
};

/** Ends all sessions of a person but one, or all; answers those that lived until now, whose sockets are to be cut. */
export const endSessions = (
  tx: Database | Transaction,
  userId: string,
  keptId: string | null,
  now: Date,
): Promise<Session[]> =>
  tx
    .update(sessions)
    .set({ revokedAt: now })
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.revokedAt),
        ...(keptId === null ? [] : [ne(sessions.id, keptId)]),
      ),
    )
    .returning({ id: sessions.id, userId: sessions.userId });

/** Ends the longest unused of a person's sessions beyond `SESSIONS_PER_ACCOUNT`; answers those, whose sockets are to be cut. */
export const endSurplusSessions = (tx: Transaction, userId: string, now: Date): Promise<Session[]> => {
  const surplus = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
    .offset(SESSIONS_PER_ACCOUNT);
  return tx
    .update(sessions)
    .set({ revokedAt: now })
    .where(inArray(sessions.id, surplus))
    .returning({ id: sessions.id, userId: sessions.userId });
};

/** Forgets sessions that ended or ran out a month ago: who looks for a sign-in that was not theirs does so within days. */
export const forgetEndedSessions = async (db: Database, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - ENDED_KEPT_MS);
  await db
    .delete(sessions)
    .where(
      and(
        or(lt(sessions.revokedAt, before), lt(sessions.expiresAt, before)),
        sql`not exists (select 1 from ${siteTokens} where ${siteTokens.sessionId} = ${sessions.id})`,
      ),
    );
};
