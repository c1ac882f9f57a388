import fc from 'fast-check';
import { NEVER } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { type ErrorKind, errorKinds, newId } from '../../protocol/index.ts';
import { createApi } from './api.ts';
import { backoffMs } from './backoff.ts';
import { classifyAnswer } from './failure.ts';

const ours = (code: ErrorKind, status: number = errorKinds[code].status) => ({
  status,
  json: { status, code, message: 'x', requestId: 'r' },
  retryAfterMs: undefined,
});
const theirs = (status: number, retryAfterMs?: number) => ({ status, json: undefined, retryAfterMs });

describe('an answer that is no success', () => {
  it('[PU6] ends the session only as a 401 in our own words', () => {
    expect(classifyAnswer(ours('session_dead'))).toEqual({ kind: 'pause', reason: 'session_dead' });
    expect(classifyAnswer(theirs(401))).toEqual({ kind: 'unreachable' });
    expect(classifyAnswer({ ...theirs(401), json: { error: 'login to WiFi' } })).toEqual({
      kind: 'unreachable',
    });
    expect(classifyAnswer(ours('session_dead', 500))).toEqual({ kind: 'unreachable' });
  });

  it('[PU6] pauses for the wrong account, an old protocol and full storage', () => {
    for (const code of ['wrong_account', 'upgrade_required', 'storage_full'] as const) {
      expect(classifyAnswer(ours(code))).toEqual({ kind: 'pause', reason: code });
    }
  });

  it('[PU5] is tried again when nobody decided', () => {
    for (const status of [200, 302, 408, 425, 500, 502, 511]) {
      expect(classifyAnswer(theirs(status))).toEqual({ kind: 'unreachable' });
    }
    expect(classifyAnswer(theirs(429, 7_000))).toEqual({ kind: 'transient', waitMs: 7_000 });
    expect(classifyAnswer(theirs(503, 3_000))).toEqual({ kind: 'transient', waitMs: 3_000 });
    expect(classifyAnswer({ ...ours('rate_limited'), retryAfterMs: 5_000 })).toEqual({
      kind: 'transient',
      waitMs: 5_000,
    });
    expect(classifyAnswer(ours('internal'))).toEqual({ kind: 'transient', waitMs: undefined });
  });

  it('[PU4] is a refusal, never a verdict, when it is any other 4xx', () => {
    expect(classifyAnswer(theirs(403))).toEqual({ kind: 'refused', code: null });
    expect(classifyAnswer(ours('validation'))).toEqual({ kind: 'refused', code: 'validation' });
    expect(classifyAnswer(theirs(413))).toEqual({ kind: 'refused', code: null });
  });
});

const online = { isOnline: () => true, changes: NEVER };

describe('the API', () => {
  const userId = newId();
  const signal = new AbortController().signal;
  const cancel = (json: unknown) =>
    createApi({
      userId,
      token: () => 't',
      onAnswer: () => undefined,
      online,
      http: { send: async () => ({ status: 200, json, retryAfterMs: undefined }) },
    }).cancel({ ids: [newId()] }, signal);

  it('[PU5] takes a 200 that does not fit the protocol for somebody else’s', async () => {
    expect(await cancel(undefined)).toEqual({ ok: false, failure: { kind: 'unreachable' } });
    expect(await cancel({ statuses: 'welcome' })).toEqual({ ok: false, failure: { kind: 'unreachable' } });
    expect(await cancel({ statuses: {} })).toEqual({ ok: true, data: { statuses: {} } });
  });

  it('[PU6] names the acting user with each request', async () => {
    const sent: unknown[] = [];
    const api = createApi({
      userId,
      token: () => 'secret',
      onAnswer: () => undefined,
      online,
      http: {
        send: async ({ headers }) => {
          sent.push(headers);
          throw new TypeError('no network');
        },
      },
    });
    expect(await api.cancel({ ids: [newId()] }, signal)).toEqual({
      ok: false,
      failure: { kind: 'unreachable' },
    });
    expect(sent).toEqual([{ authorization: 'Bearer secret', 'x-acting-user': userId }]);
  });
});

describe('a 401 of a token that is no longer ours', () => {
  const answered = (next: string | null) => {
    let token: string | null = 'old';
    return createApi({
      userId: newId(),
      token: () => token,
      onAnswer: () => undefined,
      online,
      http: {
        async send() {
          token = next;
          return ours('session_dead');
        },
      },
    }).cancel({ ids: [newId()] }, new AbortController().signal);
  };

  it('[PU6] ends no session: the new token is tried', async () => {
    expect(await answered('new')).toEqual({ ok: false, failure: { kind: 'transient', waitMs: undefined } });
    expect(await answered('old')).toEqual({ ok: false, failure: { kind: 'pause', reason: 'session_dead' } });
  });
});

describe('back-off', () => {
  it('[PU5] grows to a limit, with jitter, and is never nothing', () => {
    fc.assert(
      fc.property(
        fc.nat(200),
        fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
        (failures, random) => {
          const delayMs = backoffMs(failures, () => random);
          expect(delayMs).toBeGreaterThanOrEqual(250);
          expect(delayMs).toBeLessThanOrEqual(Math.min(60_000, 1_000 * 2 ** failures));
        },
      ),
    );
    expect(backoffMs(10, () => 0.999)).toBeGreaterThan(backoffMs(1, () => 0.999));
  });
});
