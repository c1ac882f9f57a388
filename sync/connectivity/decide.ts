/**
 * What the loop decides, without doing any of it.
 * ```
 *        requested                     nothing left
 * idle ───────────► running: push, pull ───────────► idle
 *   ▲                  │ failure            │ pause
 *   └── retryDue ──────┘                    └─► until resumed
 * ```
 * Offline waits for the `online` event, and keeps what was asked for. A browser that says offline may be wrong: every half
 * minute, and whenever the world changes, a pull asks all the same. Nothing is pushed on a doubt: what was never attempted
 * can be taken back without a network.
 */
import type { PauseReason } from '../engine-status.ts';
import { backoffMs } from '../transport/backoff.ts';
import type { Failure } from '../transport/failure.ts';

export const DOUBT_MS = 30_000;

export type LoopWants = { readonly push?: boolean; readonly pull?: boolean };

export type LoopState = {
  readonly wantsPush: boolean;
  readonly wantsPull: boolean;
  /** Failures in a row: the back-off grows with them. */
  readonly failures: number;
  /** The server asked for quiet until then, in epoch milliseconds; no urgency ends that. */
  readonly quietUntil: number;
  readonly paused: PauseReason | null;
  /** How often it was resumed: an answer to a request from before says nothing about now. */
  readonly resumes: number;
  /** A timer stands: after a failure, or because the browser says offline. */
  readonly retry: 'backoff' | 'doubt' | null;
  /** The browser says offline, and a pull may find out whether it is wrong. */
  readonly isDoubted: boolean;
  /** It was wrong. */
  readonly isReached: boolean;
  /** The last push failed with a transient error. A pull that is wanted too is tried before the backoff begins. */
  readonly refusedPush: { readonly failure: Failure; readonly isProof: boolean } | null;
  /** The last pull failed: then a failed push starts the backoff at once, so that a busy server gets one request per attempt. */
  readonly hasPullFailed: boolean;
};

export const initialLoopState: LoopState = {
  wantsPush: false,
  wantsPull: false,
  failures: 0,
  quietUntil: 0,
  paused: null,
  resumes: 0,
  retry: null,
  isDoubted: false,
  isReached: false,
  refusedPush: null,
  hasPullFailed: false,
};

export type LoopEvent =
  /** `isUrgent`: the world has changed (online, focus, the user's hand): waiting starts anew. */
  | { readonly type: 'requested'; readonly wants: LoopWants; readonly isUrgent: boolean }
  | { readonly type: 'retryDue' }
  /** The loop is running and asks for its next step. */
  | { readonly type: 'stepAsked' }
  /** `isProof`: the network did not go while the request was on its way. */
  | {
      readonly type: 'pushed';
      readonly failure: Failure | null;
      readonly needsPull: boolean;
      readonly wakeAt: number | null;
      readonly isProof: boolean;
    }
  | {
      readonly type: 'pulled';
      readonly failure: Failure | null;
      readonly needsPush: boolean;
      readonly isProof: boolean;
    }
  /** Something was thrown; `reason` when it is one to pause. */
  | { readonly type: 'threw'; readonly reason: PauseReason | null }
  | { readonly type: 'resumed' };

export type LoopCommand =
  /** Starts to run, unless it runs already. */
  | { readonly type: 'run' | 'push' | 'pull' | 'cancelRetry' | 'reportReached' | 'reportUnreachable' }
  /** In place of a timer that stands. */
  | { readonly type: 'retry'; readonly afterMs: number }
  /** Pushes again at that time, in epoch milliseconds. */
  | { readonly type: 'pushAt'; readonly at: number }
  | { readonly type: 'reportPause'; readonly reason: PauseReason };

export type Surroundings = {
  readonly now: number;
  readonly isOnline: boolean;
  readonly random: () => number;
};
export type Decision = { readonly state: LoopState; readonly commands: readonly LoopCommand[] };

export const TRANSIENT: Failure = { kind: 'transient', waitMs: undefined };

/** Whether a run would find something to do, or to wait for. */
export const hasWork = ({ paused, retry, wantsPush, wantsPull }: LoopState): boolean =>
  paused === null && retry === null && (wantsPush || wantsPull);

const request = (
  state: LoopState,
  { wants, isUrgent }: Extract<LoopEvent, { type: 'requested' }>,
  { now, isOnline }: Surroundings,
): Decision => {
  const asked = {
    ...state,
    wantsPush: state.wantsPush || wants.push === true,
    wantsPull: state.wantsPull || wants.pull === true,
    ...(isUrgent ? { failures: 0, isDoubted: !isOnline, isReached: false } : {}),
  };
  if (state.retry === null) return { state: asked, commands: [{ type: 'run' }] };
  if (!isUrgent || now < state.quietUntil) return { state: asked, commands: [] };
  return { state: { ...asked, retry: null }, commands: [{ type: 'cancelRetry' }, { type: 'run' }] };
};

