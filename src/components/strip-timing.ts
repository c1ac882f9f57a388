/**
 * When the strip is seen. Most trouble is over before anyone needs to know of it, so it waits 1.5 s;
 * "up to date" is said only after trouble was seen, and for 2 s. A member who opens a screen without a network is told
 * at once, and on the next screen again: a strip that comes late moves what the thumb is about to touch.
 *
 *   hidden ──trouble for 1.5 s──▶ shown ──up to date──▶ farewell ──2 s──▶ hidden
 *      ▲──────up to date──────┘      ▲──────trouble────────┘
 *
 * `quiet`: the line is free, and something is left that it cannot help. Nothing is said, least of all that all is well.
 */
export type ConnectionStatus = 'offline' | 'connecting' | 'sending' | 'quiet' | 'upToDate';

export type StripPhase = 'hidden' | 'waiting' | 'shown' | 'farewell';

export const STRIP_DELAY_MS = 1_500;
export const STRIP_FAREWELL_MS = 2_000;

export type StripEvent = { type: 'status'; status: ConnectionStatus } | { type: 'timeUp' };

/** A screen that comes up without a network says so at once: only trouble that begins under one's eyes may be over soon. */
export const firstStripPhase = (status: ConnectionStatus): StripPhase =>
  status === 'offline' ? 'shown' : 'hidden';

export function nextStripPhase(phase: StripPhase, event: StripEvent): StripPhase {
  if (event.type === 'timeUp') {
    if (phase === 'waiting') return 'shown';
    return phase === 'farewell' ? 'hidden' : phase;
  }
  if (event.status === 'quiet') return 'hidden';
  if (event.status === 'upToDate') {
    if (phase === 'shown') return 'farewell';
    return phase === 'waiting' ? 'hidden' : phase;
  }
  if (phase === 'hidden') return 'waiting';
  return phase === 'farewell' ? 'shown' : phase;
}

/** How long a phase lasts by itself; nothing for those that wait for the status to change. */
export function stripPhaseMs(phase: StripPhase): number | undefined {
  if (phase === 'waiting') return STRIP_DELAY_MS;
  return phase === 'farewell' ? STRIP_FAREWELL_MS : undefined;
}
