import { randomBytes } from 'node:crypto';
import { createUniqueCode, newUntimedId, ProtocolError, type RegisterBody } from '../../../protocol/index.ts';
import type { Transaction } from '../../db/database.ts';
import { uniqueCodes, users } from '../../db/schema.ts';
import type { StoredUser } from '../users/presenter.ts';

/**
 * Makes an account with a unique code of its own. A code that is taken already (one in 2^60) violates a unique index and
 * fails the transaction: the caller tries again.
 * @throws ProtocolError `email_taken`
 */
export const createAccount = async (
  tx: Transaction,
  body: RegisterBody,
  passwordHash: string,
  now: Date,
): Promise<StoredUser> => {
  const [user] = await tx
    .insert(users)
    .values({
      // v4: an id that tells when somebody registered says more than its owner did.
      id: newUntimedId(),
      email: body.email,
      passwordHash,
      firstName: body.firstName,
      middleName: body.middleName ?? null,
      lastName: body.lastName,
      birthDate: body.birthDate,
      uniqueCode: createUniqueCode(randomBytes(12)),
      createdAt: now,
    })
    .onConflictDoNothing({ target: users.email })
    .returning();
  if (!user) {
    throw new ProtocolError('email_taken', {
      errors: [{ field: 'email', message: 'An account with this e-mail already exists' }],
    });
  }
  await tx.insert(uniqueCodes).values({ code: user.uniqueCode, userId: user.id });
  return user;
};
