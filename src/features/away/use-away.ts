import { useEffect, useState } from 'react';
import { reportFault } from '../../app/faults.ts';
import { type AwaySnapshot, readAwaySnapshot } from '../../queries/away-snapshot.ts';
import { readWaitingThings } from '../../queries/waiting-things.ts';
import { useEngine } from '../../session/services.tsx';
import { createGoneOut, type GoneOut } from './gone-out.ts';
import { type AwayLine, addLines, whatChanged } from './what-changed.ts';

/** A break that is shorter is not noticed, and needs no card. */
const AWAY_MIN_MS = 5_000;
/** After the pull, what came with it is written and what can be sent is sent. */
const SETTLE_MS = 1_500;

type Break = {
  readonly since: number;
  /** When the network went last, within a break in which it came and went. */
  readonly lostAt: number;
  readonly snapshot: Promise<AwaySnapshot>;
  /** What is written, or taken back, without a network counts too. */
  readonly goneOut: GoneOut;
};

export type Away = { readonly lines: readonly AwayLine[]; readonly dismiss: () => void };

/** Notes what stood here when the network went, and says what is different once it is back and everything has come. */
export function useAway(): Away {
  const engine = useEngine();
  const [lines, setLines] = useState<readonly AwayLine[]>([]);
  useEffect(() => {
    let left: Break | null = null;
    let settling: ReturnType<typeof setTimeout> | undefined;
    const compare = async ({ snapshot, goneOut }: Break): Promise<void> => {
      const [before, now, { sent, waiting }] = await Promise.all([
        snapshot,
        readAwaySnapshot(engine),
        goneOut.read(),
      ]);
      const changed = whatChanged({ ...before, waiting: sent }, { ...now, waiting });
      setLines((shown) => addLines(shown, changed));
    };
    const begin = (now: number): Break => ({
      since: now,
      lostAt: now,
      snapshot: readAwaySnapshot(engine),
      goneOut: createGoneOut(() => readWaitingThings(engine)),
    });
    const look = () => {
      const { connection, isCatchingUp, sending, lastSyncedAt } = engine.status.value;
      const isOffline = connection === 'offline';
      // Gone again before it was told: one break, and one card. What has just begun to go is waited for, too.
      if (isOffline || sending > 0) {
        clearTimeout(settling);
        settling = undefined;
      }
      if (isOffline) left = left === null ? begin(Date.now()) : { ...left, lostAt: Date.now() };
      if (left === null || settling !== undefined) return;
      left.goneOut.note(isOffline);
      // What waits for its video, or for a pause to end, may wait for long: it withholds nothing.
      const isBack = connection === 'online' && !isCatchingUp && sending === 0;
      if (!isBack || (lastSyncedAt ?? 0) < left.lostAt) return;
      const over = left;
      if (Date.now() - over.since < AWAY_MIN_MS) {
        left = null;
        return;
      }
      settling = setTimeout(() => {
        settling = undefined;
        left = null;
        void compare(over).catch(reportFault);
      }, SETTLE_MS);
    };
    const subscription = engine.status.subscribe(look);
    return () => {
      subscription.unsubscribe();
      clearTimeout(settling);
    };
  }, [engine]);
  return { lines, dismiss: () => setLines([]) };
}
