import { existsSync } from 'node:fs';
import { hashFiles, inRoot, listFiles, readText, withLock, writeText } from './files.mjs';
import { runTool, Trouble } from './processes.mjs';

const stamp = '.cache/build';

/** Everything that can change what dist/ contains. */
const sources = [
  'protocol',
  'sync',
  'sw',
  'src',
  'public',
  'index.html',
  'scripts/first-install.ts',
  'scripts/first-screens.ts',
  'scripts/first-styles.ts',
  'scripts/screen-groups.ts',
  'scripts/start-parts.ts',
  'scripts/web-manifest.ts',
  'vite.config.ts',
  'tsconfig.json',
  'package-lock.json',
];

const isTest = (/** @type {string} */ path) => /\.test\.tsx?$/.test(path);
// The router's plugin writes it while building; it follows from the routes, which are hashed.
const isGenerated = (/** @type {string} */ path) => path.endsWith('.gen.ts');

const sourceHash = () =>
  hashFiles(sources.flatMap(listFiles).filter((path) => !isTest(path) && !isGenerated(path)));

/** Builds the app and the service worker into dist/ unless the sources are those of the last build. */
export async function ensureBuilt() {
  if (isCurrent()) return;
  await withLock('build', async () => {
    if (!isCurrent()) await build();
  });
}

function isCurrent() {
  return existsSync(inRoot('dist', 'app.html')) && readText(stamp) === sourceHash();
}

async function build() {
  process.stdout.write('Building the app…\n');
  const hash = sourceHash();
  const code = await runTool('vite/bin/vite.js', ['build', '--logLevel', 'warn']);
  if (code !== 0) throw new Trouble('The build failed; Vite says why above.');
  writeText(stamp, hash);
}
