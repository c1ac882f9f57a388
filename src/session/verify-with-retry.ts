import type { Account, AuthApi } from './auth-api.ts';
import type { Answer } from './call-server.ts';

/**
 * Specification §4: verification is retried once. Not by ky's `retry`, which ends with the head of an answer: one that breaks
 * off, or does not fit the protocol, is retried as well.
 */
export const verifyWithRetry = async (
  api: Pick<AuthApi, 'verify'>,
  token: string,
): Promise<Answer<Account>> => {
  const first = await api.verify(token);
  return first.kind === 'unreachable' ? api.verify(token) : first;
};
