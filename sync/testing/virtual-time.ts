import { type Clock, createClock } from '../platform/clock.ts';

/** Everything that waits for nothing but promises has happened when this resolves. */
export const drain = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

export type VirtualTime = Clock & {
  /** Lets `ms` pass; whatever is due happens in order, each with all that follows from it. */
  advance(ms: number): Promise<void>;
  /** Wall clocks may jump; what is scheduled stays as far away as it was. */
  jump(ms: number): void;
};

type Timer = { at: number; order: number; action: () => void };

/**
 * A clock that only moves when told to.
 * @param rest resolves when nothing happens any more that does not wait for the clock
 */
export const createVirtualTime = (start = Date.UTC(2026, 10, 20, 8), rest = drain): VirtualTime => {
  let elapsed = 0;
  let wall = start;
  let order = 0;
  const timers = new Set<Timer>();

  const nextDue = (until: number): Timer | undefined => {
    let next: Timer | undefined;
    for (const timer of timers) {
      if (timer.at > until) continue;
      if (next === undefined || timer.at < next.at || (timer.at === next.at && timer.order < next.order))
        next = timer;
    }
    return next;
  };
  const moveTo = (target: number): void => {
    wall += target - elapsed;
    elapsed = target;
  };

  const clock = createClock(
    // Whole milliseconds, as every real clock tells: a time between two of them can be too near to ever be reached.
    () => Math.floor(wall),
    (action, delayMs) => {
      order += 1;
      const timer = { at: elapsed + Math.max(0, delayMs), order, action };
      timers.add(timer);
      return { unsubscribe: () => void timers.delete(timer) };
    },
  );

  return {
    ...clock,
    async advance(ms) {
      const until = elapsed + ms;
      await rest();
      for (let timer = nextDue(until); timer !== undefined; timer = nextDue(until)) {
        timers.delete(timer);
        moveTo(Math.max(elapsed, timer.at));
        timer.action();
        await rest();
      }
      moveTo(until);
    },
    jump(ms) {
      wall += ms;
    },
  };
};

/** A seeded generator (mulberry32): the same seed gives the same run. */
export const createRandom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** Ids of a seeded generator, in the form of a random UUID. */
export const createSeededIds =
  (random: () => number): (() => string) =>
  () => {
    const hex = (digits: number): string =>
      Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join('');
    return `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
  };
