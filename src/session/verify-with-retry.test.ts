import { expect, it } from 'vitest';
import { type ErrorKind, ProtocolError } from '../../protocol/index.ts';
import type { Account } from './auth-api.ts';
import type { Answer } from './call-server.ts';
import { verifyWithRetry } from './verify-with-retry.ts';

const refused = (kind: ErrorKind): Answer<Account> => ({ kind: 'refused', error: new ProtocolError(kind) });

it.each([
  ['nothing answers', { kind: 'unreachable' } as const, 2],
  ['the server is overloaded', refused('unavailable'), 2],
  ['the server has failed', refused('internal'), 2],
  ['it was asked too often', refused('rate_limited'), 2],
  ['the session is dead', refused('session_dead'), 1],
  ['the member is suspended', refused('suspended'), 1],
] as const)('asks once more, and no more often, where that may help: %s', async (_why, answer, times) => {
  let asked = 0;
  const verify = async () => {
    asked += 1;
    return answer;
  };
  expect(await verifyWithRetry({ verify }, 'token')).toBe(answer);
  expect(asked).toBe(times);
});
