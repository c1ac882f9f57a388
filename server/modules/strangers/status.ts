import { and, eq, isNotNull } from 'drizzle-orm';
import { ProtocolError, type StrangerSettings, type StrangersStatus } from '../../../protocol/index.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { strangerQueue, strangerSettings } from '../../db/schema.ts';
import { findAccess } from './eligible.ts';
import { listRecent } from './encounters.ts';
import { findCurrentChat, findSettings } from './match.ts';
import { presentEncounter } from './presenter.ts';
import { TELL_FOR_MS } from './tell-waiting.ts';

/** Where somebody stands: what the entry screen shows. */
export const readStatus = async (tx: Transaction, userId: string, now: Date): Promise<StrangersStatus> => {
  const access = await findAccess(tx, userId, now);
  if (access === null) throw new ProtocolError('not_found');
  const settings = await findSettings(tx, userId);
  const [place] = await tx.select().from(strangerQueue).where(eq(strangerQueue.userId, userId));
  const recent = await listRecent(tx, userId, now);
  return {
    access,
    settings: settings
      ? {
          optedIn: settings.optedInAt !== null,
          language: settings.language,
          interests: settings.interests,
        }
      : null,
    waitingSince: place?.enteredAt.toISOString() ?? null,
    willBeTold: settings?.tellUntil ? settings.tellUntil > now : false,
    chatId: await findCurrentChat(tx, userId),
    recent: recent.map((encounter) => presentEncounter(encounter, now)),
  };
};

/** The opt-in is off by default, and cannot be turned on by members under 18. */
export const writeSettings = async (
  tx: Transaction,
  userId: string,
  { optedIn, language, interests }: StrangerSettings,
  now: Date,
): Promise<void> => {
  if (optedIn && (await findAccess(tx, userId, now)) === 'minor') throw new ProtocolError('adults_only');
  const known = await findSettings(tx, userId);
  const optedInAt = optedIn ? (known?.optedInAt ?? now) : null;
  const chosen = { language, interests, optedInAt, ...(optedIn ? {} : { tellUntil: null }) };
  await tx
    .insert(strangerSettings)
    .values({ userId, ...chosen })
    .onConflictDoUpdate({ target: strangerSettings.userId, set: chosen });
  if (!optedIn) await leaveQueue(tx, userId);
};

/** Waiting ends; leaving twice is no error. */
export const leaveQueue = async (db: Database | Transaction, userId: string): Promise<void> => {
  await db.delete(strangerQueue).where(eq(strangerQueue.userId, userId));
};

/** @throws forbidden without the opt-in */
export const setTelling = async (
  db: Database,
  userId: string,
  isWanted: boolean,
  now: Date,
): Promise<boolean> => {
  const [row] = await db
    .update(strangerSettings)
    .set({ tellUntil: isWanted ? new Date(now.getTime() + TELL_FOR_MS) : null })
    .where(and(eq(strangerSettings.userId, userId), isNotNull(strangerSettings.optedInAt)))
    .returning();
  if (!row) throw new ProtocolError('forbidden');
  return isWanted;
};
