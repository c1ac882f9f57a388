import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../../protocol/index.ts';
import { IDLE, type RecorderEvent, type RecorderState, recordedMs, recorderAfter } from './recorder-state.ts';

const run = (...steps: [at: number, event: RecorderEvent][]): RecorderState =>
  steps.reduce((state, [at, event]) => recorderAfter(state, event, at), IDLE);
const held: [number, RecorderEvent] = [0, { kind: 'press', isHeld: true }];
const granted: [number, RecorderEvent] = [50, { kind: 'granted' }];

describe('the recorder', () => {
  it('sends what a held finger has recorded when it leaves', () => {
    expect(run(held, granted, [3_000, { kind: 'release' }])).toEqual({ phase: 'ending', ending: 'send' });
  });
  it('goes on without the finger after a tap', () => {
    expect(run(held, granted, [200, { kind: 'release' }])).toMatchObject({
      phase: 'recording',
      isHeld: false,
    });
  });
  it('goes on without the finger that the browser’s question has taken away', () => {
    expect(run(held, [4_000, { kind: 'release' }], [9_000, { kind: 'granted' }])).toMatchObject({
      ...{ phase: 'recording', isHeld: false },
    });
  });
  it('sends nothing when the system takes the finger away, as for a gesture of its own', () => {
    const freed: RecorderEvent = { kind: 'freed' };
    expect(run(held, granted, [3_000, freed], [3_050, { kind: 'release' }])).toMatchObject({
      ...{ phase: 'recording', isHeld: false },
    });
    expect(run(held, [900, freed], [1_000, { kind: 'granted' }])).toMatchObject({ isHeld: false });
  });
  it('discards to the left and locks upwards, and only while it is held', () => {
    const left: RecorderEvent = { kind: 'move', x: -100, y: 0 };
    const up: RecorderEvent = { kind: 'move', x: 0, y: -100 };
    expect(run(held, granted, [900, left])).toEqual({ phase: 'ending', ending: 'discard' });
    expect(run(held, granted, [900, up], [950, left], [999, { kind: 'release' }])).toMatchObject({
      ...{ phase: 'recording', isHeld: false },
    });
  });
  it('counts no pause', () => {
    const state = run(held, granted, [1_050, { kind: 'pause' }], [9_000, { kind: 'resume' }]);
    expect(recordedMs(state, 9_500)).toBe(1_500);
  });
  it('is paused by a call, and kept when the microphone is gone', () => {
    expect(run(held, granted, [900, { kind: 'interrupted' }])).toMatchObject({
      phase: 'paused',
      isHeld: false,
    });
    expect(run(held, granted, [900, { kind: 'lost' }])).toEqual({ phase: 'ending', ending: 'keep' });
  });
  it('stops at its bound and keeps what there is', () => {
    expect(run(held, granted, [LIMITS.voiceMsMax + 49, { kind: 'tick' }])).toMatchObject({
      phase: 'recording',
    });
    expect(run(held, granted, [LIMITS.voiceMsMax + 50, { kind: 'tick' }])).toEqual({
      ...{ phase: 'ending', ending: 'keep' },
    });
  });

  const event: fc.Arbitrary<RecorderEvent> = fc.oneof(
    fc.record({ kind: fc.constant('press' as const), isHeld: fc.boolean() }),
    fc.constant({ kind: 'freed' as const }),
    fc.record({
      kind: fc.constant('move' as const),
      x: fc.integer({ min: -200, max: 200 }),
      y: fc.integer({ min: -200, max: 200 }),
    }),
    fc.record({
      kind: fc.constant('end' as const),
      ending: fc.constantFrom('send' as const, 'keep' as const, 'discard' as const),
    }),
    ...(
      ['granted', 'refused', 'release', 'pause', 'resume', 'interrupted', 'lost', 'tick', 'done'] as const
    ).map((kind) => fc.constant({ kind })),
  );
  it('never counts more than the time that passed, never backwards, and ends once', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(5_000), event), { maxLength: 60 }), (steps) => {
        let state: RecorderState = IDLE;
        let now = 0;
        let ms = 0;
        for (const [wait, one] of steps) {
          const before = state;
          now += wait;
          state = recorderAfter(before, one, now);
          const isOn = (one: RecorderState) => one.phase === 'recording' || one.phase === 'paused';
          if (isOn(before) && isOn(state)) {
            expect(recordedMs(state, now)).toBeGreaterThanOrEqual(ms);
            expect(recordedMs(state, now)).toBeLessThanOrEqual(now);
          }
          if (before.phase === 'ending' && one.kind !== 'done') expect(state).toBe(before);
          ms = recordedMs(state, now);
        }
      }),
    );
  });
});