const nextStep = (state: LoopState, { isOnline }: Surroundings): Decision => {
  if (!hasWork(state)) return { state, commands: [] };
  const mayPush = isOnline || state.isReached;
  if (mayPush && state.wantsPush && state.refusedPush === null)
    return { state: { ...state, wantsPush: false }, commands: [{ type: 'push' }] };
  if (mayPush || state.isDoubted)
    return { state: { ...state, wantsPull: false }, commands: [{ type: 'pull' }] };
  return {
    state: { ...state, retry: 'doubt' },
    commands: [{ type: 'reportUnreachable' }, { type: 'retry', afterMs: DOUBT_MS }],
  };
};

const isOfOurServer = (failure: Failure): boolean =>
  failure.kind === 'transient' || (failure.kind === 'refused' && failure.code !== null);

const fail = (
  state: LoopState,
  failure: Failure,
  isProof: boolean,
  { now, random }: Surroundings,
): Decision => {
  if (failure.kind === 'pause') {
    const { reason } = failure;
    return {
      state: { ...state, paused: reason, refusedPush: null },
      commands: [{ type: 'reportPause', reason }],
    };
  }
  const failures = state.failures + 1;
  const isOurServer = isOfOurServer(failure);
  const waitMs = failure.kind === 'transient' ? failure.waitMs : undefined;
  const reports: LoopCommand[] = isOurServer
    ? isProof
      ? [{ type: 'reportReached' }]
      : []
    : [{ type: 'reportUnreachable' }];
  return {
    state: {
      ...state,
      failures,
      refusedPush: null,
      retry: 'backoff',
      ...(isOurServer ? {} : { isDoubted: false, isReached: false }),
      ...(waitMs === undefined ? {} : { quietUntil: now + waitMs }),
    },
    commands: [...reports, { type: 'retry', afterMs: waitMs ?? backoffMs(failures, random) }],
  };
};

const afterPush = (
  state: LoopState,
  { failure, needsPull, wakeAt, isProof }: Extract<LoopEvent, { type: 'pushed' }>,
  surroundings: Surroundings,
): Decision => {
  const pushed = {
    ...state,
    wantsPush: state.wantsPush || failure !== null,
    wantsPull: state.wantsPull || needsPull,
  };
  const wakes: LoopCommand[] = wakeAt === null ? [] : [{ type: 'pushAt', at: wakeAt }];
  if (failure === null) return { state: pushed, commands: wakes };
  if (pushed.wantsPull && !pushed.hasPullFailed && isOfOurServer(failure))
    return { state: { ...pushed, refusedPush: { failure, isProof } }, commands: wakes };
  const failed = fail(pushed, failure, isProof, surroundings);
  return { ...failed, commands: [...wakes, ...failed.commands] };
};

const afterPull = (
  state: LoopState,
  { failure, needsPush, isProof }: Extract<LoopEvent, { type: 'pulled' }>,
  surroundings: Surroundings,
): Decision => {
  const { refusedPush } = state;
  const pulled = {
    ...state,
    wantsPush: state.wantsPush || needsPush,
    hasPullFailed: failure !== null,
  };
  if (failure !== null) return fail({ ...pulled, wantsPull: true }, failure, isProof, surroundings);
  if (refusedPush !== null) return fail(pulled, refusedPush.failure, refusedPush.isProof, surroundings);
  if (!isProof) return { state: { ...pulled, failures: 0 }, commands: [] };
  return {
    state: { ...pulled, failures: 0, isReached: !surroundings.isOnline },
    commands: [{ type: 'reportReached' }],
  };
};

export const decide = (state: LoopState, event: LoopEvent, surroundings: Surroundings): Decision => {
  switch (event.type) {
    case 'requested':
      return request(state, event, surroundings);
    case 'retryDue':
      return {
        state: { ...state, retry: null, isDoubted: state.isDoubted || state.retry === 'doubt' },
        commands: [{ type: 'run' }],
      };
    case 'stepAsked':
      return nextStep(state, surroundings);
    case 'pushed':
      return afterPush(state, event, surroundings);
    case 'pulled':
      return afterPull(state, event, surroundings);
    case 'threw': {
      const failure: Failure = event.reason === null ? TRANSIENT : { kind: 'pause', reason: event.reason };
      return fail({ ...state, wantsPush: true, wantsPull: true }, failure, true, surroundings);
    }
    case 'resumed':
      return { state: { ...state, paused: null, resumes: state.resumes + 1 }, commands: [] };
  }
};
