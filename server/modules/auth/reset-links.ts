import { and, eq, isNull, lt } from 'drizzle-orm';
import { type ErrorKind, ProtocolError } from '../../../protocol/index.ts';
import { endedResets } from '../../db/account-tables.ts';
import { inTransaction, type Queryable, type Transaction } from '../../db/database.ts';
import { passwordResets, users } from '../../db/schema.ts';
import type { StoredUser } from '../users/presenter.ts';
import type { AuthServices } from './context.ts';
import { hashOfToken, newToken } from './sessions.ts';

/*
 *   password_resets: the one link of a person that works ── used · replaced · withdrawn ─▶ ended_resets: its hash alone, for a month
 */

const LINK_LIFE_MS = 30 * 60_000;
/** A mail is found again weeks later. */
const KEPT_MS = 30 * 24 * 60 * 60_000;

type How = (typeof endedResets.$inferSelect)['how'];

const kindOf = {
  used: 'reset_dead',
  replaced: 'reset_replaced',
  withdrawn: 'reset_withdrawn',
} as const satisfies Record<How, ErrorKind>;

/** Takes a person's link back, if one is out. */
export const endResetLink = async (tx: Transaction, userId: string, how: How, now: Date): Promise<void> => {
  const ended = await tx
    .delete(passwordResets)
    .where(eq(passwordResets.userId, userId))
    .returning({ tokenHash: passwordResets.tokenHash });
  if (ended.length === 0) return;
  await tx.delete(endedResets).where(lt(endedResets.keptUntil, now));
  const keptUntil = new Date(now.getTime() + KEPT_MS);
  await tx.insert(endedResets).values(ended.map(({ tokenHash }) => ({ tokenHash, how, keptUntil })));
};

/** Makes the link of a person, which replaces an earlier one. @returns its token: only the hash is stored */
export const replaceResetLink = (
  { db, clock }: Pick<AuthServices, 'db' | 'clock'>,
  userId: string,
): Promise<string> =>
  inTransaction(db, async (tx) => {
    const now = clock.now();
    // Two mails at once: the second replaces the first.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
    await endResetLink(tx, userId, 'replaced', now);
    const token = newToken();
    await tx.insert(passwordResets).values({
      ...{ userId, tokenHash: hashOfToken(token) },
      expiresAt: new Date(now.getTime() + LINK_LIFE_MS),
    });
    return token;
  });

/**
 * Whose link this is. Only its holder can ask, so the answer tells others nothing.
 * @throws ProtocolError `reset_dead`, `reset_replaced`, `reset_withdrawn`, `reset_expired`, `reset_unknown`
 */
export const findResetLink = async (
  db: Queryable,
  token: string | undefined,
  now: Date,
): Promise<StoredUser> => {
  if (token === undefined) throw new ProtocolError('reset_unknown');
  const tokenHash = hashOfToken(token);
  const [found] = await db
    .select({ user: users, expiresAt: passwordResets.expiresAt })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(and(eq(passwordResets.tokenHash, tokenHash), isNull(users.deletedAt)));
  if (!found) {
    const [ended] = await db
      .select({ how: endedResets.how })
      .from(endedResets)
      .where(eq(endedResets.tokenHash, tokenHash));
    throw new ProtocolError(ended ? kindOf[ended.how] : 'reset_unknown');
  }
  if (found.expiresAt <= now) throw new ProtocolError('reset_expired');
  return found.user;
};
