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
   * Each answer says between which two values the offset lies, and what all of them allow is known (Marzullo's algorithm):
   * within half a round trip after some, though each names whole seconds. One that contradicts the earlier ones begins anew,
   * because the device's clock was set meanwhile. A clock that is seconds off is taken for right.
   */
  learn(date: string | null, sentAt: number, receivedAt: number): void;
  /** Begins with what another page has learnt, unless an answer has told more already. */
  begin(offsetMs: number): void;
};

const NOISE_MS = 5_000;
/** A `Date` names the second in which the answer was made. */
const SECOND_MS = 1_000;
/** An answer that took longer says too little about when it was made. */
const ROUND_TRIP_MAX_MS = 20_000;

/**
 * @param steadyNow milliseconds that nobody can set. It may stand still while the device sleeps (as `performance.now()` does in
 * most browsers), so it shows that the clock was put back, at once; one that was put forward looks like a sleep. That shows
 * with the next answer, and the server keeps no time that lies ahead of its own.
 */
export const createServerClock = (deviceNow: () => number, steadyNow: () => number): ServerClock => {
  let offsetMs = 0;
  /** Between these lies what has to be added. */
  let known = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
  let last = { device: deviceNow(), steady: steadyNow() };

  const noticePutBack = (): void => {
    const read = { device: deviceNow(), steady: steadyNow() };
    const backMs = Math.round(read.steady - last.steady - (read.device - last.device));
    last = read;
    if (backMs <= NOISE_MS) return;
    offsetMs += backMs;
    known = { from: known.from + backMs, to: known.to + backMs };
  };

  return {
    now() {
      noticePutBack();
      return last.device + offsetMs;
    },
    offsetMs() {
      noticePutBack();
      return offsetMs;
    },
    learn(date, sentAt, receivedAt) {
      noticePutBack();
      const at = Date.parse(date ?? '');
      const tookMs = receivedAt - sentAt;
      if (Number.isNaN(at) || tookMs < 0 || tookMs > ROUND_TRIP_MAX_MS) return;
      const said = { from: at - receivedAt, to: at + SECOND_MS - sentAt };
      const isContradiction = said.from > known.to || said.to < known.from;
      known = isContradiction
        ? said
        : { from: Math.max(known.from, said.from), to: Math.min(known.to, said.to) };
      const learnt = Math.round((known.from + known.to) / 2);
      offsetMs = Math.abs(learnt) <= NOISE_MS + (known.to - known.from) / 2 ? 0 : learnt;
    },
    begin(earlier) {
      if (known.to === Number.POSITIVE_INFINITY) offsetMs = earlier;
    },
  };
};

/** That of this page, or of this worker. */
export const serverClock = createServerClock(
  () => Date.now(),
  () => performance.now(),
);
