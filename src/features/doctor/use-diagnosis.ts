import { useEffect, useState } from 'react';
import { interval, merge } from 'rxjs';
import type { Diagnosis, ReachOutcome, TraceStep } from '../../../sync/index.ts';
import { reportFault } from '../../app/faults.ts';
import { useEngine } from '../../session/services.tsx';

const LOOK_EVERY_MS = 2_000;
/** Asking the server costs bytes; looking at ourselves does not. */
const ASK_EVERY_LOOKS = 5;

export type Findings = {
  readonly diagnosis: Diagnosis;
  readonly reached: ReachOutcome | null;
  readonly steps: readonly TraceStep[];
};

/** What the engine knows of itself, looked at again every two seconds while the screen is seen. */
export function useDiagnosis(): Findings | undefined {
  const engine = useEngine();
  const [findings, setFindings] = useState<Findings>();
  useEffect(() => {
    let isCurrent = true;
    let looks = 0;
    let reached: ReachOutcome | null = null;
    const ask = async (): Promise<void> => {
      reached = await engine.reach();
    };
    const look = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') return;
      if (looks % ASK_EVERY_LOOKS === 0) void ask().then(look).catch(reportFault);
      looks += 1;
      const [diagnosis, trace] = await Promise.all([engine.diagnose(), engine.exportTrace()]);
      if (isCurrent) setFindings({ diagnosis, reached, steps: trace.steps });
    };
    const run = () => void look().catch(reportFault);
    const subscription = merge(engine.status, interval(LOOK_EVERY_MS)).subscribe(run);
    return () => {
      isCurrent = false;
      subscription.unsubscribe();
    };
  }, [engine]);
  return findings;
}
