/**
 * How long checks, build and unit tests may take for all browser tests to be run: on the machines that we know they take
 * two to three times as long again, and a run of CI is ended after an hour and a half.
 */
const SLOW_AFTER_MS = 18 * 60_000;

/**
 * Which half of the browser tests a slow machine of CI runs, or null for all of them: a run that is ended before its last
 * test says nothing. The commit decides, so that both halves have their turn; an empty one, that of a checkout without Git, leaves it to the clock.
 * @param {{ isCI: boolean, isExhaustive: boolean, elapsedMs: number, commit: string }} run
 *   `commit`: its hash, in hexadecimal digits
 * @returns {{ index: 1 | 2, of: 2 } | null}
 */
export function browserShare({ isCI, isExhaustive, elapsedMs, commit }) {
  if (!isCI || isExhaustive || elapsedMs <= SLOW_AFTER_MS) return null;
  const number = commit === '' ? Math.round(elapsedMs) : Number.parseInt(commit.slice(0, 1), 16);
  return { index: number % 2 === 0 ? 1 : 2, of: 2 };
}

/**
 * What the end of the run says of it.
 * @param {{ index: number, of: number }} share
 * @param {number} elapsedMs
 */
export const shareText = ({ index, of }, elapsedMs) =>
  `This machine is slow: checks, build and unit tests took ${Math.round(elapsedMs / 60_000)} minutes. Of the browser tests part ${index} of ${of} was run, ` +
  'another part with another commit. EXHAUSTIVE=true npm test runs all of them.';
