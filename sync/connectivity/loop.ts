/** When to send and when to pull: carries out what `decide` says, one run at a time. */
import {
  BehaviorSubject,
  EMPTY,
  exhaustMap,
  filter,
  finalize,
  firstValueFrom,
  from,
  Subject,
  Subscription,
  switchMap,
  timer,
} from 'rxjs';
import type { PauseReason } from '../engine-status.ts';
import type { PushOutcome } from '../outbox/push.ts';
import type { Clock, Ids, Online } from '../platform/ports.ts';
import type { PullOutcome } from '../pull/pull.ts';
import type { Failure } from '../transport/failure.ts';
import { watchNetwork } from '../transport/network-proof.ts';
import {
  decide,
  hasWork,
  initialLoopState,
  type LoopCommand,
  type LoopEvent,
  type LoopWants,
  TRANSIENT,
} from './decide.ts';

export type Loop = {
  /** @param isUrgent the world has changed (online, focus, the user's hand): waiting starts anew. */
  request(wants: LoopWants, isUrgent?: boolean): void;
  /** Resolves when everything asked for was tried. */
  idle(): Promise<void>;
  resume(): void;
  close(): Promise<void>;
};

export type LoopOptions = {
  clock: Clock;
  ids: Ids;
  online: Online;
  push(signal: AbortSignal): Promise<PushOutcome>;
  pull(signal: AbortSignal): Promise<PullOutcome>;
  /** Under whose name requests go: a pause that was said of another is no longer true. */
  token(): string | null;
  onReached(): void;
  onUnreachable(): void;
  onPause(reason: PauseReason): void;
  /** Turns what was thrown into a reason to pause, or reports it. */
  onError(error: unknown): PauseReason | null;
};

export const createLoop = (options: LoopOptions): Loop => {
  const { clock, ids, online } = options;
  const closing = new AbortController();
  const starts = new Subject<void>();
  /** After how many milliseconds to try again; null for not at all. */
  const retries = new Subject<number | null>();
  /** When to push again, in epoch milliseconds. */
  const pushTimes = new Subject<number>();
  const isRunning = new BehaviorSubject(false);
  const subscriptions = new Subscription();
  let state = initialLoopState;

  /** @returns the step to take, where that was asked for */
  const dispatch = (event: LoopEvent): 'push' | 'pull' | null => {
    const surroundings = { now: clock.now(), isOnline: online.isOnline(), random: () => ids.random() };
    const decision = decide(state, event, surroundings);
    state = decision.state;
    let step: 'push' | 'pull' | null = null;
    for (const command of decision.commands) {
      if (command.type === 'push' || command.type === 'pull') step = command.type;
      else perform(command);
    }
    return step;
  };

  const perform = (command: LoopCommand): void => {
    switch (command.type) {
      case 'run':
        starts.next();
        break;
      case 'retry':
        retries.next(command.afterMs);
        break;
      case 'cancelRetry':
        retries.next(null);
        break;
      case 'pushAt':
        pushTimes.next(command.at);
        break;
      case 'reportReached':
        options.onReached();
        break;
      case 'reportUnreachable':
        options.onUnreachable();
        break;
      case 'reportPause':
        options.onPause(command.reason);
        break;
    }
  };

  const nextStep = (): 'push' | 'pull' | null =>
    closing.signal.aborted ? null : dispatch({ type: 'stepAsked' });

  const take = async (step: 'push' | 'pull'): Promise<void> => {
    const [token, { resumes }] = [options.token(), state];
    const isProof = watchNetwork(online);
    // One of several requests may have hung while the member signed in again: what the others were told is old.
    const current = (failure: Failure | null): { failure: Failure | null; isProof: boolean } =>
      failure?.kind === 'pause' && (options.token() !== token || state.resumes !== resumes)
        ? { failure: TRANSIENT, isProof: true }
        : { failure, isProof: isProof() };
    if (step === 'push') {
      const outcome = await options.push(closing.signal);
      if (!closing.signal.aborted) dispatch({ type: 'pushed', ...outcome, ...current(outcome.failure) });
    } else {
      const { failure, needsPush } = await options.pull(closing.signal);
      if (!closing.signal.aborted) dispatch({ type: 'pulled', needsPush, ...current(failure) });
    }
  };

  const run = async (): Promise<void> => {
    // One turn later: what asks together is served together.
    await Promise.resolve();
    try {
      for (let step = nextStep(); step !== null; step = nextStep()) await take(step);
    } catch (error) {
      if (!closing.signal.aborted) dispatch({ type: 'threw', reason: options.onError(error) });
    }
  };

  const runs = starts.pipe(
    exhaustMap(() => {
      isRunning.next(true);
      return from(run()).pipe(
        finalize(() => {
          // Asked for between the last step and here.
          if (hasWork(state) && !closing.signal.aborted) starts.next();
          else isRunning.next(false);
        }),
      );
    }),
  );
  // Not ended by `close`, which waits for the run under way.
  runs.subscribe();
  subscriptions.add(
    retries
      .pipe(switchMap((afterMs) => (afterMs === null ? EMPTY : timer(afterMs, clock))))
      .subscribe(() => dispatch({ type: 'retryDue' })),
  );
  subscriptions.add(
    pushTimes
      .pipe(switchMap((at) => timer(Math.max(0, at - clock.now()), clock)))
      .subscribe(() => dispatch({ type: 'requested', wants: { push: true }, isUrgent: false })),
  );

  return {
    request(wants, isUrgent = false) {
      dispatch({ type: 'requested', wants, isUrgent });
    },
    async idle() {
      await firstValueFrom(isRunning.pipe(filter((isNow) => !isNow)));
    },
    resume() {
      dispatch({ type: 'resumed' });
    },
    async close() {
      closing.abort();
      subscriptions.unsubscribe();
      await firstValueFrom(isRunning.pipe(filter((isNow) => !isNow)));
    },
  };
};
