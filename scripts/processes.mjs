import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { inRoot, root } from './files.mjs';

/** Raised for what a person can fix: printed as one line, without a stack. */
export class Trouble extends Error {}

/** The Node that runs the project, whatever the machine has: the npm package `node`. */
export function projectNode() {
  const names = process.platform === 'win32' ? ['node.exe', 'node'] : ['node'];
  return names.map((name) => inRoot('node_modules', 'node', 'bin', name)).find((path) => existsSync(path));
}

/** The project's Node first on PATH, so that every child of a child runs on it too. */
export function projectEnvironment() {
  const separator = process.platform === 'win32' ? ';' : ':';
  return {
    ...process.env,
    PATH: [
      inRoot('node_modules', 'node', 'bin'),
      inRoot('node_modules', '.bin'),
      process.env['PATH'] ?? '',
    ].join(separator),
  };
}

/**
 * Runs a program of the project on the project's Node, in the foreground, and gives its exit code.
 * @param {string[]} args
 * @param {Record<string, string>} [extra] environment variables
 */
export function runNode(args, extra = {}) {
  const node = projectNode();
  if (node === undefined)
    throw new Trouble('The npm package "node" is not installed. Remove node_modules and try again.');
  return run(node, args, { ...projectEnvironment(), ...extra });
}

/**
 * Runs a command-line tool among the dependencies by its script, which needs no shell and no `.cmd` on Windows.
 * @param {string} script path below node_modules
 * @param {string[]} args
 * @param {Record<string, string>} [extra]
 */
export function runTool(script, args, extra = {}) {
  return runNode([inRoot('node_modules', ...script.split('/')), ...args], extra);
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>}
 */
export function run(command, args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, env, stdio: 'inherit' });
    const stopForwarding = forwardSignals(child);
    child.once('error', (error) => {
      stopForwarding();
      reject(error);
    });
    child.once('exit', (code, signal) => {
      stopForwarding();
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}

/**
 * Runs a command without showing it; the output is for the case of failure.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, shell?: boolean }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runQuietly(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const stopForwarding = forwardSignals(child);
    let output = '';
    const collect = (/** @type {Buffer} */ chunk) => {
      output += chunk;
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.once('error', (error) => {
      stopForwarding();
      resolve({ code: 127, output: `${output}${error}` });
    });
    child.once('close', (code) => {
      stopForwarding();
      resolve({ code: code ?? 1, output });
    });
  });
}

/**
 * A terminal's Ctrl-C reaches the whole process group, so it must not be passed on a second time (servers take the
 * second one for "now, without ceremony"); everything else reaches only us.
 * @param {import('node:child_process').ChildProcess} child
 */
export function forwardSignals(child) {
  const forward = (/** @type {NodeJS.Signals} */ signal) => {
    if (signal === 'SIGINT' && process.stdin.isTTY) return;
    child.kill(signal);
  };
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, forward);
  const stopWatching = watchNpm(() => child.kill('SIGTERM'));
  return () => {
    stopWatching();
    for (const signal of signals) process.off(signal, forward);
  };
}

const parentCheckMs = 500;

/**
 * `kill` on npm ends the shell between npm and us and never reaches us: the server would live on, keeping its port and
 * its data folder from the next start. A parent that has changed is the only trace of it. Started by hand, a process may
 * well outlive its shell (nohup), so only npm's shell is watched.
 * @param {() => void} onGone
 */
function watchNpm(onGone) {
  if (process.env['npm_lifecycle_event'] === undefined) return () => undefined;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, parentCheckMs);
  return () => clearInterval(timer);
}
