import { lt } from 'drizzle-orm';
import { siteTokens } from '../db/account-tables.ts';
import type { Database } from '../db/database.ts';
import { mutations } from '../db/schema.ts';

/** A device may be offline for long and still hold an attempt whose answer was lost (sync-notes b.18). */
const KEPT_MS = 366 * 24 * 60 * 60_000;

/** Forgets what sites' tokens have run out, and idempotency keys after a year. Verdicts hold no words of anybody, only ids and error kinds, and go with their keys. */
export const forgetOldKeys = async (db: Database, now: Date): Promise<void> => {
  await db.delete(siteTokens).where(lt(siteTokens.expiresAt, now));
  await db.delete(mutations).where(lt(mutations.createdAt, new Date(now.getTime() - KEPT_MS)));
};
