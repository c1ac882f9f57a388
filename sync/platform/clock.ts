import { type SchedulerAction, type SchedulerLike, Subscription, type Unsubscribable } from 'rxjs';

/**
 * Time: `now()` in epoch milliseconds, only a hint that may jump by days, and `schedule` to run something later. Operators of
 * RxJS take it as their scheduler, so that tests and the simulator run all of them in virtual time.
 */
export type Clock = SchedulerLike;

type SetTimer = (action: () => void, delayMs: number) => Unsubscribable;

class TimerAction<T> extends Subscription implements SchedulerAction<T> {
  readonly #setTimer: SetTimer;
  readonly #work: (this: SchedulerAction<T>, state?: T) => void;
  #timer: Unsubscribable | null = null;

  constructor(setTimer: SetTimer, work: (this: SchedulerAction<T>, state?: T) => void) {
    super(() => this.#timer?.unsubscribe());
    this.#setTimer = setTimer;
    this.#work = work;
  }

  schedule(state?: T, delayMs = 0): Subscription {
    if (this.closed) return this;
    this.#timer?.unsubscribe();
    this.#timer = this.#setTimer(() => {
      this.#timer = null;
      this.#work.call(this, state);
    }, delayMs);
    return this;
  }
}

/**
 * A clock of any two functions, as of virtual time or of another clock with faults.
 * @param setTimer runs `action` once after `delayMs`; what it returns cancels that
 */
export const createClock = (now: () => number, setTimer: SetTimer): Clock => ({
  now,
  schedule: <T>(
    work: (this: SchedulerAction<T>, state?: T) => void,
    delayMs?: number,
    state?: T,
  ): Subscription => new TimerAction(setTimer, work).schedule(state, delayMs),
});
