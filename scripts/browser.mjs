import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { runQuietly, runTool, Trouble } from './processes.mjs';

const commands = ['google-chrome', 'google-chrome-stable', 'chrome', 'chromium', 'chromium-browser'];
const shellCommands = ['chromium-headless-shell', 'chrome-headless-shell'];

/**
 * A Chrome or Chromium: `CHROMIUM_PATH`, one on PATH, one in the usual places, or the one Playwright has downloaded.
 * @returns {string | undefined}
 */
export function findBrowser() {
  const given = process.env['CHROMIUM_PATH'];
  if (given !== undefined && given !== '') {
    if (!isExecutable(given)) throw new Trouble(`CHROMIUM_PATH names no program: ${given}`);
    return given;
  }
  return [...onPath(), ...usualPlaces(), ...playwrightsOwn()].find(isExecutable);
}

/**
 * Chromium without a window, tabs or menus: the engine alone, as Playwright starts it by default. A fifth less work for each
 * story than the whole browser. `CHROMIUM_PATH` names the one browser for all.
 * @returns {string | undefined}
 */
export function findHeadlessShell() {
  if ((process.env['CHROMIUM_PATH'] ?? '') !== '') return undefined;
  return onPath(shellCommands).find(isExecutable);
}

/** Finds a browser or gets one. */
export async function ensureBrowser() {
  const found = findBrowser();
  if (found !== undefined && (await starts(found))) return found;
  process.stdout.write('No Chrome or Chromium found: installing one for the tests…\n');
  await runTool('playwright/cli.js', ['install', 'chromium']);
  const downloaded = playwrightsOwn().find(isExecutable);
  if (downloaded !== undefined && (await starts(downloaded))) return downloaded;
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    await runQuietly('apt-get', ['update']);
    const { code, output } = await runQuietly(
      'apt-get',
      ['install', '-y', '--no-install-recommends', 'chromium'],
      {
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      },
    );
    if (code !== 0) process.stderr.write(`${output}\n`);
    const installed = onPath().find(isExecutable);
    if (installed !== undefined && (await starts(installed))) return installed;
  }
  throw new Trouble('The browser tests need Chrome or Chromium: install one, or name it in CHROMIUM_PATH.');
}

/** Playwright's download starts only where the system's libraries are there. */
async function starts(/** @type {string} */ path) {
  if (process.platform === 'win32') return true; // chrome.exe --version opens a window there.
  return (await runQuietly(path, ['--version'])).code === 0;
}

function onPath(names = commands) {
  const extension = process.platform === 'win32' ? '.exe' : '';
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => names.map((name) => join(folder, name + extension)));
}

function usualPlaces() {
  if (process.platform === 'darwin') {
    return ['', process.env['HOME'] ?? ''].flatMap((base) => [
      `${base}/Applications/Google Chrome.app/Contents/MacOS/Google Chrome`,
      `${base}/Applications/Chromium.app/Contents/MacOS/Chromium`,
    ]);
  }
  if (process.platform === 'win32') {
    return ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => {
      const base = process.env[name];
      if (base === undefined) return [];
      return [
        join(base, 'Google', 'Chrome', 'Application', 'chrome.exe'),
        join(base, 'Chromium', 'Application', 'chrome.exe'),
      ];
    });
  }
  return ['/opt/google/chrome/chrome', '/usr/lib/chromium/chromium', '/snap/bin/chromium'];
}

function playwrightsOwn() {
  try {
    return [createRequire(import.meta.url)('playwright-core').chromium.executablePath()];
  } catch {
    return []; // Not installed yet, or no build for this platform.
  }
}

function isExecutable(/** @type {string} */ path) {
  if (!existsSync(path)) return false;
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
