import { type SimulationOptions, type SimulationResult, simulate } from '../simulator.ts';

/** What kind of law was broken: a smaller run has to break the same one. */
const kindOf = ({ faults }: SimulationResult): string =>
  (faults[0] ?? '').replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…').slice(0, 24);

/**
 * Leaves out as many steps of a failing run as it can, halves first, as long as the same law is broken.
 * @param triesMax each try is a whole run
 * @returns the steps that are needed, for `simulate(seed, steps, { only })`
 */
export const shrink = async (
  seed: number,
  steps: number,
  options: Pick<SimulationOptions, 'isHostile' | 'withFiles'> = {},
  triesMax = 120,
): Promise<number[]> => {
  const kind = kindOf(await simulate(seed, steps, options));
  let kept = Array.from({ length: steps }, (_, step) => step);
  let tries = 0;
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < kept.length && tries < triesMax; ) {
      const fewer = [...kept.slice(0, from), ...kept.slice(from + size)];
      tries += 1;
      const isSame = kindOf(await simulate(seed, steps, { ...options, only: new Set(fewer) })) === kind;
      if (isSame) kept = fewer;
      else from += size;
    }
  }
  return kept;
};
