import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startBeats } from './beats.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('runs with the pause that holds then, also after a failure', async () => {
  let pause = 1_000;
  const work = vi
    .fn<() => Promise<void>>()
    .mockRejectedValueOnce(new Error('The database is away.'))
    .mockResolvedValue();
  const failures: unknown[] = [];
  const beats = startBeats(
    work,
    () => pause,
    (error) => failures.push(error),
  );
  await vi.advanceTimersByTimeAsync(1_000);
  expect([work.mock.calls.length, failures.length]).toEqual([1, 1]);
  pause = 100;
  await vi.advanceTimersByTimeAsync(900);
  expect(work).toHaveBeenCalledTimes(1);
  beats.restart();
  await vi.advanceTimersByTimeAsync(300);
  expect(work).toHaveBeenCalledTimes(4);
  beats.close();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(work).toHaveBeenCalledTimes(4);
});

it('runs never twice at a time, and once more when it was asked for meanwhile', async () => {
  const first = Promise.withResolvers<void>();
  const work = vi.fn<() => Promise<void>>().mockReturnValueOnce(first.promise).mockResolvedValue();
  const beats = startBeats(
    work,
    () => 1_000,
    () => undefined,
  );
  beats.now();
  beats.now();
  beats.now();
  expect(work).toHaveBeenCalledTimes(1);
  first.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(work).toHaveBeenCalledTimes(2);
  beats.close();
});
