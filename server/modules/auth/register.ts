import type { RegisterBody } from '../../../protocol/index.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { sqlStateOf } from '../../db/sql-state.ts';
import type { StoredUser } from '../users/presenter.ts';
import type { AuthServices } from './context.ts';
import { createAccount } from './create-account.ts';
import { createSession } from './sessions.ts';
import { assertPasswordIsHard } from './weak-password.ts';

const TRIES_MAX = 3;
const UNIQUE_VIOLATION = '23505';

export type SignedIn = { accessToken: string; user: StoredUser; deletionCancelled?: true };

/**
 * Makes an account and signs its owner in on this device.
 * @param andThen what has to be true of the account from its first moment, in the same transaction
 * @throws ProtocolError `weak_password`, `email_taken`
 */
export const register = async (
  { db, clock, hasher }: AuthServices,
  body: RegisterBody,
  deviceName: string,
  andThen: (tx: Transaction, user: StoredUser) => Promise<void> = async () => undefined,
): Promise<SignedIn> => {
  const own = [body.firstName, body.middleName ?? '', body.lastName, body.email, 'tambay'];
  assertPasswordIsHard(body.password, own);
  const passwordHash = await hasher.hash(body.password);
  const now = clock.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(db, async (tx) => {
        const user = await createAccount(tx, body, passwordHash, now);
        await andThen(tx, user);
        const { accessToken } = await createSession(tx, user.id, deviceName, now);
        return { accessToken, user };
      });
    } catch (error) {
      if (attempt >= TRIES_MAX || sqlStateOf(error) !== UNIQUE_VIOLATION) throw error;
    }
  }
};
