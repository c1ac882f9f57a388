/**
 * How long everything before the browser tests may take for all of those to be run: on the machines that we know they take
 * two to three times as long again, and a run of CI is ended after an hour and a half.
 */
const SLOW_AFTER_MS = 18 * 60_000;

/**
 * Which half of the browser tests a slow machine of CI runs, or null for all of them: a run that is ended before its last
 * test says nothing. The commit decides, so that both halves have their turn.
 * @param {{ isCI: boolean, isExhaustive: boolean, elapsedMs: number, commit: string }} run
 *   `commit`: its hash, in hexadecimal digits
 * @returns {{ index: 1 | 2, of: 2 } | null}
 */
export function browserShare({ isCI, isExhaustive, elapsedMs, commit }) {
  if (!isCI || isExhaustive || elapsedMs <= SLOW_AFTER_MS) return null;
  return { index: Number.parseInt(commit.slice(0, 1) || '0', 16) % 2 === 0 ? 1 : 2, of: 2 };
}

/**
 * What the end of the run says of it.
 * @param {{ index: number, of: number }} share
 * @param {number} elapsedMs
 */
export const shareText = ({ index, of }, elapsedMs) =>
  `This machine is slow: ${Math.round(elapsedMs / 60_000)} minutes went by before the browser tests. Part ${index} of ${of} of them was run, ` +
  'another part with another commit. EXHAUSTIVE=true npm test runs all of them.';
