/**
 * The server's time, as far as its answers tell it. What is written is stamped with it, and what the server has stamped is
 * compared with it: the clocks of phones are hours and days wrong.
 */
export type ServerClock = {
  /** Epoch milliseconds. */
  now(): number;
  /** What is added to the device's time, in milliseconds; 0 while nothing is known. */
  offsetMs(): number;
  /**
   * Learns from the `Date` of an answer (RFC 9110, 6.6.1: whole seconds) that was made between two moments of the device.
   * The answer with the shortest round trip is the most exact one (Cristian's algorithm): a slower one counts only where it
   * contradicts it, because the device's clock was set meanwhile. A clock that is seconds off is taken for right.
   */
  learn(date: string | null, sentAt: number, receivedAt: number): void;
  /** Begins with what another page has learnt, unless an answer has told more already. */
  begin(offsetMs: number): void;
};

const NOISE_MS = 5_000;
/** The middle of the second that a `Date` names. */
const HALF_SECOND_MS = 500;
/** An answer that took longer says too little about when it was made. */
const ROUND_TRIP_MAX_MS = 20_000;

export const createServerClock = (deviceNow: () => number): ServerClock => {
  let offsetMs = 0;
  /** What the most exact answer said, and how wrong that may be. */
  let known = { offsetMs: 0, errorMs: Number.POSITIVE_INFINITY };
  return {
    now: () => deviceNow() + offsetMs,
    offsetMs: () => offsetMs,
    learn(date, sentAt, receivedAt) {
      const at = Date.parse(date ?? '');
      const tookMs = receivedAt - sentAt;
      if (Number.isNaN(at) || tookMs < 0 || tookMs > ROUND_TRIP_MAX_MS) return;
      const learnt = Math.round(at + HALF_SECOND_MS - (sentAt + receivedAt) / 2);
      const errorMs = HALF_SECOND_MS + tookMs / 2;
      const isContradiction = Math.abs(learnt - known.offsetMs) > errorMs + known.errorMs;
      if (errorMs >= known.errorMs && !isContradiction) return;
      known = { offsetMs: learnt, errorMs };
      offsetMs = Math.abs(learnt) <= NOISE_MS + errorMs ? 0 : learnt;
    },
    begin(earlier) {
      if (known.errorMs === Number.POSITIVE_INFINITY) offsetMs = earlier;
    },
  };
};

/** That of this page, or of this worker. */
export const serverClock = createServerClock(() => Date.now());
