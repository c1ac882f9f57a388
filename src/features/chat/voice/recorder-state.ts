import { LIMITS } from '../../../../protocol/index.ts';

/** Why there is no sound: as of the camera (features/scanner). */
export type MicrophoneProblem = 'denied' | 'dismissed' | 'busy' | 'none';

/** What becomes of a recording that has ended. */
export type Ending = 'send' | 'keep' | 'discard';

/**
 * ```
 * idle ──press──► asking ──granted──► recording ◄──► paused
 *                   │ └──refused──► idle  │            │
 *                   └──cancel──► idle     └──► ending ◄┘ ──done──► idle
 * ```
 * `isHeld`: a finger lies on the button, and its leaving sends. Otherwise hands are free and buttons do that.
 */
export type RecorderState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'asking'; readonly isHeld: boolean; readonly pressedAt: number }
  | {
      readonly phase: 'recording' | 'paused';
      readonly isHeld: boolean;
      readonly pressedAt: number;
      /** Recorded before `since`, in milliseconds. */
      readonly beforeMs: number;
      /** When it went on; null while it is paused. */
      readonly since: number | null;
    }
  | { readonly phase: 'ending'; readonly ending: Ending };

export type RecorderEvent =
  | { readonly kind: 'press'; readonly isHeld: boolean }
  | { readonly kind: 'granted' }
  | { readonly kind: 'refused' }
  /** The finger has left. */
  | { readonly kind: 'release' }
  /** The system has taken the finger away: it did not say that this is to be sent. */
  | { readonly kind: 'freed' }
  /** How far the finger is from where it pressed, in pixels: right and down are positive. */
  | { readonly kind: 'move'; readonly x: number; readonly y: number }
  | { readonly kind: 'pause' }
  | { readonly kind: 'resume' }
  | { readonly kind: 'end'; readonly ending: Ending }
  /** A call has taken the microphone for a while. */
  | { readonly kind: 'interrupted' }
  /** The microphone is gone, the disk is full, or the screen is left: what there is is kept. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'tick' }
  | { readonly kind: 'done' };

export const IDLE: RecorderState = { phase: 'idle' };
/** So far to the left discards, and so far up frees the hand. */
export const CANCEL_PX = 96;
export const LOCK_PX = 72;
/** Who lets go before has tapped: the recording goes on without the finger. */
const TAP_MS = 400;

/** How long the recording is by now, without its pauses. */
export const recordedMs = (state: RecorderState, now: number): number => {
  if (state.phase !== 'recording' && state.phase !== 'paused') return 0;
  const ms = state.beforeMs + (state.since === null ? 0 : Math.max(0, now - state.since));
  return Math.min(ms, LIMITS.voiceMsMax);
};

const end = (ending: Ending): RecorderState => ({ phase: 'ending', ending });

/** What a recorder does next. @param now milliseconds of a clock that only goes forward */
export const recorderAfter = (state: RecorderState, event: RecorderEvent, now: number): RecorderState => {
  switch (state.phase) {
    case 'idle':
      return event.kind === 'press' ? { phase: 'asking', isHeld: event.isHeld, pressedAt: now } : state;
    case 'ending':
      return event.kind === 'done' ? IDLE : state;
    case 'asking':
      if (event.kind === 'granted')
        return {
          phase: 'recording',
          isHeld: state.isHeld,
          pressedAt: state.pressedAt,
          beforeMs: 0,
          since: now,
        };
      if (event.kind === 'refused' || event.kind === 'lost' || event.kind === 'end') return IDLE;
      // The browser's question takes the finger away: the answer begins a recording that needs none.
      return event.kind === 'release' || event.kind === 'freed' ? { ...state, isHeld: false } : state;
    case 'recording':
    case 'paused':
      return whileRecording(state, event, now);
  }
};

const whileRecording = (
  state: Extract<RecorderState, { phase: 'recording' | 'paused' }>,
  event: RecorderEvent,
  now: number,
): RecorderState => {
  switch (event.kind) {
    case 'release':
      if (!state.isHeld) return state;
      return now - state.pressedAt < TAP_MS ? { ...state, isHeld: false } : end('send');
    case 'freed':
      return { ...state, isHeld: false };
    case 'move':
      if (!state.isHeld) return state;
      if (event.x <= -CANCEL_PX) return end('discard');
      return event.y <= -LOCK_PX ? { ...state, isHeld: false } : state;
    case 'pause':
    case 'interrupted':
      if (state.phase === 'paused') return state;
      return { ...state, phase: 'paused', isHeld: false, beforeMs: recordedMs(state, now), since: null };
    case 'resume':
      return state.phase === 'paused' ? { ...state, phase: 'recording', since: now } : state;
    case 'tick':
      return recordedMs(state, now) >= LIMITS.voiceMsMax ? end('keep') : state;
    case 'end':
      return end(event.ending);
    case 'lost':
      return end('keep');
    default:
      return state;
  }
};
