import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Failure } from '../transport/failure.ts';
import { DOUBT_MS, decide, hasWork, initialLoopState, type LoopEvent, type LoopState } from './decide.ts';

const online = { now: 1_000, isOnline: true, random: () => 0.5 };
const offline = { ...online, isOnline: false };
const pushAndPull = { ...initialLoopState, wantsPush: true, wantsPull: true };
const refusedByProxy: Failure = { kind: 'refused', code: null };

describe('the next step', () => {
  const step = { type: 'stepAsked' } as const;
  it.each<[string, LoopState, typeof online, unknown[]]>([
    ['nothing when nothing is wanted', initialLoopState, online, []],
    ['a push before a pull', pushAndPull, online, [{ type: 'push' }]],
    ['a pull when only that is wanted', { ...initialLoopState, wantsPull: true }, online, [{ type: 'pull' }]],
    ['nothing while paused', { ...pushAndPull, paused: 'session_dead' }, online, []],
    ['nothing while a retry is set', { ...pushAndPull, retry: 'backoff' }, online, []],
    [
      'offline: wait half a minute',
      pushAndPull,
      offline,
      [{ type: 'reportUnreachable' }, { type: 'retry', afterMs: DOUBT_MS }],
    ],
    [
      'offline and doubted: a pull, never a push',
      { ...pushAndPull, isDoubted: true },
      offline,
      [{ type: 'pull' }],
    ],
    [
      'offline, but the server was reached: a push',
      { ...pushAndPull, isReached: true },
      offline,
      [{ type: 'push' }],
    ],
  ])('[CO1] is %s', (_name, state, surroundings, commands) => {
    expect(decide(state, step, surroundings).commands).toEqual(commands);
  });
});

describe('a request', () => {
  const waiting: LoopState = { ...pushAndPull, retry: 'backoff', failures: 4, quietUntil: 0 };
  const request = (isUrgent: boolean): LoopEvent => ({ type: 'requested', wants: { push: true }, isUrgent });

  it('[PU5] does not end the back-off, unless it is urgent', () => {
    expect(decide(waiting, request(false), online)).toEqual({ state: waiting, commands: [] });
    const { state, commands } = decide(waiting, request(true), online);
    expect(state).toMatchObject({ retry: null, failures: 0 });
    expect(commands).toEqual([{ type: 'cancelRetry' }, { type: 'run' }]);
  });

  it('[PU5] never ends the quiet that the server asked for', () => {
    const quiet = { ...waiting, quietUntil: 5_000 };
    expect(decide(quiet, request(true), online)).toMatchObject({ state: { retry: 'backoff' }, commands: [] });
  });
});

describe('a failure', () => {
  const pulled = (failure: Failure, isProof = true): LoopEvent => ({
    type: 'pulled',
    failure,
    needsPush: false,
    isProof,
  });

  it.each<[Failure, unknown[]]>([
    [{ kind: 'unreachable' }, ['reportUnreachable', 'retry']],
    [{ kind: 'transient', waitMs: undefined }, ['reportReached', 'retry']],
    [refusedByProxy, ['reportUnreachable', 'retry']],
    [{ kind: 'refused', code: 'validation' }, ['reportReached', 'retry']],
    [{ kind: 'pause', reason: 'suspended' }, ['reportPause']],
  ])('[PU5] %j leads to %j', (failure, types) => {
    const { state, commands } = decide(initialLoopState, pulled(failure), online);
    expect(commands.map(({ type }) => type)).toEqual(types);
    expect(state.wantsPull).toBe(true);
  });

  it('[PU5] waits as long as the server says', () => {
    const { state, commands } = decide(
      initialLoopState,
      pulled({ kind: 'transient', waitMs: 7_000 }),
      online,
    );
    expect(state.quietUntil).toBe(8_000);
    expect(commands).toContainEqual({ type: 'retry', afterMs: 7_000 });
  });

  it('[PU5] of a push alone lets the pull that is wanted too go first, and is waited for afterwards', () => {
    const busy: Failure = { kind: 'transient', waitMs: 60_000 };
    const pushed = { type: 'pushed', failure: busy, needsPull: false, wakeAt: null, isProof: true } as const;
    let { state, commands } = decide({ ...pushAndPull, wantsPush: false }, pushed, online);
    expect(commands).toEqual([]);
    ({ state, commands } = decide(state, { type: 'stepAsked' }, online));
    expect(commands).toEqual([{ type: 'pull' }]);
    const answer = { type: 'pulled', failure: null, needsPush: false, isProof: true } as const;
    ({ state, commands } = decide({ ...state, failures: 2 }, answer, online));
    expect(commands).toEqual([{ type: 'reportReached' }, { type: 'retry', afterMs: 60_000 }]);
    expect(state).toMatchObject({ wantsPush: true, wantsPull: false, failures: 3, quietUntil: 61_000 });
    expect(hasWork(state)).toBe(false);
  });

  it('[CO1] that came after the network had gone does not report the server as reached', () => {
    const { commands } = decide(
      initialLoopState,
      pulled({ kind: 'transient', waitMs: undefined }, false),
      online,
    );
    expect(commands.map(({ type }) => type)).toEqual(['retry']);
  });
});

describe('whatever happens', () => {
  const failure = fc.constantFrom<(Failure | null)[]>(
    null,
    { kind: 'unreachable' },
    { kind: 'transient', waitMs: 4_000 },
    { kind: 'transient', waitMs: undefined },
    { kind: 'pause', reason: 'session_dead' },
    refusedByProxy,
  );
  const outside = fc.oneof(
    fc.record({
      type: fc.constant('requested' as const),
      wants: fc.record({ push: fc.boolean(), pull: fc.boolean() }),
      isUrgent: fc.boolean(),
    }),
    fc.constantFrom<LoopEvent>({ type: 'retryDue' }, { type: 'resumed' }, { type: 'threw', reason: null }),
  );

  it('[CO1] wanted work is done, or a retry is set, or the loop is paused; and offline nothing is pushed on a doubt', () => {
    const moments = fc.array(
      fc.record({ event: outside, isOnline: fc.boolean(), failure, passes: fc.nat(9_000) }),
    );
    fc.assert(
      fc.property(moments, (history) => {
        let state = initialLoopState;
        let now = 0;
        for (const moment of history) {
          now += moment.passes;
          const surroundings = { now, isOnline: moment.isOnline, random: () => 0.5 };
          // Timers are only due while they stand.
          if (moment.event.type === 'retryDue' && state.retry === null) continue;
          const { state: next, commands } = decide(state, moment.event, surroundings);
          state = next;
          const isRunning = commands.some(({ type }) => type === 'run');
          for (let steps = 0; isRunning && hasWork(state); steps += 1) {
            expect(steps).toBeLessThan(5);
            const asked = decide(state, { type: 'stepAsked' }, surroundings);
            const [step] = asked.commands;
            if (step?.type === 'push') expect(moment.isOnline || state.isReached).toBe(true);
            state = asked.state;
            if (step?.type !== 'push' && step?.type !== 'pull') continue;
            const answer: LoopEvent =
              step.type === 'push'
                ? { type: 'pushed', failure: moment.failure, needsPull: false, wakeAt: null, isProof: true }
                : { type: 'pulled', failure: moment.failure, needsPush: false, isProof: true };
            state = decide(state, answer, surroundings).state;
          }
          if (moment.event.type !== 'resumed') expect(hasWork(state)).toBe(false);
        }
      }),
    );
  });
});
