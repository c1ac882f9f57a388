import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { findBrowser, findHeadlessShell } from './browser.mjs';

afterEach(() => vi.unstubAllEnvs());

describe('the browser for tests', () => {
  it('is the one that CHROMIUM_PATH names, before any other', () => {
    vi.stubEnv('CHROMIUM_PATH', process.execPath);
    expect(findBrowser()).toBe(process.execPath);
  });

  it('is not silently another one when CHROMIUM_PATH is wrong', () => {
    vi.stubEnv('CHROMIUM_PATH', '/nowhere/chromium');
    expect(() => findBrowser()).toThrow('CHROMIUM_PATH names no program: /nowhere/chromium');
  });

  it('is the headless shell on PATH for most stories, unless CHROMIUM_PATH names one browser for all', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tambay-shell-'));
    const shell = join(folder, 'chromium-headless-shell');
    writeFileSync(shell, '');
    chmodSync(shell, 0o755);
    vi.stubEnv('CHROMIUM_PATH', '');
    vi.stubEnv('PATH', folder);
    expect(findHeadlessShell()).toBe(shell);
    vi.stubEnv('CHROMIUM_PATH', process.execPath);
    expect(findHeadlessShell()).toBeUndefined();
    rmSync(folder, { recursive: true });
    vi.stubEnv('CHROMIUM_PATH', '');
    expect(findHeadlessShell()).toBeUndefined();
  });
});
