import { runChecks } from './check.mjs';
import { runTool } from './processes.mjs';

/**
 * `npm run test:quick`: the checks, and the unit tests that what was changed since the last commit can have broken. Without
 * whole servers, PostgreSQL and browsers: those are for `npm test`.
 * @param {string[]} args `--changed REF`: since another commit
 */
export async function quick(args) {
  const checks = await runChecks();
  const since = args.includes('--changed') ? args : ['--changed', ...args];
  const units = await runTool('vitest/vitest.mjs', [
    ...['run', '--project', 'unit', '--project', 'mocked', '--passWithNoTests'],
    ...since,
  ]);
  return checks.every(({ ok }) => ok) ? units : 1;
}
