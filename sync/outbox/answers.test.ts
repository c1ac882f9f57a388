import { describe, expect, it } from 'vitest';
import { newId, type PushAnswer, userScope } from '../../protocol/index.ts';
import { ensureDatabaseId } from '../apply/database-id.ts';
import { createUnitRunner } from '../apply/run-unit.ts';
import type { OutboxRow } from '../storage/rows.ts';
import { createMemoryDisk, openMemoryStorage } from '../testing/memory-storage.ts';
import { outboxRow } from '../testing/rows.ts';
import { createVirtualTime } from '../testing/virtual-time.ts';
import { releaseRows, storeAnswers } from './answers.ts';

const userId = newId();
const vector = { [userScope(userId)]: 7 };
const context = { owner: 'me', now: 1_000, random: () => 0.5 };

const setup = async (rest: Partial<OutboxRow>) => {
  const disk = createMemoryDisk();
  const storage = openMemoryStorage(disk);
  const { databaseId } = await ensureDatabaseId(storage, newId);
  const runner = createUnitRunner(storage, { userId, databaseId }, createVirtualTime());
  const row = outboxRow(
    'rejectFriend',
    { friendshipId: newId() },
    { seq: 1, state: 'sending', attempts: 1, leaseOwner: 'me', leaseUntil: 2_000, ...rest },
  );
  disk.stores.outbox.set(1, row);
  return {
    row: () => disk.stores.outbox.get(1),
    answer: (answer: PushAnswer) => runner.run([], async (unit) => storeAnswers(unit, [answer], context)),
    release: (isRefusal: boolean) =>
      runner.run([], async (unit) =>
        releaseRows(unit, [row.id], { ...context, isRefused: isRefusal, counts: isRefusal, refusalsMax: 4 }),
      ),
    id: row.id,
  };
};

const error = { code: 'forbidden', message: 'no' } as const;

describe('an answer', () => {
  it('[PU3] with a verdict is true no matter who holds the lease', async () => {
    for (const leaseOwner of ['me', 'another tab', null]) {
      const applied = await setup({ leaseOwner });
      await applied.answer({ id: applied.id, status: 'applied', vector, entries: [] });
      expect(applied.row()).toMatchObject({ state: 'acked', vector: null, leaseOwner: null });
      const rejected = await setup({ leaseOwner });
      await rejected.answer({ id: rejected.id, status: 'rejected', error });
      expect(rejected.row()).toMatchObject({ state: 'rejected', error });
      const cancelled = await setup({ leaseOwner });
      await cancelled.answer({ id: cancelled.id, status: 'cancelled' });
      expect(cancelled.row()).toBeUndefined();
    }
  });

  it('[PU3] "try again" is noted by the holder of the lease only', async () => {
    const retry = {
      status: 'retry',
      error: { ...error, code: 'rate_limited' },
      retryAfterMs: 5_000,
    } as const;
    const mine = await setup({});
    await mine.answer({ id: mine.id, ...retry });
    expect(mine.row()).toMatchObject({ state: 'queued', notBefore: 6_000, waitMs: 5_000, leaseOwner: null });
    const lost = await setup({ leaseOwner: 'another tab' });
    await lost.answer({ id: lost.id, ...retry });
    expect(lost.row()).toMatchObject({ state: 'sending', leaseOwner: 'another tab' });
  });

  it('[PU3] that comes after the row has gone is no error', async () => {
    const { answer, row } = await setup({});
    await answer({ id: newId(), status: 'applied', vector: {}, entries: [] });
    expect(row()).toMatchObject({ state: 'sending' });
  });

  it('[PU4] refused four times without a verdict is parked, and never dropped', async () => {
    const seen: unknown[] = [];
    for (const refusals of [0, 1, 2, 3]) {
      const { release, row } = await setup({ refusals });
      await release(true);
      seen.push(row()?.state);
    }
    expect(seen).toEqual(['queued', 'queued', 'queued', 'parked']);
    const { release, row } = await setup({ refusals: 3 });
    await release(false);
    expect(row()).toMatchObject({ state: 'queued', refusals: 3, waitMs: 0 });
  });
});
