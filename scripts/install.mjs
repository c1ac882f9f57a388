import { hashFiles, inRoot, readText, withLock, writeText } from './files.mjs';
import { projectNode, runQuietly, Trouble } from './processes.mjs';

const stamp = 'node_modules/.cache/tambay-install';
const wantedNode = 'v24.';

/** Makes node_modules match the lock file. Costs a few milliseconds when it already does. */
export async function ensureInstalled() {
  if (isCurrent()) return;
  await withLock('install', async () => {
    if (isCurrent()) return;
    if (!matchesLock(readText('node_modules/.package-lock.json'), readText('package-lock.json')))
      await install();
    await ensureNode();
    writeText(stamp, lockHash());
  });
}

const lockHash = () => hashFiles(['package-lock.json']);

function isCurrent() {
  return readText(stamp) === lockHash() && projectNode() !== undefined;
}

/**
 * Whether what npm says it installed is what the lock file asks for. A developer who ran `npm install` has just
 * changed the lock file and node_modules together, and wants no second installation.
 * @param {string | undefined} installedText npm's own record in node_modules
 * @param {string | undefined} lockText
 */
export function matchesLock(installedText, lockText) {
  if (installedText === undefined || lockText === undefined) return false;
  const installed = JSON.parse(installedText).packages;
  const wanted = JSON.parse(lockText).packages;
  const names = Object.keys(wanted).filter((name) => name !== '');
  return (
    // Packages for other platforms are optional and absent here.
    names.every((name) =>
      installed[name] === undefined
        ? wanted[name].optional === true
        : installed[name].version === wanted[name].version,
    ) && Object.keys(installed).every((name) => wanted[name] !== undefined)
  );
}

async function install() {
  process.stdout.write('Installing dependencies from package-lock.json…\n');
  const { code, output } = await npm(['ci', '--no-audit', '--no-fund']);
  if (code !== 0) {
    process.stderr.write(`${output}\n`);
    throw new Trouble('Installing the dependencies failed; npm says why above.');
  }
}

/** The npm that called us, on the Node that called us; a bare `node scripts/run.mjs` uses the one on PATH. */
function npm(/** @type {string[]} */ args) {
  const cli = process.env['npm_execpath'];
  if (cli?.endsWith('.js')) return runQuietly(process.execPath, [cli, ...args]);
  // npm is a .cmd on Windows, which only a shell can start; the arguments are our own words.
  return runQuietly('npm', args, { shell: process.platform === 'win32' });
}

/** The `node` package fetches its binary in an install script, which a user's npm settings may have switched off. */
async function ensureNode() {
  if (await isWantedNode()) return;
  const { output } = await runQuietly(process.execPath, ['installArchSpecificPackage'], {
    cwd: inRoot('node_modules', 'node'),
  });
  if (await isWantedNode()) return;
  process.stderr.write(`${output}\n`);
  throw new Trouble('Node 24 could not be installed from the npm package "node".');
}

async function isWantedNode() {
  const node = projectNode();
  if (node === undefined) return false;
  const { code, output } = await runQuietly(node, ['--version']);
  return code === 0 && output.startsWith(wantedNode);
}
