import { NEVER } from 'rxjs';
import { expect, it } from 'vitest';
import { newId } from '../../protocol/index.ts';
import type { Online } from '../platform/ports.ts';
import { createApi } from './api.ts';

const online: Online = { isOnline: () => true, changes: NEVER };
const pulled = (changes: readonly object[]) =>
  createApi({
    http: {
      send: async () => ({
        status: 200,
        json: {
          scopes: [{ kind: 'tail', scope: `user:${newId()}`, epoch: newId(), from: 1, to: 2, changes }],
          ...{ removed: [], statuses: {}, more: false, lastPendingCount: null },
          serverTime: '2026-11-21T12:00:00.000Z',
        },
        retryAfterMs: undefined,
      }),
    },
    userId: newId(),
    token: () => 'token',
    online,
    onAnswer: () => undefined,
  }).pull(
    { protocol: 2, deviceId: newId(), cursors: {}, unfinished: [], pendingCount: 0 },
    new AbortController().signal,
  );

it('takes what it knows of an answer of a newer server, and refuses what is malformed', async () => {
  const gone = { table: 'messages', id: newId(), version: 3, row: null };
  const answer = await pulled([gone, { table: 'polls', id: newId(), version: 1, row: {} }]);
  expect(answer).toMatchObject({ ok: true, data: { scopes: [{ changes: [gone] }] } });
  expect(await pulled([{ ...gone, version: 'three' }])).toMatchObject({ ok: false });
});
