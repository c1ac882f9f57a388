import { runTool } from './processes.mjs';
import { reportSpecCoverage } from './spec-coverage.mjs';

const biome = '@biomejs/biome/bin/biome';
// Biome colours its output in `ci` even into a file.
const colors = `--colors=${process.stdout.isTTY ? 'force' : 'off'}`;
const tsc = 'typescript/bin/tsc';

/** @type {{ name: string, run: () => Promise<number> }[]} */
const steps = [
  { name: 'types', run: () => runTool(tsc, ['--noEmit', '-p', '.']) },
  { name: 'types of the service worker', run: () => runTool(tsc, ['--noEmit', '-p', 'sw']) },
  { name: 'lint and format', run: () => runTool(biome, ['ci', '--error-on-warnings', colors]) },
  {
    name: 'import directions',
    run: () =>
      runTool(biome, [
        'lint',
        '--only=style/noRestrictedImports',
        '--only=suspicious/noImportCycles',
        colors,
      ]),
  },
  { name: 'spec coverage', run: async () => reportSpecCoverage() },
];

/**
 * Runs every step, also after a failed one: a person can fix all of them at once.
 * @returns {Promise<{ name: string, ok: boolean }[]>}
 */
export async function runChecks() {
  const results = [];
  for (const { name, run } of steps) {
    const startedAt = Date.now();
    const ok = (await run()) === 0;
    console.log(`${ok ? '✓' : '✗'} ${name} (${Date.now() - startedAt} ms)`);
    results.push({ name, ok });
  }
  return results;
}

/** `npm run check` */
export async function check() {
  const results = await runChecks();
  return results.every(({ ok }) => ok) ? 0 : 1;
}
