// `node scripts/complete-lock.mjs`, after every `npm install <package>`.
// npm leaves an optional package out of the lock file when the registry it asked does not have it (a mirror often holds
// only its own platform's builds), and then `npm ci` refuses that lock file everywhere. The entries need no more than
// what the parent already says: the exact version, and the platform in the name.
import { readText, writeText } from './files.mjs';

/**
 * @typedef {{ version?: string, optional?: boolean, dev?: boolean, os?: string[], cpu?: string[], libc?: string[],
 *   optionalDependencies?: Record<string, string> }} LockEntry
 * @typedef {{ packages: Record<string, LockEntry> }} Lock
 */

const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64'];

/**
 * The optional packages that the lock file's packages name and the lock file lacks.
 * @param {Lock} lock
 * @returns {{ name: string, version: string, parent: string }[]}
 */
export function missingOptionals(lock) {
  return Object.entries(lock.packages).flatMap(([parent, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(
        ([name]) => !foldersUpFrom(parent).some((folder) => lock.packages[`${folder}node_modules/${name}`]),
      )
      .map(([name, version]) => ({ name, version, parent })),
  );
}

/** The folders in which Node looks for a package: `a/node_modules/b` looks in its own, in that of `a`, at the top. */
function foldersUpFrom(/** @type {string} */ path) {
  if (path === '') return [''];
  const folders = path.split('/node_modules/');
  return [...folders.keys()]
    .map((index) => `${folders.slice(0, folders.length - index).join('/node_modules/')}/`)
    .concat('');
}

/**
 * @param {Lock} lock
 * @returns {Lock}
 */
export function completeLock(lock) {
  const packages = { ...lock.packages };
  for (const { name, version, parent } of missingOptionals(lock)) {
    if (!/^\d+\.\d+\.\d+[-+.\w]*$/.test(version))
      throw new Error(`${parent} asks for a range of ${name}: ${version}`);
    const isDev = lock.packages[parent]?.dev === true;
    const { os, cpu, libc } = platformOf(name);
    // In npm's own order, so that the next npm install changes nothing here.
    packages[`node_modules/${name}`] = {
      version,
      ...(cpu === undefined ? {} : { cpu: [cpu] }),
      ...(isDev ? { dev: true } : {}),
      ...(os === 'linux' ? { libc: [libc] } : {}),
      optional: true,
      os: [os],
    };
  }
  const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  return { ...lock, packages: Object.fromEntries(sorted) };
}

/** @param {string} name */
function platformOf(name) {
  const words = name.split(/[/-]/);
  const os = words.find((word) => systems.includes(word));
  const cpu = words.find((word) => processors.includes(word));
  if (os === undefined) throw new Error(`The name of ${name} does not tell its platform.`);
  const libc = words.some((word) => word.startsWith('musl')) ? 'musl' : 'glibc';
  return { os, cpu, libc };
}

if (import.meta.main) {
  const lock = JSON.parse(readText('package-lock.json') ?? '');
  writeText('package-lock.json', `${JSON.stringify(completeLock(lock), null, 2)}\n`);
}
