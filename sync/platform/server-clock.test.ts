import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createServerClock } from './server-clock.ts';

const HOUR_MS = 3_600_000;
const TRUE_NOW = Date.parse('2026-03-01T08:00:00.000Z');

/** A device whose clock is wrong by so much. */
const setUp = (wrongAtFirstMs: number) => {
  let elapsed = 0;
  let wrongMs = wrongAtFirstMs;
  const deviceNow = () => TRUE_NOW + elapsed + wrongMs;
  // A steady clock stands still in sleep.
  let sleptMs = 0;
  const clock = createServerClock(deviceNow, () => elapsed - sleptMs);
  /** @param share of the round trip that had passed when the server answered */
  const answer = (tookMs: number, share = 0.5) => {
    const sentAt = deviceNow();
    const date = new Date(TRUE_NOW + elapsed + tookMs * share).toUTCString();
    elapsed += tookMs;
    clock.learn(date, sentAt, deviceNow());
  };
  const wait = (ms: number) => {
    elapsed += ms;
  };
  const sleep = (ms: number) => {
    wait(ms);
    sleptMs += ms;
  };
  const set = (nextMs: number) => {
    wrongMs = nextMs;
  };
  return { clock, answer, wait, sleep, trueNow: () => TRUE_NOW + elapsed, set };
};

it('knows the time of the server at least as exactly as its fastest answer says, however wrong the device is', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -40 * 24 * HOUR_MS, max: 40 * 24 * HOUR_MS }),
      fc.array(fc.tuple(fc.nat(15_000), fc.double({ min: 0, max: 1, noNaN: true })), {
        ...{ minLength: 1, maxLength: 8 },
      }),
      (wrongMs, answers) => {
        const { clock, answer, trueNow } = setUp(wrongMs);
        for (const [tookMs, share] of answers) answer(tookMs, share);
        const errorMs = 500 + Math.min(...answers.map(([tookMs]) => tookMs)) / 2;
        const isTakenForRight = clock.offsetMs() === 0;
        expect(Math.abs(clock.now() - trueNow())).toBeLessThanOrEqual(
          isTakenForRight ? 5_001 + 2 * errorMs : errorMs + 1,
        );
      },
    ),
    { seed: 1 },
  );
});

it('is more exact after some answers than any one of them', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(999), fc.double({ min: 0, max: 1, noNaN: true })), {
        ...{ minLength: 30, maxLength: 30 },
      }),
      (answers) => {
        const { clock, answer, wait, trueNow } = setUp(2 * HOUR_MS);
        for (const [pauseMs, share] of answers) {
          wait(pauseMs);
          answer(100, share);
        }
        expect(Math.abs(clock.now() - trueNow())).toBeLessThanOrEqual(200);
      },
    ),
    { seed: 1 },
  );
});

it('takes a clock that is seconds off for right, and grows no more wrong with a slow answer', () => {
  const { clock, answer } = setUp(3_000);
  for (const tookMs of [100, 2_000, 7_000]) answer(tookMs);
  expect(clock.offsetMs()).toBe(0);
  const wrong = setUp(2 * HOUR_MS);
  wrong.answer(100);
  const before = wrong.clock.offsetMs();
  wrong.answer(15_000);
  expect(wrong.clock.offsetMs()).toBe(before);
});

it('follows a clock that is set while the app is open, with the first answer that contradicts what is known', () => {
  const { clock, answer, trueNow, set } = setUp(2 * HOUR_MS);
  answer(100);
  set(-HOUR_MS);
  answer(4_000);
  expect(Math.abs(clock.now() - trueNow())).toBeLessThanOrEqual(2_501);
  answer(200);
  expect(Math.abs(clock.now() - trueNow())).toBeLessThanOrEqual(601);
  set(0);
  answer(3_000);
  expect(clock.offsetMs()).toBe(0);
});

it('is right at once when the clock is put back while the app is open', () => {
  const { clock, answer, wait, trueNow, set } = setUp(2 * HOUR_MS);
  answer(100);
  wait(60_000);
  expect(Math.abs(clock.now() - trueNow())).toBeLessThanOrEqual(600);
  set(-72 * HOUR_MS);
  expect(Math.abs(clock.now() - trueNow())).toBeLessThanOrEqual(600);
  // What was known is known still: the next answer does not contradict it.
  answer(4_000);
  expect(Math.abs(clock.now() - trueNow())).toBeLessThanOrEqual(600);
});

it('takes a sleep of the device for no change of its clock', () => {
  const { clock, answer, sleep, trueNow } = setUp(2 * HOUR_MS);
  answer(100);
  sleep(9 * HOUR_MS);
  expect(Math.abs(clock.now() - trueNow())).toBeLessThanOrEqual(600);
});

it('begins with what another page has learnt, and does not go back to it', () => {
  const { clock, answer } = setUp(2 * HOUR_MS);
  clock.begin(-HOUR_MS);
  expect(clock.offsetMs()).toBe(-HOUR_MS);
  answer(100);
  const learnt = clock.offsetMs();
  expect(learnt).not.toBe(-HOUR_MS);
  clock.begin(-HOUR_MS);
  expect(clock.offsetMs()).toBe(learnt);
});

it('learns nothing from an answer without a date, or one that took too long', () => {
  const { clock } = setUp(HOUR_MS);
  clock.learn(null, 0, 10);
  clock.learn('soon', 0, 10);
  clock.learn(new Date(TRUE_NOW).toUTCString(), TRUE_NOW, TRUE_NOW + 60_000);
  expect(clock.offsetMs()).toBe(0);
});
