import { useEffect, useState } from 'react';
import { reportFault } from '../../app/faults.ts';
import { readStanding, type Standing } from '../../queries/standing.ts';
import { readWaitingThings } from '../../queries/waiting-things.ts';
import { useEngine } from '../../session/services.tsx';
import { type AwayLine, whatChanged } from './what-changed.ts';

/** A break that is shorter is not noticed, and needs no card. */
const AWAY_MIN_MS = 5_000;
/** After the pull, what came with it is written and what waited is sent. */
const SETTLE_MS = 1_500;

export type Away = { readonly lines: readonly AwayLine[]; readonly dismiss: () => void };

/** Notes what stood here when the network went, and says what is different once it is back and everything has come. */
export function useAway(): Away {
  const engine = useEngine();
  const [lines, setLines] = useState<readonly AwayLine[]>([]);
  useEffect(() => {
    let left: { readonly at: number; readonly standing: Promise<Standing> } | null = null;
    /** What is written, or taken back, without a network counts too. */
    let waiting: Promise<ReadonlySet<string>> | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const compare = async (before: Promise<Standing>, things: typeof waiting): Promise<void> => {
      const [standing, then, now, stillWaiting] = await Promise.all([
        before,
        things,
        readStanding(engine),
        readWaitingThings(engine),
      ]);
      const changed = whatChanged(
        { ...standing, waiting: then ?? new Set() },
        { ...now, waiting: stillWaiting },
      );
      if (changed.length > 0) setLines(changed);
    };
    const look = () => {
      const { connection, isCatchingUp, pending, lastSyncedAt } = engine.status.get();
      if (connection === 'offline') {
        clearTimeout(timer);
        left ??= { at: Date.now(), standing: readStanding(engine) };
        waiting = readWaitingThings(engine);
        return;
      }
      const isBack = connection === 'online' && !isCatchingUp && pending === 0;
      if (left === null || !isBack || (lastSyncedAt ?? 0) < left.at) return;
      const { at, standing } = left;
      left = null;
      if (Date.now() - at < AWAY_MIN_MS) return;
      timer = setTimeout(() => void compare(standing, waiting).catch(reportFault), SETTLE_MS);
    };
    look();
    const stop = engine.status.subscribe(look);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [engine]);
  return { lines, dismiss: () => setLines([]) };
}
