import { BehaviorSubject, Subject, VirtualTimeScheduler } from 'rxjs';
import { expect, it } from 'vitest';
import { passedEnds } from './mute-clock.ts';

const DAY_MS = 86_400_000;

const setup = (first: readonly number[]) => {
  const scheduler = new VirtualTimeScheduler(undefined, Number.POSITIVE_INFINITY);
  const [ends, wakes] = [new BehaviorSubject(first), new Subject<void>()];
  const passed: [at: number, end: number][] = [];
  let sleptMs = 0;
  const now = (): number => scheduler.now() + sleptMs;
  const subscription = passedEnds(ends, { now, wakes, scheduler }).subscribe((end) =>
    passed.push([now(), end]),
  );
  return {
    ...{ scheduler, ends, wakes, passed, subscription },
    runTo: (ms: number) => {
      scheduler.maxFrames = ms - sleptMs;
      scheduler.flush();
      scheduler.frame = ms - sleptMs;
    },
    sleep: (ms: number) => {
      sleptMs += ms;
    },
  };
};

it('tells of each end as it passes, with one timer, and of none between', () => {
  const { scheduler, ends, passed, runTo, subscription } = setup([500, 2_000, 90 * DAY_MS]);
  expect(scheduler.actions).toHaveLength(1);
  runTo(3_000);
  expect(passed).toEqual([
    [0, 0],
    [500, 500],
    [2_000, 2_000],
  ]);
  expect(scheduler.actions).toHaveLength(1);
  // Beyond what a timer of the browser can take.
  runTo(91 * DAY_MS);
  expect(passed.at(-1)).toEqual([90 * DAY_MS, 90 * DAY_MS]);
  expect(scheduler.actions).toHaveLength(0);
  ends.next([92 * DAY_MS]);
  expect(scheduler.actions).toHaveLength(1);
  subscription.unsubscribe();
});

it('tells after a sleep, in which the timer stood still, as soon as the device wakes', () => {
  const { wakes, passed, runTo, sleep, subscription } = setup([60_000, 120_000]);
  runTo(1_000);
  sleep(100_000);
  expect(passed).toHaveLength(1);
  wakes.next();
  expect(passed.at(-1)).toEqual([101_000, 60_000]);
  runTo(121_000);
  expect(passed.at(-1)).toEqual([120_000, 120_000]);
  subscription.unsubscribe();
});
