import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** The repository's folder; every script works from here, wherever it was called. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** @param {string[]} parts */
export const inRoot = (...parts) => join(root, ...parts);

/**
 * Every file under a path of the repository (a file stands for itself, a missing path for nothing), sorted.
 * @param {string} path
 * @returns {string[]}
 */
export function listFiles(path) {
  const full = inRoot(path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return (
    readdirSync(full, { recursive: true, encoding: 'utf8' })
      .map((name) => join(path, name))
      // A browser that is just ending may have removed what was listed.
      .filter((name) => statSync(inRoot(name), { throwIfNoEntry: false })?.isFile())
      .sort()
  );
}

/**
 * One hash over names and contents.
 * @param {string[]} paths
 */
export function hashFiles(paths) {
  const hash = createHash('sha256');
  for (const path of paths) {
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(inRoot(path)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** @param {string} path */
export function readText(path) {
  return existsSync(inRoot(path)) ? readFileSync(inRoot(path), 'utf8') : undefined;
}

/**
 * @param {string} path
 * @param {string} text
 */
export function writeText(path, text) {
  mkdirSync(dirname(inRoot(path)), { recursive: true });
  writeFileSync(inRoot(path), text);
}

/**
 * Runs one job at a time across processes (`npm start` and `npm test` may begin together).
 * The lock names its process, so that one that was killed leaves nothing to clean up by hand.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} job
 * @returns {Promise<T>}
 */
export async function withLock(name, job) {
  const path = inRoot('.cache', `${name}.lock`);
  mkdirSync(dirname(path), { recursive: true });
  while (!tryLock(path)) await sleep(200);
  try {
    return await job();
  } finally {
    rmSync(path, { force: true });
  }
}

/** @param {string} path */
function tryLock(path) {
  try {
    const file = openSync(path, 'wx');
    writeFileSync(file, String(process.pid));
    closeSync(file);
    return true;
  } catch {
    const owner = Number(existsSync(path) ? readFileSync(path, 'utf8') : 0);
    // An empty file is a lock whose owner is just writing its number; give it a moment before calling it dead.
    const isYoung = existsSync(path) && Date.now() - statSync(path).mtimeMs < 2_000;
    if (!isAlive(owner) && !isYoung) rmSync(path, { force: true });
    return false;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  if (!pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
