import { errorKinds } from '../../protocol/index.ts';
import type { Account, AuthApi } from './auth-api.ts';
import type { Answer } from './call-server.ts';

/**
 * Specification §7: verification is retried once, also when the server is busy or has failed. Not by ky's `retry`, which ends with the head of an answer: one that breaks
 * off, or does not fit the protocol, is retried as well.
 */
export const verifyWithRetry = async (
  api: Pick<AuthApi, 'verify'>,
  token: string,
): Promise<Answer<Account>> => {
  const first = await api.verify(token);
  const mayChange =
    first.kind === 'unreachable' ||
    (first.kind === 'refused' && ['transient', 'wait'].includes(errorKinds[first.error.kind].retry));
  return mayChange ? api.verify(token) : first;
};
