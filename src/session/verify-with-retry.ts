import type { Account, Answer, Api } from './api.ts';

/** Specification §4: verification is retried once. */
export const verifyWithRetry = async (api: Pick<Api, 'verify'>, token: string): Promise<Answer<Account>> => {
  const first = await api.verify(token);
  return first.kind === 'unreachable' ? api.verify(token) : first;
};
