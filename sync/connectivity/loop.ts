/**
 * When to send and when to pull.
 * ```
 *        request()                      nothing left
 * idle ───────────► running: push, pull ───────────► idle
 *   ▲                  │ failure            │ pause
 *   └── back-off timer ┘                    └─► until resume()
 * ```
 * Offline waits for the `online` event, and keeps what was asked for. A browser that says offline may be wrong: every half
 * minute, and whenever the world changes, a pull asks all the same. Nothing is pushed on a doubt: what was never attempted
 * can be taken back without a network.
 */
import type { PauseReason } from '../engine-status.ts';
import type { Subscription } from 'rxjs';
import type { PushOutcome } from '../outbox/push.ts';
import type { Clock, Ids, Online } from '../platform/ports.ts';
import type { PullOutcome } from '../pull/pull.ts';
import { backoffMs } from '../transport/backoff.ts';
import type { Failure } from '../transport/failure.ts';
import { watchNetwork } from '../transport/network-proof.ts';

const DOUBT_MS = 30_000;

export type LoopWants = { push?: boolean; pull?: boolean };

export type Loop = {
  /** @param isUrgent the world has changed (online, focus, the user's hand): waiting starts anew. */
  request(wants: LoopWants, isUrgent?: boolean): void;
  /** Resolves when everything asked for was tried. */
  idle(): Promise<void>;
  isPaused(): boolean;
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
  let wantsPush = false;
  let wantsPull = false;
  let failures = 0;
  /** The server asked for quiet until then; nothing hurries that. */
  let quietUntil = 0;
  let paused: PauseReason | null = null;
  let resumes = 0;
  /** The browser says offline, and a pull may find out whether it is wrong. */
  let isDoubted = false;
  /** It was wrong. */
  let isReached = false;
  let current: Promise<void> | null = null;
  let stopRetry: Subscription | null = null;
  let stopWake: Subscription | null = null;

  const retryIn = (delayMs: number): void => {
    stopRetry?.unsubscribe();
    stopRetry = clock.schedule(() => {
      stopRetry = null;
      start();
    }, delayMs);
  };

  const wakeAt = (at: number | null): void => {
    if (at === null) return;
    stopWake?.unsubscribe();
    stopWake = clock.schedule(
      () => {
        stopWake = null;
        request({ push: true });
      },
      Math.max(0, at - clock.now()),
    );
  };

  const fail = (failure: Failure, isProof = true): void => {
    if (failure.kind === 'pause') {
      paused = failure.reason;
      options.onPause(failure.reason);
      return;
    }
    failures += 1;
    const isOurs = failure.kind === 'transient' || (failure.kind === 'refused' && failure.code !== null);
    if (isOurs && isProof) options.onReached();
    else if (!isOurs) {
      isDoubted = false;
      isReached = false;
      options.onUnreachable();
    }
    const waitMs = failure.kind === 'transient' ? failure.waitMs : undefined;
    if (waitMs !== undefined) quietUntil = clock.now() + waitMs;
    retryIn(waitMs ?? backoffMs(failures, () => ids.random()));
  };

  /** @returns what stopped it */
  const pushOnce = async (): Promise<Failure | null> => {
    wantsPush = false;
    const outcome = await options.push(closing.signal);
    wantsPull ||= outcome.needsPull;
    wakeAt(outcome.wakeAt);
    if (outcome.failure !== null) wantsPush = true;
    return outcome.failure;
  };

  const pullOnce = async (isProof: () => boolean): Promise<Failure | null> => {
    wantsPull = false;
    const outcome = await options.pull(closing.signal);
    wantsPush ||= outcome.needsPush;
    if (outcome.failure === null) {
      failures = 0;
      if (isProof()) {
        isReached = !online.isOnline();
        options.onReached();
      }
    } else wantsPull = true;
    return outcome.failure;
  };

  const mayPush = (): boolean => online.isOnline() || isReached;

  const mayRun = (): boolean => {
    if (closing.signal.aborted || paused !== null || !(wantsPush || wantsPull)) return false;
    if (mayPush() || isDoubted) return true;
    options.onUnreachable();
    stopRetry ??= clock.schedule(() => {
      stopRetry = null;
      isDoubted = true;
      start();
    }, DOUBT_MS);
    return false;
  };

  const run = async (): Promise<void> => {
    // One turn later: what asks together is served together.
    await Promise.resolve();
    try {
      while (mayRun()) {
        const [token, resumesBefore] = [options.token(), resumes];
        const isProof = watchNetwork(online);
        const failure = wantsPush && mayPush() ? await pushOnce() : await pullOnce(isProof);
        if (closing.signal.aborted) break;
        // One of several requests may have hung while the member signed in again: what the others were told is old.
        const isOld = failure?.kind === 'pause' && (options.token() !== token || resumes !== resumesBefore);
        if (isOld) fail({ kind: 'transient', waitMs: undefined });
        else if (failure !== null) fail(failure, isProof());
        if (failure !== null) break;
      }
    } catch (error) {
      if (closing.signal.aborted) return;
      wantsPush = true;
      wantsPull = true;
      const reason = options.onError(error);
      fail(reason === null ? { kind: 'transient', waitMs: undefined } : { kind: 'pause', reason });
    }
  };

  const start = (): void => {
    if (current !== null || closing.signal.aborted) return;
    current = run().finally(() => {
      current = null;
      // Asked for between the last look and here.
      if (stopRetry === null && mayRun()) start();
    });
  };

  const request = (wants: LoopWants, isUrgent = false): void => {
    wantsPush ||= wants.push ?? false;
    wantsPull ||= wants.pull ?? false;
    if (isUrgent) {
      failures = 0;
      isDoubted = !online.isOnline();
      isReached = false;
      if (clock.now() >= quietUntil) {
        stopRetry?.unsubscribe();
        stopRetry = null;
      }
    }
    if (stopRetry === null) start();
  };

  return {
    request,
    async idle() {
      while (current !== null) await current;
    },
    isPaused: () => paused !== null,
    resume() {
      resumes += 1;
      paused = null;
    },
    async close() {
      closing.abort();
      stopRetry?.unsubscribe();
      stopWake?.unsubscribe();
      await current;
    },
  };
};
