import { root } from './files.mjs';

/**
 * @typedef {{ passed: number, failed: number, skipped: number, failures: string[], flaky: string[] }} Counts
 *   `failures` are titles for people; `failed` is never smaller than their number. `flaky` passed, but not at once.
 */

/**
 * What is read of the reports.
 * @typedef {{ testResults: { name: string, status: string, message?: string,
 *   assertionResults: { status: string, fullName: string }[] }[] }} VitestReport
 * @typedef {{ title: string, specs?: { title: string, tests: { status: string }[] }[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 * @typedef {{ suites: PlaywrightSuite[], errors: { message?: string }[] }} PlaywrightReport
 */

/** @returns {Counts} */
export const noCounts = () => ({ passed: 0, failed: 0, skipped: 0, failures: [], flaky: [] });

/**
 * @param {Counts[]} all
 * @returns {Counts}
 */
export function addCounts(all) {
  return all.reduce(
    (sum, counts) => ({
      passed: sum.passed + counts.passed,
      failed: sum.failed + counts.failed,
      skipped: sum.skipped + counts.skipped,
      failures: [...sum.failures, ...counts.failures],
      flaky: [...sum.flaky, ...counts.flaky],
    }),
    noCounts(),
  );
}

/**
 * One item that is not a test of a runner: a check, the build, a runner that fell over.
 * @param {string} title
 * @param {boolean} ok
 * @returns {Counts}
 */
export function countItem(title, ok) {
  return ok ? { ...noCounts(), passed: 1 } : { ...noCounts(), failed: 1, failures: [title] };
}

/**
 * The line that ends `npm test`.
 * @param {Counts} counts
 */
export function countLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/**
 * @template Report
 * A runner's counts. A runner that ended badly without naming a failed test (it crashed, a hook threw, a report is
 * missing or cut short) counts as one failure: a silent zero would read as success.
 * @param {string} runner
 * @param {number} exitCode
 * @param {string | undefined} reportText
 * @param {(report: Report) => Counts} read
 * @returns {Counts}
 */
export function countRunner(runner, exitCode, reportText, read) {
  let counts = noCounts();
  let problem = reportText === undefined ? 'left no report' : '';
  try {
    if (reportText !== undefined) counts = read(JSON.parse(reportText));
  } catch {
    problem = 'left a report that cannot be read';
  }
  if (problem === '' && exitCode !== 0 && counts.failed === 0) problem = `ended with exit code ${exitCode}`;
  return problem === '' ? counts : addCounts([counts, countItem(`${runner} ${problem}`, false)]);
}

/**
 * Vitest's JSON report (Jest's shape). A file that failed without a failed test could not be loaded.
 * @param {VitestReport} report
 * @returns {Counts}
 */
export function readVitest(report) {
  return addCounts(
    report.testResults.map((file) => {
      const name = file.name.replace(`${root}/`, '');
      const counts = addCounts(
        file.assertionResults.map((test) => {
          if (test.status === 'passed' || test.status === 'failed') {
            return countItem(`${name}: ${test.fullName}`, test.status === 'passed');
          }
          return { ...noCounts(), skipped: 1 };
        }),
      );
      return file.status === 'failed' && counts.failed === 0
        ? addCounts([counts, countItem(`${name}: ${file.message || 'did not load'}`, false)])
        : counts;
    }),
  );
}

/**
 * Playwright's JSON report: suites hold suites and specs, a spec one test per project. A flaky test passed when it was tried
 * again (only CI tries again).
 * @param {PlaywrightReport} report
 * @returns {Counts}
 */
export function readPlaywright(report) {
  return addCounts([
    ...report.suites.map((suite) => readSuite(suite, [])),
    ...report.errors.map((error) => countItem(String(error.message ?? error).split('\n', 1)[0] ?? '', false)),
  ]);
}

/**
 * @param {PlaywrightSuite} suite
 * @param {string[]} parents
 * @returns {Counts}
 */
function readSuite(suite, parents) {
  const path = [...parents, suite.title];
  const specs = (suite.specs ?? []).flatMap((spec) =>
    spec.tests.map((test) => {
      const title = [...path, spec.title].join(' › ');
      if (test.status === 'skipped') return { ...noCounts(), skipped: 1 };
      if (test.status === 'flaky') return { ...countItem(title, true), flaky: [title] };
      return countItem(title, test.status === 'expected');
    }),
  );
  return addCounts([...specs, ...(suite.suites ?? []).map((inner) => readSuite(inner, path))]);
}
