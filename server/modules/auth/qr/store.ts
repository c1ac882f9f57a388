import { randomBytes } from 'node:crypto';
import { and, eq, gt, inArray, lt, type SQL } from 'drizzle-orm';
import { createQrId, ProtocolError } from '../../../../protocol/index.ts';
import type { Queryable } from '../../../db/database.ts';
import { hashOfToken, newToken, type Session } from '../sessions.ts';
import { drawNumbers } from './numbers.ts';
import { qrSignIns } from './table.ts';

export type StoredSignIn = typeof qrSignIns.$inferSelect;
type State = StoredSignIn['state'];

/** A code is valid for this long; the member who scans it has the same time again to decide. */
const LIFE_MS = 60_000;
/** How long what is over is remembered, so that it can be told from what never was. */
const KEPT_MS = 10 * 60_000;

export const lifeFrom = (now: Date): Date => new Date(now.getTime() + LIFE_MS);

/** The device that wants in, as its request shows it. */
export type NewDevice = { browser: string | null; device: string | null; address: string };

/** What a sign-in knows once there is a new device: the secret is only in the answer. */
export const admitNewDevice = (newDevice: NewDevice, now: Date) => {
  const pollSecret = newToken();
  return {
    pollSecret,
    fields: {
      ...newDevice,
      ...drawNumbers(),
      secretHash: hashOfToken(pollSecret),
      askedAt: now,
      expiresAt: lifeFrom(now),
    },
  };
};

/** Stores a sign-in under a new id, and forgets those that have long ended. */
export const insertSignIn = async (
  db: Queryable,
  fields: Omit<typeof qrSignIns.$inferInsert, 'idHash' | 'state'> & { state?: State },
  now: Date,
): Promise<string> => {
  await db.delete(qrSignIns).where(lt(qrSignIns.expiresAt, new Date(now.getTime() - KEPT_MS)));
  const id = createQrId(randomBytes(26));
  await db.insert(qrSignIns).values({ state: 'waiting', ...fields, idHash: hashOfToken(id) });
  return id;
};

const readSignIn = async (db: Queryable, where: SQL | undefined): Promise<StoredSignIn | undefined> => {
  const [found] = await db.select().from(qrSignIns).where(where);
  return found;
};
const hasId = (id: string): SQL => eq(qrSignIns.idHash, hashOfToken(id));

/** Approved and collected, or denied: it signs in no device any more, expired or not. */
const isUsed = ({ state }: StoredSignIn): boolean => state === 'collected' || state === 'denied';

const assertInTime = (found: StoredSignIn, now: Date): void => {
  if (found.expiresAt <= now) throw new ProtocolError(isUsed(found) ? 'qr_dead' : 'qr_expired');
};

/** @throws ProtocolError `not_found` for what never was, `qr_expired` or `qr_dead` for what is over */
export const findSignIn = async (db: Queryable, id: string, now: Date): Promise<StoredSignIn> => {
  const found = await readSignIn(db, hasId(id));
  if (!found) throw new ProtocolError('not_found');
  assertInTime(found, now);
  return found;
};

/** @throws ProtocolError `not_found` also for what is another's, or another device's; what is over is told to its owner */
export const findOwnSignIn = async (
  db: Queryable,
  id: string,
  session: Session,
  now: Date,
): Promise<StoredSignIn> => {
  // Asked in one question, so that what is another's takes as long as what is not there.
  const found = await readSignIn(db, and(hasId(id), eq(qrSignIns.ownerSessionId, session.id)));
  if (!found) throw new ProtocolError('not_found');
  assertInTime(found, now);
  return found;
};

/**
 * Moves a pending sign-in from one state to the next; the first caller on any node wins.
 * @throws ProtocolError `qr_dead` when somebody else was quicker
 */
export const advance = async (
  db: Queryable,
  { idHash }: Pick<StoredSignIn, 'idHash'>,
  from: State[],
  fields: Partial<StoredSignIn> & { state: State },
  now: Date,
): Promise<StoredSignIn> => {
  const [moved] = await db
    .update(qrSignIns)
    .set(fields)
    .where(and(eq(qrSignIns.idHash, idHash), inArray(qrSignIns.state, from), gt(qrSignIns.expiresAt, now)))
    .returning();
  if (!moved) throw new ProtocolError('qr_dead');
  return moved;
};
