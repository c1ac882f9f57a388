import { timingSafeEqual } from 'node:crypto';
import { ProtocolError, type QrGranted, type QrPolled, type QrStarted } from '../../../../protocol/index.ts';
import { inTransaction } from '../../../db/database.ts';
import { presentOwnUser } from '../../users/presenter.ts';
import { findUser, holdUser } from '../../users/queries.ts';
import type { AuthServices } from '../context.ts';
import { nameOfDevice } from '../device-name.ts';
import { tellOfSignIn } from '../new-sign-in.ts';
import { createSession, endSurplusSessions, hashOfToken, isSessionAlive, type Session } from '../sessions.ts';
import {
  admitNewDevice,
  advance,
  findOwnSignIn,
  findSignIn,
  insertSignIn,
  lifeFrom,
  type NewDevice,
  type StoredSignIn,
} from './store.ts';

/** (a) A new device shows a code. Its id alone gives no access: the token goes to the holder of the secret. */
export const startSignIn = async (
  { db, clock }: Pick<AuthServices, 'db' | 'clock'>,
  newDevice: NewDevice,
): Promise<QrStarted> => {
  const now = clock.now();
  const { pollSecret, fields } = admitNewDevice(newDevice, now);
  const id = await insertSignIn(db, { ...fields, shownBy: 'new' }, now);
  return { id, pollSecret, number: fields.number, expiresAt: fields.expiresAt.toISOString() };
};

/** (a) A member has scanned the code of a new device; no other member can from now on. */
export const claimSignIn = async (
  { db, clock }: AuthServices,
  id: string,
  session: Session,
): Promise<StoredSignIn> => {
  const now = clock.now();
  const found = await findSignIn(db, id, now);
  // A code that a member shows is for a new device, which redeems it.
  if (found.shownBy !== 'new') throw new ProtocolError('not_found');
  // The answer was lost on the way, and the same phone asks again.
  if (found.state === 'claimed' && found.ownerSessionId === session.id) return found;
  const owner = { ownerId: session.userId, ownerSessionId: session.id };
  return advance(db, found, ['waiting'], { state: 'claimed', ...owner, expiresAt: lifeFrom(now) }, now);
};

/**
 * (b) A member who knows the password lets one new device scan a code. It still waits for the member's yes.
 * @throws ProtocolError `wrong_password`
 */
export const grantSignIn = async (
  { db, clock, hasher }: AuthServices,
  session: Session,
  password: string,
): Promise<QrGranted> => {
  const user = await findUser(db, session.userId);
  if (!user) throw new ProtocolError('session_dead');
  if (!(await hasher.matches(user.passwordHash, password))) {
    throw new ProtocolError('wrong_password', {
      errors: [{ field: 'password', message: 'That is not your current password' }],
    });
  }
  const now = clock.now();
  const expiresAt = lifeFrom(now);
  const owner = { ownerId: session.userId, ownerSessionId: session.id };
  const id = await insertSignIn(db, { ...owner, shownBy: 'member', expiresAt }, now);
  return { id, expiresAt: expiresAt.toISOString() };
};

/** (b) A new device has scanned the code of a member: the first one, and no other. */
export const redeemGrant = async (
  { db, clock }: AuthServices,
  id: string,
  newDevice: NewDevice,
): Promise<QrStarted> => {
  const now = clock.now();
  const found = await findSignIn(db, id, now);
  if (found.shownBy !== 'member') throw new ProtocolError('not_found');
  const { pollSecret, fields } = admitNewDevice(newDevice, now);
  await advance(db, found, ['waiting'], { state: 'claimed', ...fields }, now);
  return { id, pollSecret, number: fields.number, expiresAt: fields.expiresAt.toISOString() };
};

/** (b) What has become of a grant, for the device that issued it. */
export const findGrant = async (
  { db, clock }: AuthServices,
  id: string,
  session: Session,
): Promise<StoredSignIn> => {
  const found = await findOwnSignIn(db, id, session, clock.now());
  if (found.shownBy !== 'member') throw new ProtocolError('not_found');
  return found;
};

/**
 * The member lets the new device in, by the number it shows. A wrong one ends it: of three numbers a second guess would be
 * as good as none.
 * @throws ProtocolError `qr_wrong_number`, `qr_dead`, `qr_expired`
 */
export const approveSignIn = async (
  { db, clock }: AuthServices,
  id: string,
  session: Session,
  number: number,
): Promise<void> => {
  const now = clock.now();
  const found = await findOwnSignIn(db, id, session, now);
  if (found.state === 'approved' && found.number === number) return;
  const isMatch = found.number === number;
  await advance(db, found, ['claimed'], { state: isMatch ? 'approved' : 'denied' }, now);
  if (!isMatch) throw new ProtocolError('qr_wrong_number');
};

/** The member does not know that device. Also before the code was scanned, and after an approval that was not collected yet. */
export const denySignIn = async (
  { db, clock }: AuthServices,
  id: string,
  session: Session,
): Promise<void> => {
  const now = clock.now();
  const found = await findOwnSignIn(db, id, session, now);
  if (found.state === 'denied') return;
  await advance(db, found, ['waiting', 'claimed', 'approved'], { state: 'denied' }, now);
};

const isSecret = (stored: Uint8Array | null, secret: string): boolean =>
  stored !== null && timingSafeEqual(stored, hashOfToken(secret));

/**
 * The new device asks whether it may come in. After a yes it gets its token, once: the session is made in the transaction
 * that spends the code, so that nothing here holds a token. Who asks with a wrong secret has only seen the code: it burns.
 */
export const pollSignIn = async (
  services: AuthServices,
  id: string,
  pollSecret: string,
): Promise<QrPolled> => {
  const { db, clock } = services;
  const now = clock.now();
  const found = await findSignIn(db, id, now);
  if (!isSecret(found.secretHash, pollSecret)) {
    await advance(db, found, [found.state], { state: 'denied', expiresAt: now }, now);
    throw new ProtocolError('qr_dead');
  }
  if (found.state === 'collected') throw new ProtocolError('qr_dead');
  if (found.state !== 'approved') return { status: found.state };
  const { polled, surplus } = await inTransaction(db, async (tx) => {
    const { ownerId, ownerSessionId, ...spent } = await advance(
      tx,
      found,
      ['approved'],
      { state: 'collected' },
      now,
    );
    const user = ownerId === null ? undefined : await holdUser(tx, ownerId);
    // The approving member must still be signed in: a password change since then withdraws the approval.
    const isSignedIn = ownerSessionId !== null && (await isSessionAlive(tx, ownerSessionId, now));
    if (!user || !isSignedIn) throw new ProtocolError('qr_dead');
    const deviceName = nameOfDevice(spent);
    const { session, accessToken } = await createSession(tx, user.id, deviceName, now);
    await tellOfSignIn({ db: tx, clock, jobs: services.jobs }, session, deviceName, { byMail: true });
    return {
      polled: { status: 'approved' as const, accessToken, user: presentOwnUser(user) },
      surplus: await endSurplusSessions(tx, user.id, now),
    };
  });
  for (const dead of surplus) services.sessionEnded(dead);
  return polled;
};
