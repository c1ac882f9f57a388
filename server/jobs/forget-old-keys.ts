import { lt } from 'drizzle-orm';
import { devices, siteTokens } from '../db/account-tables.ts';
import type { Database } from '../db/database.ts';
import { mutations, pushMarks } from '../db/schema.ts';
import { forgetEndedSessions, SESSION_LIFE_MS } from '../modules/auth/sessions.ts';
import { forgetCancelled } from '../modules/sync/cancel.ts';
import { forgetLookUps } from '../modules/users/look-ups.ts';

/** A device may be offline for long and still hold an attempt whose answer was lost. */
const KEPT_MS = 366 * 24 * 60 * 60_000;
/** Of pushes that no device shows any more. */
const PUSH_MARKS_KEPT_MS = 90 * 24 * 60 * 60_000;

/**
 * Forgets what sites' tokens have run out, sessions that are over, devices that no session speaks for any more, look-ups, marks of old pushes, and idempotency keys: those that
 * were only cancelled after a month, the others after a year. Verdicts hold no words of anybody, only ids and error kinds,
 * and go with their keys.
 */
export const forgetOldKeys = async (db: Database, now: Date): Promise<void> => {
  await db.delete(siteTokens).where(lt(siteTokens.expiresAt, now));
  await forgetEndedSessions(db, now);
  await db.delete(devices).where(lt(devices.lastSeenAt, new Date(now.getTime() - SESSION_LIFE_MS)));
  await db.delete(pushMarks).where(lt(pushMarks.sentAt, new Date(now.getTime() - PUSH_MARKS_KEPT_MS)));
  await forgetLookUps(db, now);
  await forgetCancelled(db, now);
  await db.delete(mutations).where(lt(mutations.createdAt, new Date(now.getTime() - KEPT_MS)));
};
